package dev.toolpolicy.messages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** Cases with the messages that real engines give in them. */
abstract class MessageCases {
    static final Duration PATIENCE = Duration.ofSeconds(20);
    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-23T00:00:00Z"), ZoneOffset.UTC);
    static final String ASKED = "{\"path\":\"src/a\"}";
    static final String FREE = "{\"path\":\"tmp/a\"}";

    private final StringBuilder text = new StringBuilder();

    static DeclaredTool tool(String name, ToolSchema schema, RuleSpec... rules) {
        return DeclaredTool.of(name, schema).withRun(RuleList.of(rules));
    }

    static CallResult run(PolicySession session, String tool, String arguments) {
        return session.execute("c", tool, arguments, handlers((given, call) -> "done", PATIENCE));
    }

    /** Adds the message about a call of a tool with this handler. */
    void addHandled(String name, String call, ToolHandlers.Handler<ObjectNode> handler, Duration limit) {
        String[] parts = call.split(" ", 2);
        try (PolicySession session = engine().build().session("s")) {
            add(name, session.execute("c", parts[0], parts[1], handlers(handler, limit)));
        }
    }

    void add(String name, PolicyEngineBuilder engine, String tool, String arguments) {
        addLast(name, engine, tool + " " + arguments);
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

    /** Runs calls, and adds the message about the last one. */
    void addLast(String name, PolicyEngineBuilder engine, String... calls) {
        try (PolicySession session = engine.build().session("s")) {
            String last = "";
            for (String call : calls) {
                String[] parts = call.split(" ", 2);
                last = run(session, parts[0], parts.length > 1 ? parts[1] : "{}")
                        .forModel();
            }
            add(name, last);
        }
    }

    static PolicyEngineBuilder answering(Function<ApprovalRequest, Answer> how) {
        return engine().permission(
                        PermissionSettings.of(request -> CompletableFuture.completedFuture(how.apply(request)))
                                .withExecutor(Runnable::run));
    }

    static ToolHandlers handlers(ToolHandlers.Handler<ObjectNode> handler, Duration limit) {
        ToolHandlers.Builder handlers = ToolHandlers.builder(ToolCatalog.of(tools()));
        handlers.timeout(limit);
        tools().forEach(each -> handlers.handle(each.name(), handler));
        return handlers.build();
    }

    void add(String name, String message) {
        text.append(name)
                .append("\n    ")
                .append(message.replace("\n", "\n    "))
                .append('\n');
    }

    void add(String name, CallResult result) {
        add(name, result.forModel());
    }

    /** A policy for every tool. */
    static class ScriptedPolicy implements ToolPolicy {
        private final String name;
        private final Supplier<PolicyDecision> check;

        ScriptedPolicy(String name, Supplier<PolicyDecision> check) {
            this.name = name;
            this.check = check;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.everyTool();
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return check.get();
        }
    }

    abstract void addAll();

    /** Returns the messages: the name of each case, and its text below. */
    final String text() {
        addAll();
        return text.toString();
    }
}
