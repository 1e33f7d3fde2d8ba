package dev.toolpolicy.springai;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/** A tool that runs only with the permission of a manager of the same policies, for every caller. */
record GuardedCallback(ToolCallback tool, ToolPolicies policies) implements ToolCallback {
    /** Returns a tool under policies. A tool that is under them already stays as it is. */
    static ToolCallback of(ToolCallback tool, ToolPolicies policies) {
        return isOf(tool, policies) ? tool : new GuardedCallback(tool, policies);
    }

    static boolean isOf(ToolCallback tool, ToolPolicies policies) {
        return tool instanceof GuardedCallback guarded && guarded.policies.owner() == policies.owner();
    }

    @Override
    public ToolDefinition getToolDefinition() {
        return tool.getToolDefinition();
    }

    @Override
    public ToolMetadata getToolMetadata() {
        return tool.getToolMetadata();
    }

    @Override
    public String call(String arguments) {
        return call(arguments, null);
    }

    @Override
    public String call(String arguments, @Nullable ToolContext context) {
        Map<String, Object> known = context == null ? Map.of() : context.getContext();
        ApprovedRun run = known.get(ApprovedRun.KEY) instanceof ApprovedRun given ? given : null;
        String name = getToolDefinition().name();
        if (run == null || !run.take(policies.owner(), name, arguments)) {
            if (policies.isShadow()) {
                return tool.call(arguments, own(known));
            }
            throw new IllegalStateException(
                    "tool \"" + name + "\" doesn't run: its call wasn't decided by the policies. Let the application's"
                            + " ToolCallingManager run it; build the ChatClient from the application's"
                            + " ChatClient.Builder, or pass that manager to ToolCallingAdvisor.");
        }
        try {
            return tool.call(arguments, own(known));
        } catch (RuntimeException | Error e) {
            run.fail();
            throw e;
        }
    }

    /** Returns the context without what is between the advisor, the manager and this class. */
    private static ToolContext own(Map<String, Object> known) {
        Map<String, Object> left = new HashMap<>(known);
        left.keySet().removeIf(key -> key.startsWith(ToolPolicies.PREFIX));
        return new ToolContext(left);
    }
}
