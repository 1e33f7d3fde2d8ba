package dev.toolpolicy.springboot;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.config.host.SessionResolver;
import dev.toolpolicy.springai.ToolPolicies;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that find sessions: those of other hosts, and several of them. */
class ResolversTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ToolPolicyAutoConfiguration.class, ToolCallingAutoConfiguration.class))
            .withBean("delete", ToolCallback.class, () -> App.callback("delete_all"))
            .withBean("search", ToolCallback.class, () -> App.callback("remote_search"))
            .withPropertyValues("toolpolicy.session=principal", "toolpolicy.files=classpath:approvals.toml");

    /** An application that is also an MCP server. */
    @Configuration(proxyBeanMethods = false)
    static class OfAnotherHost {
        @Bean
        SessionResolver<Map<String, Object>> callers() {
            return (engine, call) -> engine.session(String.valueOf(call.get("user")));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Two {
        @Bean
        SessionResolver<ToolContext> one() {
            return (engine, call) -> engine.session("one");
        }

        @Bean
        SessionResolver<ToolContext> two() {
            return (engine, call) -> engine.session("two");
        }
    }

    /** It replaces the resolver of users, so nothing finds a chat's session: conversations aren't users. */
    @Test
    void aResolverOfAnotherHostFindsNoSession() {
        runner.withUserConfiguration(OfAnotherHost.class)
                .run(context -> assertThatThrownBy(() -> offered(context))
                        .hasMessageContaining("SessionResolver<org.springframework.ai.chat.model.ToolContext>"));
    }

    @Test
    void ofTwoResolversNoneIsChosen() {
        runner.withUserConfiguration(Two.class)
                .run(context -> assertThatThrownBy(() -> offered(context)).hasMessageContaining("one,two"));
    }

    /** Asks for the tools of a chat, which needs its session. */
    private static void offered(ApplicationContext context) {
        context.getBean(ToolCallingManager.class)
                .resolveToolDefinitions(ToolCallingChatOptions.builder()
                        .toolCallbacks(List.of(context.getBean(ToolPolicies.class)
                                .guarded(context.getBean("search", ToolCallback.class))))
                        .toolContext(Map.of(ToolPolicies.SESSION, "c1"))
                        .build());
    }
}
