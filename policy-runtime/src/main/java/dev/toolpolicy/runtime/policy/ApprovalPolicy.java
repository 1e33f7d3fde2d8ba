package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.Fact;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.remember.StateValues;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A policy that denies calls without an approval. An approval covers one run of one call ({@link
 * PolicyContext#approved}). A standing approval is a fact of the session for a tool, or for a tool and a key, which the
 * service sets and removes ({@link #standing(String)}). The policy decides when the arguments are complete, so that the
 * approver sees all of them. Immutable; it keeps no state.
 */
public final class ApprovalPolicy implements ToolPolicy {
    /** The default name. */
    public static final String NAME = "approval_required";

    private final String name;
    private final ToolSelector governs;
    private final @Nullable CallKey key;

    private ApprovalPolicy(String name, ToolSelector governs, @Nullable CallKey key) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("policy name must not be empty");
        }
        this.name = name;
        this.governs = Objects.requireNonNull(governs, "governs");
        this.key = key;
    }

    /**
     * Creates a policy for some tools.
     *
     * @param tools the tools' names; none means every tool
     * @return the policy, named {@value #NAME}
     * @throws IllegalArgumentException if a name is empty
     */
    public static ApprovalPolicy required(String... tools) {
        return required(ToolSelector.named(List.of(tools)));
    }

    /**
     * Creates a policy for some tools.
     *
     * @param tools the tools
     * @return the policy, named {@value #NAME}
     */
    public static ApprovalPolicy required(ToolSelector tools) {
        return new ApprovalPolicy(NAME, tools, null);
    }

    /**
     * Returns this policy with another name.
     *
     * @param newName the name, not empty
     * @return the changed policy
     * @throws IllegalArgumentException if the name is empty
     */
    public ApprovalPolicy named(String newName) {
        return new ApprovalPolicy(newName, governs, key);
    }

    /**
     * Returns this policy with standing approvals also for a tool and a key. A call with several keys needs one for
     * each.
     *
     * @param callKey reads the key from a call
     * @return the changed policy
     */
    public ApprovalPolicy perKey(CallKey callKey) {
        return new ApprovalPolicy(name, governs, Objects.requireNonNull(callKey, "callKey"));
    }

    /**
     * Returns the fact of a standing approval for all calls of a tool.
     *
     * @param tool the tool's name
     * @return the fact, which the service sets to true in a session
     */
    public static Fact<Boolean> standing(String tool) {
        return Fact.flag(ArgumentPointer.of("approved", tool).toString());
    }

    /**
     * Returns the fact of a standing approval for a tool's calls with a key.
     *
     * @param tool the tool's name
     * @param key the key, as {@link CallKey} reads it
     * @return the fact, which the service sets to true in a session
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
        String whose = tool;
        if (!open.isEmpty()) {
            metadata.put("keys", StateValues.texts(open));
            whose += " with key " + VisibleText.quoted(open.get(0), VisibleText.NAME);
        }
        return PolicyDecision.deny(whose + " needs a person's approval.", metadata);
    }

    @Override
    public String toString() {
        return name;
    }
}
