package dev.toolpolicy.springboot;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint and the health check, where the application has an actuator. */
@Configuration(proxyBeanMethods = false)
final class ActuatorConfiguration {
    @Bean
    EngineReport toolPolicyReport(StartedTools tools, ToolPolicyProperties properties, ShadowCalls shadow) {
        return new EngineReport(tools, properties, shadow);
    }

    /** The endpoint. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Endpoint.class)
    static class Endpoints {
        @Bean
        @ConditionalOnMissingBean
        ToolPolicyEndpoint toolPolicyEndpoint(StartedTools tools, EngineReport report) {
            return new ToolPolicyEndpoint(tools, report);
        }
    }

    /** Health in Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    static class Health3 {
        @Bean
        @ConditionalOnMissingBean(name = "toolPolicyHealthIndicator")
        org.springframework.boot.actuate.health.HealthIndicator toolPolicyHealthIndicator(EngineReport report) {
            return () -> (report.works()
                            ? org.springframework.boot.actuate.health.Health.up()
                            : org.springframework.boot.actuate.health.Health.down())
                    .withDetails(report.health())
                    .build();
        }
    }

    /** Health in Spring Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    static class Health4 {
        @Bean
        @ConditionalOnMissingBean(name = "toolPolicyHealthIndicator")
        org.springframework.boot.health.contributor.HealthIndicator toolPolicyHealthIndicator(EngineReport report) {
            return () -> (report.works()
                            ? org.springframework.boot.health.contributor.Health.up()
                            : org.springframework.boot.health.contributor.Health.down())
                    .withDetails(report.health())
                    .build();
        }
    }
}
