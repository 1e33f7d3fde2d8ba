package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.flow.Arrival;
import dev.toolpolicy.runtime.internal.flow.Turn;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Words for sessions in tests. */
public final class Sessions {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Sessions() {}

    public static PolicyRegistry session(ToolPolicy... policies) {
        PolicyRegistry registry = new PolicyRegistry("session");
        for (ToolPolicy policy : policies) {
            registry.register(policy);
        }
        return registry;
    }

    public static ObjectNode object(String json) {
        try {
            JsonNode node = JSON.readTree(json.replace('\'', '"'));
            return (ObjectNode) node;
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A call with arguments in JSON, where single quotes stand for double ones. */
    public static ToolCall call(String tool, String arguments) {
        return new ToolCall("id", tool, object(arguments));
    }

    public static ToolCall call(String tool) {
        return call(tool, "{}");
    }

    /** The policies of an engine's session, with what only the engine does with them. */
    public static PolicyRegistry of(PolicySession session) {
        return (PolicyRegistry) session.policies();
    }

    public static Optional<PolicyDenial> denial(PolicyRegistry session, ToolCall call) {
        return check(session, call).denial();
    }

    public static boolean allows(PolicyRegistry session, ToolCall call) {
        return denial(session, call).isEmpty();
    }

    public static String reason(PolicyRegistry session, ToolCall call) {
        return denial(session, call).map(PolicyDenial::reason).orElse("allowed");
    }

    /** Checks a call of a response with one call. */
    public static CheckedCall check(PolicyRegistry session, ToolCall call) {
        return session.check(call, false, new Turn());
    }

    public static void recordSuccess(PolicyRegistry session, CheckedCall checked, JsonNode value) {
        record(session, checked, ToolResult.success(value));
    }

    public static void recordFailure(PolicyRegistry session, CheckedCall checked) {
        record(session, checked, ToolResult.failure(""));
    }

    public static void recordNoEffect(PolicyRegistry session, CheckedCall checked) {
        record(session, checked, ToolResult.failureWithoutEffect(""));
    }

    private static void record(PolicyRegistry session, CheckedCall checked, ToolResult result) {
        session.outcomes().record(checked, result, Arrival.Reach.MODEL, () -> "");
    }

    public static void recordUnknown(PolicyRegistry session, CheckedCall checked) {
        session.outcomes().unknown(checked, ToolResult.unknown(""), () -> "");
    }

    /** Checks a call and, if it is allowed, lets it succeed. */
    public static boolean run(PolicyRegistry session, ToolCall call) {
        CheckedCall checked = check(session, call);
        if (checked.denial().isPresent()) {
            return false;
        }
        recordSuccess(session, checked, NullNode.getInstance());
        return true;
    }

    /** What asks for approval in tests: a rule in words. */
    record Asking(String rules, String words) implements Ticket.Asker {
        @Override
        public String words(ObjectNode arguments) {
            return words;
        }

        @Override
        public ObjectNode completed(ObjectNode arguments) {
            return arguments;
        }

        @Override
        public Set<String> links(ObjectNode arguments) {
            return Set.of();
        }

        @Override
        public boolean asks() {
            return true;
        }
    }

    /** Requests the approval of a call. */
    public static Approval requested(
            PolicyRegistry session, ToolCall call, String rules, String asker, Duration validity) {
        ObjectNode none = object("{}");
        return session.requestApproval(
                new StoredApprovals.Request(
                        call, new Asking(rules, asker), none, false, null, StoredApprovals.Written.NONE),
                validity);
    }

    /** Checks a call with a stored approval. */
    public static CheckedCall checked(
            PolicyRegistry session, ToolCall call, String approval, String rules, String asker) {
        return session.check(call, new Ticket(approval, new Asking(rules, asker)), new Turn());
    }

    /** Hands a checked call over. Returns the attempt's id. */
    public static String handOver(PolicyRegistry session, CheckedCall checked) {
        return session.outcomes().handOver(checked, null);
    }

    /** Records the outcome of a call that was handed over; null if it is unknown. */
    public static ToolCall recordOutcome(PolicyRegistry session, String attempt, @Nullable ToolResult result) {
        return session.outcomes()
                .end(
                        attempt,
                        result == null ? ToolResult.unknown("") : result,
                        (call, turn) -> Arrival.Reach.NOBODY,
                        ToolCall::tool,
                        ended -> {})
                .call();
    }

    /** A moment of a session of which nothing is known. */
    public static PolicyContext context() {
        return new PolicyContext("s", Instant.EPOCH, Map.of(), Map.of(), false);
    }
}
