package dev.toolpolicy.springboot;

import dev.toolpolicy.config.host.SessionResolver;
import dev.toolpolicy.springai.ToolPolicies;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.Authentication;

/** Sessions and facts by the caller, with Spring Security or without. */
@Configuration(proxyBeanMethods = false)
final class CallerConfiguration {

    /** With Spring Security. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Authentication.class)
    static class Known {
        @Bean
        @ConditionalOnMissingBean(SessionResolver.class)
        CallerSessions toolPolicyCallerSessions(ToolPolicyProperties properties) {
            return new CallerSessions(properties.session() == ToolPolicyProperties.Session.PRINCIPAL);
        }

        /** With chat clients, too. */
        @Configuration(proxyBeanMethods = false)
        @ConditionalOnClass(ChatClient.class)
        static class Clients {
            @Bean
            ClientConfiguration.CallerAdvisorSource toolPolicyCallerAdvisor() {
                return CallerAdvisor::new;
            }
        }
    }

    /** Without Spring Security. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("org.springframework.security.core.Authentication")
    static class Unknown {
        @Bean
        @ConditionalOnMissingBean(SessionResolver.class)
        SessionResolver<ToolContext> toolPolicyConversationSessions(ToolPolicyProperties properties) {
            if (properties.session() == ToolPolicyProperties.Session.PRINCIPAL) {
                throw new StartException(
                        "toolpolicy.session=principal needs Spring Security, which isn't on the class path.",
                        "Add it, set toolpolicy.session=conversation, or declare a bean of type"
                                + " SessionResolver<ToolContext>.");
            }
            return ToolPolicies.conversations();
        }
    }
}
