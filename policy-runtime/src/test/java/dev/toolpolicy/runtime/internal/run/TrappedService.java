package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.internal.run.Trap.Hook;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The user code that a service gives an engine, with a {@link Trap} at each of its hooks. */
final class TrappedService {
    private TrappedService() {}

    /** A policy that denies the tool {@code denied} when it is checked, and allows all else. */
    record Policy(Trap trap) implements ToolPolicy {
        @Override
        public String name() {
            return "trapped";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.everyTool();
        }

        @Override
        public ToolPolicy forCall(PolicyContext context) {
            return trap.pass(Hook.POLICY_FOR_CALL, () -> this);
        }

        @Override
        public Optional<PolicyDecision> preview(ToolCall call, JsonNode state, PolicyContext context) {
            return trap.pass(Hook.POLICY_PREVIEW, Optional::empty);
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return trap.pass(
                    Hook.POLICY_CHECK,
                    () -> call.tool().equals("denied") ? PolicyDecision.deny("no") : PolicyDecision.allow());
        }

        @Override
        public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
            return trap.pass(Hook.POLICY_ON_CHECK, () -> state);
        }

        @Override
        public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
            return trap.pass(Hook.POLICY_ON_RESULT, () -> state);
        }

        @Override
        public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
            return trap.pass(Hook.POLICY_ON_FAILURE, () -> state);
        }
    }

    /** A store in memory. */
    record Store(Trap trap, SessionStore store) implements SessionStore {
        Store(Trap trap) {
            this(trap, SessionStore.inMemory());
        }

        @Override
        public SessionStore.State read(String session, SessionStore.State known) {
            return trap.pass(Hook.STORE_READ, () -> store.read(session, known));
        }

        @Override
        public Optional<SessionStore.State> replace(
                String session, SessionStore.State before, Map<String, JsonNode> parts) {
            boolean outcome = begun(parts) < begun(before.parts());
            return trap.pass(
                    outcome && trap.isAt(Hook.STORE_OUTCOME) ? Hook.STORE_OUTCOME : Hook.STORE_WRITE,
                    () -> store.replace(session, before, parts));
        }

        private static long begun(Map<String, JsonNode> parts) {
            return parts.keySet().stream()
                    .filter(part -> part.startsWith("begun/"))
                    .count();
        }

        @Override
        public void delete(String session) {
            store.delete(session);
        }

        @Override
        public int deleteUnchanged(Instant since, int limit) {
            return store.deleteUnchanged(since, limit);
        }

        @Override
        public List<SessionStore.Part> find(String prefix, String from, boolean newest, int limit) {
            return store.find(prefix, from, newest, limit);
        }

        @Override
        @SuppressWarnings("NullAway")
        public boolean isLocal() {
            return trap.pass(Hook.STORE_LOCAL, () -> true);
        }
    }

    /** An approver of all requests, if nothing fails. */
    record Asked(Trap trap) implements PermissionHandler {
        @Override
        public CompletionStage<Answer> ask(ApprovalRequest request) {
            boolean call = request.result().isEmpty();
            Hook stage = call ? Hook.ASK_STAGE : Hook.ASK_RESULT_STAGE;
            if (trap.isAt(Hook.WITHDRAWN) || trap.isAt(Hook.REFRESHED)) {
                return new CompletableFuture<>();
            } else if (trap.isAt(stage)) {
                Throwable failure = trap.failure(stage);
                return failure == null
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(failure);
            }
            return trap.pass(
                    call ? Hook.ASK : Hook.ASK_RESULT, () -> CompletableFuture.completedFuture(request.approve()));
        }

        @Override
        public void refreshed(ApprovalRequest request) {
            trap.pass(Hook.REFRESHED);
        }

        @Override
        public void answered(ApprovalRequest request) {
            trap.pass(Hook.ANSWERED);
        }

        @Override
        public void withdrawn(ApprovalRequest request, String reason) {
            trap.pass(Hook.WITHDRAWN);
        }
    }

    /** A tool that binds its arguments itself. */
    record Tool(Trap trap, String name, ToolSchema schema, RuleList rules, Mode delivery)
            implements ToolSpec<ObjectNode> {
        @Override
        public String description() {
            return "";
        }

        @Override
        public Optional<RuleList> run() {
            return Optional.of(rules);
        }

        @Override
        public Optional<RuleList> result() {
            return Optional.of(RuleList.always(delivery));
        }

        @Override
        public List<Requirement> requirements() {
            return List.of();
        }

        @Override
        public ObjectNode bind(ObjectNode arguments) {
            return trap.pass(Hook.BIND, () -> arguments);
        }
    }

    /** A result that fails when it is written. */
    record Result(Trap trap) {
        public String getText() {
            return trap.pass(Hook.HANDLER_RESULT, () -> "text");
        }
    }

    /** A stage that nothing completes and that fails when it is cancelled. */
    static final class Endless extends CompletableFuture<Object> {
        private final Trap trap;

        Endless(Trap trap) {
            this.trap = trap;
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            trap.pass(Hook.HANDLER_CANCEL);
            return super.cancel(mayInterrupt);
        }
    }
}
