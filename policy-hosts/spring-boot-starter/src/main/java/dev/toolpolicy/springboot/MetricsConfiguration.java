package dev.toolpolicy.springboot;

import dev.toolpolicy.micrometer.PolicyMetrics;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Meters of decisions and of the engine's health, if the application has a registry. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterRegistry.class)
class MetricsConfiguration {
    @Bean
    Meters toolPolicyMeters(ObjectProvider<MeterRegistry> registries) {
        return new Meters(registries);
    }

    /** The meters of the application's registry. */
    static final class Meters implements PolicyEngineCustomizer, StartedTools.Started {
        private final ObjectProvider<MeterRegistry> registries;
        private @Nullable PolicyMetrics metrics;

        Meters(ObjectProvider<MeterRegistry> registries) {
            this.registries = registries;
        }

        @Override
        public PolicyEngineBuilder customize(PolicyEngineBuilder builder) {
            MeterRegistry registry = registries.getIfUnique();
            if (registry != null) {
                metrics = PolicyMetrics.of(registry);
                builder.onCall(metrics);
            }
            return builder;
        }

        @Override
        public void accept(PolicyEngine engine) {
            if (metrics != null) {
                metrics.watch(engine);
            }
        }
    }
}
