package dev.toolpolicy.springai;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;

/** A resolver whose tools run only with the permission of a manager of the same policies. */
record GuardedResolver(ToolCallbackResolver resolver, ToolPolicies policies) implements ToolCallbackResolver {
    @Override
    public @Nullable ToolCallback resolve(String name) {
        ToolCallback found = resolver.resolve(name);
        return found == null ? null : GuardedCallback.of(found, policies);
    }
}
