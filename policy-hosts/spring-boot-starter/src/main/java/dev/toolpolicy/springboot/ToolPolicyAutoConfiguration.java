package dev.toolpolicy.springboot;

import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.SessionResolver;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.springai.ToolPolicies;
import io.micrometer.observation.ObservationRegistry;
import java.nio.file.Path;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/**
 * The auto-configuration. All tools of the application are under the policies in {@code tool-policy.toml}. A bean of the
 * application replaces the bean of that type; beans of the types {@link PolicyEngineCustomizer}, {@code
 * PermissionHandler}, {@code ToolPolicy}, {@code SessionStore} and {@code CallRecord.Listener} are given to the engine.
 */
@AutoConfiguration(
        beforeName = "org.springframework.ai.model.chat.client.autoconfigure.ChatClientAutoConfiguration",
        afterName = "org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration")
@ConditionalOnClass(ToolCallingManager.class)
@EnableConfigurationProperties(ToolPolicyProperties.class)
@Import({
    CallerConfiguration.class,
    ClientConfiguration.class,
    StoreConfiguration.class,
    ApprovalConfiguration.class,
    MetricsConfiguration.class,
    ActuatorConfiguration.class
})
public final class ToolPolicyAutoConfiguration {
    /** The advisor of Spring AI 2.0 that runs tools with the manager that a chat client was built with. */
    private static final String OWN_MANAGERS = "org.springframework.ai.chat.client.advisor.ToolCallingAdvisor";

    /** Creates the configuration. Spring does it. */
    public ToolPolicyAutoConfiguration() {}

    @Bean
    static ManagerPostProcessor toolPolicyManagerPostProcessor(
            ObjectProvider<ToolPolicies> policies, ObjectProvider<ToolCallbackResolver> resolvers) {
        return new ManagerPostProcessor(policies, resolvers);
    }

    @Bean
    @ConditionalOnMissingBean
    HostPolicies toolPolicyHostPolicies(
            ToolPolicyProperties properties,
            ResourceLoader resources,
            ObjectProvider<PolicyEngineCustomizer> customizers,
            ObjectProvider<PermissionHandler> approver,
            ObjectProvider<SessionStore> store,
            ObjectProvider<SessionSettings> sessions,
            ObjectProvider<ToolPolicy> policies,
            ObjectProvider<CallRecord.Listener> listeners) {
        return HostPolicies.of(new PolicyFiles(properties.files(), properties.only(), resources).read())
                .unknownTools(properties.unknownTools())
                .engine(builder -> {
                    if (properties.strict()) {
                        builder.strict();
                    }
                    if (properties.workspace() != null && properties.workspace().isBlank()) {
                        throw new StartException(
                                "toolpolicy.workspace is blank.", "Name a folder, or delete the property.");
                    } else if (properties.workspace() != null) {
                        builder.paths(PathSettings.workspace(Path.of(properties.workspace())));
                    }
                    approver.ifAvailable(builder::permission);
                    store.ifAvailable(builder::sessions);
                    sessions.ifAvailable(builder::sessions);
                    builder.policies(policies.orderedStream().toArray(ToolPolicy[]::new));
                    listeners.orderedStream().forEach(builder::onCall);
                    PolicyEngineBuilder made = builder;
                    for (PolicyEngineCustomizer each :
                            customizers.orderedStream().toList()) {
                        made = customized(made, each);
                    }
                    return made;
                });
    }

    private static PolicyEngineBuilder customized(PolicyEngineBuilder builder, PolicyEngineCustomizer customizer) {
        try {
            return customizer.customize(builder);
        } catch (IllegalStateException e) {
            throw new StartException(
                    "The PolicyEngineCustomizer " + customizer.getClass().getName() + " failed: " + e.getMessage()
                            + ".",
                    "If it sets what a property or another bean sets too, keep one of them. toolpolicy.store=jdbc, or a"
                            + " bean of type SessionStore, gives the engine its store: leave withStore out of the"
                            + " customizer's SessionSettings, or call it with that bean.",
                    e);
        }
    }

    /** Creates the start of the engine. It isn't lazy, so a lazy application fails at its start, too. */
    @Bean
    @Lazy(false)
    StartedTools toolPolicyTools(
            ConfigurableListableBeanFactory beans,
            ToolPolicyProperties properties,
            ObjectProvider<HostPolicies> policies,
            ObjectProvider<StartedTools.Started> listeners) {
        return new StartedTools(beans, properties, policies, listeners);
    }

    @Bean
    ShadowCalls toolPolicyShadowCalls() {
        return new ShadowCalls();
    }

    @Bean
    @ConditionalOnMissingBean
    ToolPolicies toolPolicies(
            ToolPolicyProperties properties,
            ObjectProvider<StartedTools> tools,
            ShadowCalls counts,
            ObjectProvider<SessionResolver<ToolContext>> sessions,
            ObjectProvider<ObservationRegistry> observations) {
        ToolPolicies policies = ToolPolicies.of(() -> tools.getObject().get())
                .sessions((engine, call) -> sessions.getObject().resolve(engine, call))
                .observations(observations.getIfUnique(() -> ObservationRegistry.NOOP));
        if (ClassUtils.isPresent(OWN_MANAGERS, getClass().getClassLoader())) {
            policies = policies.clientsOnly();
        }
        return properties.isShadow() ? policies.shadow(counts::add) : policies;
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    PolicyEngine toolPolicyEngine(StartedTools tools) {
        return tools.get().engine();
    }
}
