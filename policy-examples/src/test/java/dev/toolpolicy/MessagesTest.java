package dev.toolpolicy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.runtime.permission.ApprovalRequest;
import dev.toolpolicy.runtime.permission.PermissionSettings;
import dev.toolpolicy.runtime.policy.ApprovalPolicy;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.policy.QuotaPolicy;
import dev.toolpolicy.runtime.policy.RatePolicy;
import dev.toolpolicy.runtime.policy.ReadBeforeWritePolicy;
import dev.toolpolicy.runtime.policy.Requirements;
import dev.toolpolicy.runtime.session.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.runtime.turn.CallResult;
import dev.toolpolicy.runtime.turn.ToolHandlers;
import dev.toolpolicy.runtime.turn.ToolTurn;
import dev.toolpolicy.runtime.turn.TurnSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.gate.GateSession;
import dev.toolpolicy.stream.gate.ToolGate;
import dev.toolpolicy.stream.run.PolicyIterator;
import dev.toolpolicy.stream.run.StreamRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What models and people are told, whoever says it, by really running calls. {@code -Dgoldens.update=true} rewrites the
 * golden file.
 */
@Timeout(60)
class MessagesTest {
    private static final String GOLDEN = "golden/messages.txt";
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-23T00:00:00Z"), ZoneOffset.UTC);
    private static final String ASKED = "{\"path\":\"src/a\"}";
    private static final String FREE = "{\"path\":\"tmp/a\"}";

    private final StringBuilder told = new StringBuilder();

    private static DeclaredTool tool(String name, ToolSchema schema, RuleSpec... rules) {
        return DeclaredTool.of(name, schema).withRun(RuleList.of(rules));
    }

    private static DeclaredTool free(String name, Parameter... parameters) {
        return tool(name, ToolSchema.of(parameters), RuleSpec.otherwise(Mode.ALLOW));
    }

    private static List<DeclaredTool> tools() {
        Argument.Text path = Argument.Text.at("/path");
        Parameter file = Parameter.required("path", ParameterType.path());
        return List.of(
                tool(
                        "write",
                        ToolSchema.of(
                                file,
                                Parameter.optional("content", ParameterType.string()),
                                Parameter.optional("lines", ParameterType.integer()),
                                Parameter.optional("kind", ParameterType.string("text", "image"))),
                        RuleSpec.when(path.prefix("secret/"), Mode.DENY),
                        RuleSpec.when(path.prefix("src/"), Mode.ASK),
                        RuleSpec.when(path.prefix("tmp/"), Mode.ALLOW),
                        RuleSpec.otherwise(Mode.DENY)),
                tool("locked", ToolSchema.of(), RuleSpec.otherwise(Mode.DENY)),
                free("build"),
                free("test"),
                free("deploy"),
                free("review", Parameter.required("pull", ParameterType.integer())),
                free("merge", Parameter.optional("pull", ParameterType.integer())),
                free("read_file", file),
                free("write_file", Parameter.optional("path", ParameterType.path())),
                free("notes", Parameter.optional("about", ParameterType.string()))
                        .withResult(RuleList.of(
                                RuleSpec.when(Argument.Text.at("/about").constant("keys"), Mode.DENY),
                                RuleSpec.otherwise(Mode.ASK))));
    }

    private static PolicyEngineBuilder engine(ToolPolicy... policies) {
        return PolicyEngine.builder().tools(ToolCatalog.of(tools())).policies(policies);
    }

    private static PolicyEngineBuilder answering(Function<ApprovalRequest, Answer> how) {
        return engine().permission(
                        PermissionSettings.of(request -> CompletableFuture.completedFuture(how.apply(request)))
                                .on(Runnable::run));
    }

    private static ToolHandlers handlers(ToolHandlers.Handler<ObjectNode> handler, Duration limit) {
        ToolHandlers.Builder handlers = ToolHandlers.builder(ToolCatalog.of(tools()));
        handlers.timeout(limit);
        tools().forEach(each -> handlers.handle(each.name(), handler));
        return handlers.build();
    }

    private static CallResult run(PolicySession session, String tool, String arguments) {
        return session.execute("c", tool, arguments, handlers((given, call) -> "done", Duration.ofSeconds(20)));
    }

    private void say(String name, String text) {
        told.append(name).append("\n    ").append(text.replace("\n", "\n    ")).append('\n');
    }

