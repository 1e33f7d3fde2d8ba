package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolContext;
import dev.toolpolicy.ToolPolicy;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Words for sessions in tests. */
final class Sessions {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Sessions() {}

    static PolicyRegistry session(ToolPolicy... policies) {
        PolicyRegistry registry = new PolicyRegistry(new ToolContext("session"));
        for (ToolPolicy policy : policies) {
            registry.register(policy);
        }
        return registry;
    }

    static ObjectNode object(String json) {
        try {
            JsonNode node = JSON.readTree(json.replace('\'', '"'));
            return (ObjectNode) node;
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A call with arguments in JSON, where single quotes stand for double ones. */
    static ToolCall call(String tool, String arguments) {
        return new ToolCall("id", tool, object(arguments));
    }

    static ToolCall call(String tool) {
        return call(tool, "{}");
    }

    static Optional<PolicyDenial> denial(PolicyRegistry session, ToolCall call) {
        return session.check(call).denial();
    }

    static boolean allows(PolicyRegistry session, ToolCall call) {
        return denial(session, call).isEmpty();
    }

    static String reason(PolicyRegistry session, ToolCall call) {
        return denial(session, call).map(PolicyDenial::reason).orElse("allowed");
    }

    /** Checks a call and, if it is allowed, lets it succeed. */
    static boolean run(PolicyRegistry session, ToolCall call) {
        CheckedCall checked = session.check(call);
        if (checked.denial().isPresent()) {
            return false;
        }
        session.succeeded(checked, NullNode.getInstance());
        return true;
    }
}
