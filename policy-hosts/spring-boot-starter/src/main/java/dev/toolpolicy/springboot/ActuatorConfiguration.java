package dev.toolpolicy.springboot;

import dev.toolpolicy.springai.ShadowCalls;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint and the health check, where the application has an actuator. */
@Configuration(proxyBeanMethods = false)
final class ActuatorConfiguration {

    /** The endpoint. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Endpoint.class)
    static class Endpoints {
        @Bean
        @ConditionalOnMissingBean
        ToolPolicyEndpoint toolPolicyEndpoint(StartedTools tools, ToolPolicyProperties properties, ShadowCalls shadow) {
            return new ToolPolicyEndpoint(tools, properties, shadow);
        }
    }

    /** Health in Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    static class Health3 {
        @Bean
        @ConditionalOnMissingBean(name = "toolPolicyHealthIndicator")
        org.springframework.boot.actuate.health.HealthIndicator toolPolicyHealthIndicator(
                StartedTools tools, ToolPolicyProperties properties, ShadowCalls shadow) {
            return () -> {
                EngineReport report = new EngineReport(tools.get(), properties, shadow);
                var health = report.works()
                        ? org.springframework.boot.actuate.health.Health.up()
                        : org.springframework.boot.actuate.health.Health.down();
                return health.withDetails(report.health()).build();
            };
        }
    }

    /** Health in Spring Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    static class Health4 {
        @Bean
        @ConditionalOnMissingBean(name = "toolPolicyHealthIndicator")
        org.springframework.boot.health.contributor.HealthIndicator toolPolicyHealthIndicator(
                StartedTools tools, ToolPolicyProperties properties, ShadowCalls shadow) {
            return () -> {
                EngineReport report = new EngineReport(tools.get(), properties, shadow);
                var health = report.works()
                        ? org.springframework.boot.health.contributor.Health.up()
                        : org.springframework.boot.health.contributor.Health.down();
                return health.withDetails(report.health()).build();
            };
        }
    }
}
