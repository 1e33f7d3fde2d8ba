package dev.toolpolicy.messages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.policy.QuotaPolicy;
import dev.toolpolicy.runtime.session.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.runtime.turn.ToolHandlers;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Failures of policies, stores, handlers and the engine. */
final class FailureMessages extends Told {
    @Override
    void tell() {
        failures();
        engineFailures();
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

    private void engineFailures() {
        ToolPolicy forgetful = new ToolPolicy() {
            @Override
            public String name() {
                return "journal";
            }

            @Override
            public ToolSelector governs() {
                return ToolSelector.everyTool();
            }

            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                return PolicyDecision.allow();
            }

            @Override
            public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
                throw new IllegalStateException("a secret");
            }
        };
        sayLast("a policy failed before", engine(forgetful), "build", "build");
        try (PolicySession session = engine(QuotaPolicy.of(9, "deploy"))
                .sessions(SessionSettings.inMemory().withOpenCalls(1))
                .build()
                .session("s")) {
            session.call("c", "deploy").finish();
            say("too many calls have not ended", run(session, "deploy", "{}"));
        }
        ToolSpec<ObjectNode> broken = new Broken(free("broken"));
        ToolCatalog one = ToolCatalog.of(List.of(broken));
        try (PolicySession session = PolicyEngine.builder().tools(one).build().session("s")) {
            ToolHandlers handlers = ToolHandlers.builder(one)
                    .handle(broken, (given, call) -> "done")
                    .build();
            say("an internal error", session.execute("c", "broken", "{}", handlers));
        }
    }

    private void handler(String name, Body body) {
        try (PolicySession session = engine().build().session("s")) {
            say(
                    name,
                    session.execute(
                            "c", "build", "{}", handlers((given, call) -> body.run(given), Duration.ofSeconds(9))));
        }
    }

    private interface Body {
        Object run(ObjectNode arguments) throws Exception;
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
