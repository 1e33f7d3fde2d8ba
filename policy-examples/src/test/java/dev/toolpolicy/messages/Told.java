package dev.toolpolicy.messages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.runtime.permission.ApprovalRequest;
import dev.toolpolicy.runtime.permission.PermissionSettings;
import dev.toolpolicy.runtime.turn.CallResult;
import dev.toolpolicy.runtime.turn.ToolHandlers;
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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Engines to be told by, and what they told. */
abstract class Told {
    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-23T00:00:00Z"), ZoneOffset.UTC);
    static final String ASKED = "{\"path\":\"src/a\"}";
    static final String FREE = "{\"path\":\"tmp/a\"}";

    private final StringBuilder told = new StringBuilder();

    static DeclaredTool tool(String name, ToolSchema schema, RuleSpec... rules) {
        return DeclaredTool.of(name, schema).withRun(RuleList.of(rules));
    }

    static CallResult run(PolicySession session, String tool, String arguments) {
        return session.execute("c", tool, arguments, handlers((given, call) -> "done", Duration.ofSeconds(20)));
    }

    void say(String name, PolicyEngineBuilder engine, String tool, String arguments) {
        try (PolicySession session = engine.build().session("s")) {
            say(name, run(session, tool, arguments));
        }
    }

    /** A tool whose own code fails. */
    record Broken(DeclaredTool tool) implements ToolSpec<ObjectNode> {
        @Override
        public String name() {
            return tool.name();
        }

        @Override
        public String description() {
            return tool.description();
        }

        @Override
        public ToolSchema schema() {
            return tool.schema();
        }

        @Override
        public Optional<RuleList> run() {
            return tool.run();
        }

        @Override
        public Optional<RuleList> result() {
            return tool.result();
        }

        @Override
        public List<Requirement> requirements() {
            return tool.requirements();
        }

        @Override
        public ObjectNode bind(ObjectNode arguments) {
            throw new IllegalStateException("a secret");
        }
    }

    static String gated(PolicyEngineBuilder engine, String finish, String tool, String arguments) {
        StreamChunk call = StreamChunk.empty().withToolCalls(List.of(new ToolCallDelta(0, "c", tool, arguments)));
        List<StreamChunk> response = finish.isEmpty() ? List.of(call) : Arrays.asList(call, StreamChunk.finish(finish));
        return gated(engine, response);
    }

    static DeclaredTool free(String name, Parameter... parameters) {
        return tool(name, ToolSchema.of(parameters), RuleSpec.otherwise(Mode.ALLOW));
    }

    static List<DeclaredTool> tools() {
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

    static PolicyEngineBuilder engine(ToolPolicy... policies) {
        return PolicyEngine.builder().tools(ToolCatalog.of(tools())).policies(policies);
    }

    /** Runs calls and says what the last was told. */
    void sayLast(String name, PolicyEngineBuilder engine, String... calls) {
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

    static String gated(PolicyEngineBuilder engine, List<StreamChunk> response) {
        GateSession session = GateSession.of(engine.build().session("s"));
        StringBuilder text = new StringBuilder();
        try (PolicyIterator sent =
                StreamRunner.of(ToolGate.of(request -> session)).iterate(StreamRequest.of("r"), response.iterator())) {
            sent.forEachRemaining(chunk -> text.append(chunk.content()));
        }
        return text.toString();
    }

    static PolicyEngineBuilder answering(Function<ApprovalRequest, Answer> how) {
        return engine().permission(
                        PermissionSettings.of(request -> CompletableFuture.completedFuture(how.apply(request)))
                                .on(Runnable::run));
    }

    static ToolHandlers handlers(ToolHandlers.Handler<ObjectNode> handler, Duration limit) {
        ToolHandlers.Builder handlers = ToolHandlers.builder(ToolCatalog.of(tools()));
        handlers.timeout(limit);
        tools().forEach(each -> handlers.handle(each.name(), handler));
        return handlers.build();
    }

    void say(String name, String text) {
        told.append(name).append("\n    ").append(text.replace("\n", "\n    ")).append('\n');
    }

    void say(String name, CallResult result) {
        say(name, result.forModel());
    }

    interface Check {
        PolicyDecision check();
    }

    static ToolPolicy policy(Check how) {
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

    abstract void tell();

    /** Returns what was told: the name of each case, and its text below. */
    final String text() {
        tell();
        return told.toString();
    }
}
