package dev.toolpolicy.springboot;

import dev.toolpolicy.springai.ToolPolicies;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What chat clients need. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(ChatClient.class)
class ClientConfiguration {
    @Bean
    static ClientPostProcessor toolPolicyClientPostProcessor(
            ObjectProvider<ToolPolicies> policies, ObjectProvider<ClientPostProcessor.CallerAdvisorSource> callers) {
        return new ClientPostProcessor(policies, callers);
    }
}