    private void say(String name, CallResult result) {
        say(name, result.forModel());
    }

    private void say(String name, PolicyEngineBuilder engine, String tool, String arguments) {
        try (PolicySession session = engine.build().session("s")) {
            say(name, run(session, tool, arguments));
        }
    }

    /** Runs calls and says what the last was told. */
    private void sayLast(String name, PolicyEngineBuilder engine, String... calls) {
        try (PolicySession session = engine.build().session("s")) {
            String last = "";
            for (String call : calls) {
                String[] parts = call.split(" ", 2);
                last = run(session, parts[0], parts.length > 1 ? parts[1] : "{}")
                        .forModel();
            }
            say(name, last);
        }
    }

    @Test
    void everyMessageIsAsReviewed() throws IOException {
        rules();
        approvals();
        invalidArguments();
        policies();
        failures();
        results();
        cancelled();
        gate();
        requests();
        String text = told.toString();
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(Path.of("src/test/resources", GOLDEN), text);
        }
        try (var in = MessagesTest.class.getResourceAsStream("/" + GOLDEN)) {
            String golden = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text)
                    .as("-Dgoldens.update=true rewrites the golden file")
                    .isEqualTo(golden);
        }
    }

    private void rules() {
        say("a rule denies", engine(), "write", "{\"path\":\"secret/key\"}");
        say("the last rule denies", engine(), "write", "{\"path\":\"etc/passwd\"}");
        say("a tool that is always denied", engine(), "locked", "{}");
    }

    private void approvals() {
        say("nobody to ask", engine(), "write", ASKED);
        say("declined", answering(request -> request.decline("")), "write", ASKED);
        say("declined with a reason", answering(request -> request.decline("not on a Friday")), "write", ASKED);
        say("declined with others", answering(request -> request.declineAll("stop here.")), "write", ASKED);
        say("every edit is invalid", answering(request -> request.edit("no")), "write", ASKED);
        say("the edit is denied", answering(request -> request.edit("{\"path\":\"secret/key\"}")), "write", ASKED);
        say(
                "no answer in time",
                engine().permission(PermissionSettings.of(request -> new CompletableFuture<>())
                        .within(Duration.ofMillis(40))),
                "write",
                ASKED);
        say(
                "the handler fails",
                engine().permission(request -> CompletableFuture.failedFuture(new IOException("tty"))),
                "write",
                ASKED);
        closedWhileAsking();
    }

    private void closedWhileAsking() {
        PolicySession session = engine().permission(PermissionSettings.of(request -> new CompletableFuture<>())
                        .on(Runnable::run))
                .build()
                .session("s");
        var outcome = session.call("c", "write").append(ASKED).conclude().toCompletableFuture();
        session.close();
        say("the session is closed first", outcome.join().forModel());
    }

    private void invalidArguments() {
        say("an unknown tool", engine(), "wrte\n", "{}");
        for (String each : List.of(
                "[]",
                "{\"path\":\"tmp/a\"",
                "{\"path\":'a'}",
                "{\"path\":\"tmp/a\"} {}",
                "{\"path\":\"a\\q\"}",
                "{\"path\":\"tmp/a\",\"path\":\"src/a\"}",
                "{}",
                "{\"path\":7}",
                "{\"path\":\"tmp/a\",\"lines\":\"7\"}",
                "{\"path\":\"tmp/a\",\"lines\":1e999999999}",
                "{\"path\":\"tmp/a\",\"kind\":\"sound\"}",
                "{\"path\":\"tmp/a\",\"kid\":\"text\"}",
                "{\"path\":\"tmp/a\u0000\"}")) {
            say("invalid: " + each.replace("\u0000", "NUL"), engine(), "write", each);
        }
        say("invalid: no tool takes arguments here", engine(), "build", "{\"x\":1}");
        say("a response that was cut", cut());
    }

    private static CallResult cut() {
        try (PolicySession session = engine().build().session("s")) {
            ToolTurn turn =
                    session.turn(handlers((given, call) -> "done", Duration.ofSeconds(9)), TurnSettings.defaults());
            turn.start(0, "c", "write");
            turn.append(0, "{\"path\":\"tm");
            return turn.finish(ResponseEnd.CUT)
                    .toCompletableFuture()
                    .join()
                    .results()
                    .get(0);
        }
    }

    private void policies() {
        ToolPolicy both = Requirements.require("deploy").after("test", "build");
        say("a requirement", engine(both), "deploy", "{}");
        sayLast("a requirement, half met", engine(both), "test", "deploy");
        ToolPolicy keyed = Policies.keyed(KeyedDependency.of("merge", CallKey.at("/pull"))
                .after("review", CallKey.at("/pull"))
                .denyWhenMissing());
        sayLast("a requirement with a key", engine(keyed), "review {\"pull\":1}", "merge {\"pull\":2}");
        say("a requirement, the key is missing", engine(keyed), "merge", "{}");
        say("not read", engine(ReadBeforeWritePolicy.standard()), "write_file", "{\"path\":\"a\"}");
        say("a policy that needs approval", engine(ApprovalPolicy.required("deploy")), "deploy", "{}");
        sayLast("a quota of one", engine(QuotaPolicy.of(1, "deploy")), "deploy", "deploy");
        sayLast("a quota of two", engine(QuotaPolicy.of(2, "deploy")), "deploy", "deploy", "deploy");
        sayLast(
                "a rate",
                engine(RatePolicy.of(2, Duration.ofMinutes(1), "deploy"))
                        .sessions(SessionSettings.inMemory().withClock(CLOCK)),
                "deploy",
                "deploy",
                "deploy");
        say("any of two", engine(Policies.anyOf("either", both, ApprovalPolicy.required("deploy"))), "deploy", "{}");
        say("any of none", engine(Policies.anyOf("none")), "deploy", "{}");
        say("all of two", engine(Policies.allOf("all", both, ApprovalPolicy.required("deploy"))), "deploy", "{}");
        say(
                "a policy of the service",
                engine(policy(() -> PolicyDecision.deny("Payments run from 8:00 to 18:00 UTC"))),
                "deploy",
                "{}");
    }

    private interface Check {
        PolicyDecision check();
    }

    private static ToolPolicy policy(Check how) {
        return new ToolPolicy() {
            @Override
            public String name() {
                return "office_hours";
            }

            @Override
            public ToolSelector governs() {
                return ToolSelector.everyTool();
            }

            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                return how.check();
            }
        };
    }

    private void failures() {
        ToolPolicy broken = policy(() -> {
            throw new IllegalStateException("a secret");
        });
        say("a policy fails", engine(broken), "deploy", "{}");
        say("a part of a policy fails", engine(Policies.anyOf("either", broken)), "deploy", "{}");
        say("the store fails", engine(QuotaPolicy.of(1, "deploy")).sessions(new BrokenStore()), "deploy", "{}");
        handler("a handler fails", call -> {
            throw new IllegalStateException("the disk is full");
        });
        handler("a handler fails without a message", call -> {
            throw new IllegalStateException();
        });
        handler("a handler fails with a path", call -> {
            throw new NoSuchFileException("tmp/a");
        });
        handler("a handler's result can't be written", call -> new Object() {
            @SuppressWarnings("unused")
            public String getValue() {
                throw new IllegalStateException("a secret");
            }
        });
        handler("a handler says why it failed", call -> ToolResult.failure("The branch is protected."));
        try (PolicySession session = engine().build().session("s")) {
            say(
                    "a handler takes too long",
                    session.execute(
                            "c",
                            "build",
                            "{}",
                            handlers((given, call) -> new CompletableFuture<>(), Duration.ofMillis(40))));
        }
    }

    private interface Body {
        Object run(ObjectNode arguments) throws Exception;
    }

    private void handler(String name, Body body) {
        try (PolicySession session = engine().build().session("s")) {
            say(
                    name,
                    session.execute(
                            "c", "build", "{}", handlers((given, call) -> body.run(given), Duration.ofSeconds(9))));
        }
    }

    private void results() {
        String keys = "{\"about\":\"keys\"}";
        say("a result that its rules deny", engine(), "notes", keys);
        say("a result with nobody to ask", engine(), "notes", "{}");
        say("a result that the user declines", answering(request -> request.decline("private")), "notes", "{}");
        say("a result whose edits are invalid", answering(request -> request.edit("{")), "notes", "{}");
        say(
                "a result without an answer in time",
                engine().permission(PermissionSettings.of(request -> new CompletableFuture<>())
                        .within(Duration.ofMillis(40))),
                "notes",
                "{}");
        try (PolicySession session = engine().build().session("s")) {
            say(
                    "a failure that the result rules deny",
                    session.execute(
                            "c",
                            "notes",
                            keys,
                            handlers((given, call) -> ToolResult.failure("no such note"), Duration.ofSeconds(9))));
        }
        say("a result without a result list", engine(), "build", "{}");
        say("a result without a result list, approved", answering(ApprovalRequest::approve), "write", ASKED);
    }

    private void cancelled() {
        ToolHandlers handlers = handlers((given, call) -> "done", Duration.ofSeconds(9));
        try (PolicySession session =
                answering(request -> request.decline("no")).build().session("s")) {
            ToolTurn turn = session.turn(handlers, TurnSettings.defaults().cancelling(() -> {}));
            turn.start(0, "c", "write");
            turn.append(0, ASKED);
            turn.end(0);
            say(
                    "a decline that cancels the response",
                    turn.finish(ResponseEnd.COMPLETE)
                            .toCompletableFuture()
                            .join()
                            .results()
                            .get(0));
        }
        try (PolicySession session = engine().build().session("s")) {
            ToolTurn turn = session.turn(handlers, TurnSettings.defaults());
            turn.start(0, "c", "write");
            turn.append(0, FREE);
            say(
                    "a turn that is abandoned",
                    turn.abandon("the connection was lost")
                            .toCompletableFuture()
                            .join()
                            .results()
                            .get(0));
        }
    }

    private void gate() {
        String two = FREE.substring(0, 9);
        say("gate: denied", gated(engine(), "tool_calls", "locked", "{}"));
        say("gate: nobody to ask", gated(engine(), "tool_calls", "write", ASKED));
        say("gate: declined", gated(answering(request -> request.decline("no")), "tool_calls", "write", ASKED));
        say("gate: edited", gated(answering(request -> request.edit(FREE)), "tool_calls", "write", ASKED));
        say("gate: invalid", gated(engine(), "tool_calls", "write", "{\"path\":7}"));
        say(
                "gate: a requirement",
                gated(engine(Requirements.require("deploy").after("test")), "tool_calls", "deploy", "{}"));
        say("gate: the response was cut", gated(engine(), "length", "write", two));
        say("gate: the response broke off", gated(engine(), "", "write", two));
    }

    private static String gated(PolicyEngineBuilder engine, String finish, String tool, String arguments) {
        GateSession session = GateSession.of(engine.build().session("s"));
        StreamChunk call = StreamChunk.empty().withToolCalls(List.of(new ToolCallDelta(0, "c", tool, arguments)));
        List<StreamChunk> response = finish.isEmpty() ? List.of(call) : Arrays.asList(call, StreamChunk.finish(finish));
        StringBuilder text = new StringBuilder();
        try (PolicyIterator sent =
                StreamRunner.of(ToolGate.of(request -> session)).iterate(StreamRequest.of("r"), response.iterator())) {
            sent.forEachRemaining(chunk -> text.append(chunk.content()));
        }
        return text.toString();
    }

    /** What a person reads. */
    private void requests() {
        for (String tool : List.of("write", "notes")) {
            run(
                    answering(request -> {
                                say("a request about " + tool, request.summary());
                                return request.decline("");
                            })
                            .build()
                            .session("s"),
                    tool,
                    tool.equals("write") ? "{\"path\":\"src/\\u202Ea\",\"content\":\"one\\ntwo\"}" : "{}");
        }
        run(
                answering(request -> {
                            if (request.problem().isEmpty()) {
                                return request.edit("{\"path\":7}");
                            }
                            say("a request after an invalid edit", request.summary());
                            return request.decline("");
                        })
                        .build()
                        .session("s"),
                "write",
                ASKED);
    }

    /** A store that is down. */
    private static final class BrokenStore implements SessionStore {
        private static StoreException down() {
            return new StoreException("connection refused: a secret host", null);
        }

        @Override
        public State read(String session, State known) {
            throw down();
        }

        @Override
        public Optional<State> replace(String session, State before, Map<String, JsonNode> parts) {
            throw down();
        }

        @Override
        public void delete(String session) {
            throw down();
        }

        @Override
        public int deleteUnchanged(Instant since, int limit) {
            throw down();
        }

        @Override
        public List<Part> find(String prefix, int limit) {
            throw down();
        }

        @Override
        public boolean isLocal() {
            return false;
        }
    }
}
