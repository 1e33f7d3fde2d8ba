package dev.toolpolicy.springboot;

import dev.toolpolicy.springai.ToolPolicies;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Gives every builder of chat clients the advisor that hands the conversation over. */
final class ClientPostProcessor implements BeanPostProcessor {
    private final ObjectProvider<ToolPolicies> policies;
    private final ObjectProvider<CallerAdvisorSource> callers;

    ClientPostProcessor(ObjectProvider<ToolPolicies> policies, ObjectProvider<CallerAdvisorSource> callers) {
        this.policies = policies;
        this.callers = callers;
    }

    /** The source of the advisor that knows who calls, if the application has one. */
    @FunctionalInterface
    interface CallerAdvisorSource {
        Advisor advisor();
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof ChatClient.Builder builder) {
            builder.defaultAdvisors(policies.getObject().advisor());
            callers.ifAvailable(source -> builder.defaultAdvisors(source.advisor()));
        }
        return bean;
    }
}
