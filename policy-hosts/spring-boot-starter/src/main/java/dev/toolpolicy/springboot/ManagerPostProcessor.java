package dev.toolpolicy.springboot;

import dev.toolpolicy.springai.PolicyToolCallingManager;
import dev.toolpolicy.springai.ToolPolicies;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Puts every tool calling manager and every resolver of tools under the policies, also beans of the application's own. */
record ManagerPostProcessor(ObjectProvider<ToolPolicies> policies, ObjectProvider<ToolCallbackResolver> resolvers)
        implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof ToolCallbackResolver resolver) {
            return policies.getObject().guarded(resolver);
        }
        if (bean instanceof ToolCallingManager manager && !(bean instanceof PolicyToolCallingManager)) {
            return policies.getObject().manager(manager, tool -> {
                ToolCallbackResolver resolver = resolvers.getIfAvailable();
                return resolver == null ? null : resolver.resolve(tool);
            });
        }
        return bean;
    }
}
