package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.Fact;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.internal.policy.StateValues;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Denies calls that nobody has approved. An approval is for exactly one run of one call
 * ({@link PolicyContext#approved}), or stands in the session for a tool, or for a tool and a key, as a fact that the service
 * tells it ({@link #standing(String)}) and takes back. It answers when a call's arguments are complete, so that whoever is
 * asked sees all of them. Immutable; remembers nothing itself.
 */
public final class ApprovalPolicy implements ToolPolicy {
    /** The name of a policy that is given none. */
    public static final String NAME = "approval_required";

    private final String name;
    private final ToolSelector governs;
    private final @Nullable CallKey key;

    private ApprovalPolicy(String name, ToolSelector governs, @Nullable CallKey key) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a policy's name is never empty");
        }
        this.name = name;
        this.governs = Objects.requireNonNull(governs, "governs");
        this.key = key;
    }

    /**
     * A policy for some tools.
     *
     * @param tools their names; without any, every tool is meant
     * @return the policy, named {@value #NAME}
     * @throws IllegalArgumentException if a name is empty
     */
    public static ApprovalPolicy required(String... tools) {
        return required(ToolSelector.named(List.of(tools)));
    }

    /**
     * A policy for some tools.
     *
     * @param tools the tools
     * @return the policy, named {@value #NAME}
     */
    public static ApprovalPolicy required(ToolSelector tools) {
        return new ApprovalPolicy(NAME, tools, null);
    }

    /**
     * This policy under another name.
     *
     * @param other the name, not empty
     * @return the changed policy
     * @throws IllegalArgumentException if the name is empty
     */
    public ApprovalPolicy named(String other) {
        return new ApprovalPolicy(other, governs, key);
    }

    /**
     * This policy, where approvals can also stand for a tool and a key. Of a call with several keys each needs one.
     *
     * @param its how the key is read from a call
     * @return the changed policy
     */
    public ApprovalPolicy perKey(CallKey its) {
        return new ApprovalPolicy(name, governs, Objects.requireNonNull(its, "its"));
    }

    /**
     * That calls of a tool are approved until further notice.
     *
     * @param tool the tool's name
     * @return the fact, which is true of a session that was told so
     */
    public static Fact<Boolean> standing(String tool) {
        return Fact.flag(ArgumentPointer.of("approved", tool).toString());
    }

    /**
     * That calls of a tool with a key are approved until further notice.
     *
     * @param tool the tool's name
     * @param key the key, as {@link CallKey} reads it
     * @return the fact, which is true of a session that was told so
     */
    public static Fact<Boolean> standing(String tool, String key) {
        return Fact.flag(ArgumentPointer.of("approved", tool, key).toString());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ToolSelector governs() {
        return governs;
    }

    @Override
    public String kind() {
        return "approval";
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        if (context.approved() || context.fact(standing(call.tool())).orElse(false)) {
            return PolicyDecision.allow();
        }
        Set<String> keys = key == null ? Set.of() : key.of(call);
        List<String> open = keys.stream()
                .filter(each -> !context.fact(standing(call.tool(), each)).orElse(false))
                .toList();
        return !keys.isEmpty() && open.isEmpty() ? PolicyDecision.allow() : denied(call.tool(), open);
    }

    private static PolicyDecision denied(String tool, List<String> open) {
        Map<String, JsonNode> metadata = new LinkedHashMap<>();
        metadata.put("tool", TextNode.valueOf(tool));
        String whose = "Tool '" + tool + "'";
        if (!open.isEmpty()) {
            metadata.put("keys", StateValues.texts(open));
            whose += " with key '" + StateValues.shown(open.get(0)) + "'";
        }
        return PolicyDecision.deny(whose + " requires approval", metadata);
    }

    @Override
    public String toString() {
        return name;
    }
}
