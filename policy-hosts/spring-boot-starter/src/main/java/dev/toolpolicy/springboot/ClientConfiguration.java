package dev.toolpolicy.springboot;

import dev.toolpolicy.springai.ToolPolicies;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The part for chat clients. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(ChatClient.class)
class ClientConfiguration {
    /** The source of the advisor that knows who calls, if the application has one. */
    @FunctionalInterface
    interface CallerAdvisorSource {
        Advisor advisor();
    }

    /** Gives every builder of chat clients the advisor that hands the conversation over. */
    @Bean
    static BeanPostProcessor toolPolicyClientPostProcessor(
            ObjectProvider<ToolPolicies> policies, ObjectProvider<CallerAdvisorSource> callers) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof ChatClient.Builder builder) {
                    builder.defaultAdvisors(policies.getObject().advisor());
                    callers.ifAvailable(source -> builder.defaultAdvisors(source.advisor()));
                }
                return bean;
            }
        };
    }
}
