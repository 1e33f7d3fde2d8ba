package dev.toolpolicy.messages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Failures of policies, stores, handlers and the engine. */
final class FailureMessages extends MessageCases {
    @Override
    void addAll() {
        failures();
        engineFailures();
    }

    private void failures() {
        ToolPolicy broken = new ScriptedPolicy("office_hours", () -> {
            throw new IllegalStateException("a secret");
        });
        add("a policy fails", engine(broken), "deploy", "{}");
        add("a part of a policy fails", engine(Policies.anyOf("either", broken)), "deploy", "{}");
        add("the store fails", engine(LimitPolicy.quota(1, "deploy")).sessions(brokenStore()), "deploy", "{}");
        handler("a handler fails", (given, call) -> {
            throw new IllegalStateException("the disk is full");
        });
        handler("a handler fails without a message", (given, call) -> {
            throw new IllegalStateException();
        });
        handler("a handler fails with a path", (given, call) -> {
            throw new NoSuchFileException("tmp/a");
        });
        handler("a handler's result can't be written", (given, call) -> new Object() {
            @SuppressWarnings("unused")
            public String getValue() {
                throw new IllegalStateException("a secret");
            }
        });
        handler("a handler says why it failed", (given, call) -> ToolResult.failure("The branch is protected."));
        addHandled(
                "a handler takes too long",
                "build {}",
                (given, call) -> new CompletableFuture<>(),
                Duration.ofMillis(40));
    }

    private void engineFailures() {
        ToolPolicy forgetful = new ScriptedPolicy("journal", PolicyDecision::allow) {
            @Override
            public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
                throw new IllegalStateException("a secret");
            }
        };
        addLast("a policy failed before", engine(forgetful), "build", "build");
        try (PolicySession session = engine(LimitPolicy.quota(9, "deploy"))
                .sessions(SessionSettings.inMemory().withOpenCalls(1))
                .build()
                .session("s")) {
            session.calls().call("c", "deploy").finish();
            add("too many calls have not ended", run(session, "deploy", "{}"));
        }
        ToolSpec<ObjectNode> broken = brokenTool();
        ToolCatalog one = ToolCatalog.of(List.of(broken));
        try (PolicySession session = PolicyEngine.builder().tools(one).build().session("s")) {
            ToolHandlers handlers = ToolHandlers.builder(one)
                    .handle(broken, (given, call) -> "done")
                    .build();
            add("an internal error", session.execute("c", "broken", "{}", handlers));
        }
    }

    private void handler(String name, ToolHandlers.Handler<ObjectNode> handler) {
        addHandled(name, "build {}", handler, PATIENCE);
    }

    /** Returns a store that is down. */
    private static SessionStore brokenStore() {
        return fake(SessionStore.class, (store, method, arguments) -> {
            if (method.getName().equals("isLocal")) {
                return false;
            }
            throw new StoreException("connection refused: a secret host", null);
        });
    }

    /** Returns a tool whose own code fails. */
    @SuppressWarnings("unchecked")
    private static ToolSpec<ObjectNode> brokenTool() {
        DeclaredTool tool = free("broken");
        return fake(ToolSpec.class, (spec, method, arguments) -> {
            if (method.getName().equals("bind")) {
                throw new IllegalStateException("a secret");
            }
            return method.invoke(tool, arguments);
        });
    }

    private static <T> T fake(Class<T> type, InvocationHandler methods) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, methods));
    }
}
