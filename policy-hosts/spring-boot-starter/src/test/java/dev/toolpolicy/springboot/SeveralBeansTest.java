package dev.toolpolicy.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.config.host.SessionResolver;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.springai.ToolPolicies;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

/** Beans of which the engine uses one, where an application has several, or only one of another host. */
class SeveralBeansTest {
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

    @Configuration(proxyBeanMethods = false)
    static class TwoSettings {
        @Bean
        SessionSettings first() {
            return SessionSettings.inMemory();
        }

        @Bean
        SessionSettings second() {
            return SessionSettings.inMemory();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoApprovers {
        @Bean
        PermissionHandler first() {
            return request -> null;
        }

        @Bean
        PermissionHandler second() {
            return request -> null;
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

    /** None of them would mean sessions in memory, whose limits each node counts apart. */
    @Test
    void twoStoresStopTheStart() {
        runner.withBean("first", SessionStore.class, SessionStore::inMemory)
                .withBean("second", SessionStore.class, SessionStore::inMemory)
                .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining("first,second"));
    }

    @ParameterizedTest
    @ValueSource(classes = {TwoSettings.class, TwoApprovers.class})
    void twoSettingsOrApproversStopTheStart(Class<?> two) {
        runner.withUserConfiguration(two)
                .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining("first,second"));
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
