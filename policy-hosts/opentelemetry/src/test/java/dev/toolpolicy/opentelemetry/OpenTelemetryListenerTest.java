package dev.toolpolicy.opentelemetry;

import static dev.toolpolicy.runtime.policy.Requirements.require;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.session.CheckedCall;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.runtime.session.SessionSettings;
import dev.toolpolicy.test.ClosedPolicy;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With the real SDK, whose exporters keep what they are given. */
class OpenTelemetryListenerTest {
    private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setMeterProvider(
                    SdkMeterProvider.builder().registerMetricReader(metrics).build())
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build();
    private final PolicyRegistry session = new PolicyRegistry(
            "user-42",
            SessionSettings.inMemory()
                    .withListeners(List.of(new OpenTelemetryListener(telemetry, Set.of("deploy", "test"))), true));

    @AfterEach
    void close() {
        telemetry.close();
    }

    private boolean run(String tool) {
        CheckedCall call = session.check(new ToolCall("call_1", tool, JsonNodeFactory.instance.objectNode()));
        if (call.denial().isEmpty()) {
            session.recordSuccess(call, NullNode.getInstance());
        }
        return call.denial().isEmpty();
    }

    @Test
    void checksAndDenialsAreCountedByPolicyAndTool() {
        session.register(require("deploy").after("test"));
        assertThat(run("deploy")).isFalse();
        assertThat(run("deploy")).isFalse();
        assertThat(run("test")).isTrue();
        assertThat(run("deploy")).isTrue();

        Map<String, Map<Attributes, Long>> counted = metrics.collectAllMetrics().stream()
                .collect(Collectors.toMap(
                        MetricData::getName,
                        metric -> metric.getLongSumData().getPoints().stream()
                                .collect(Collectors.toMap(LongPointData::getAttributes, LongPointData::getValue))));
        Attributes deploy = names("deploy");
        assertThat(counted.get("tool_policy.denials")).isEqualTo(Map.of(deploy, 2L));
        assertThat(counted.get("tool_policy.checks"))
                .isEqualTo(Map.of(with(deploy, false), 2L, with(deploy, true), 1L, with(names("test"), true), 1L));
    }

    private static Attributes names(String tool) {
        return Attributes.of(OpenTelemetryListener.POLICY, "require:deploy", OpenTelemetryListener.TOOL, tool);
    }

    private static Attributes with(Attributes names, boolean allowed) {
        return names.toBuilder().put(OpenTelemetryListener.ALLOWED, allowed).build();
    }

    @Test
    void aDenialIsNotedOnTheCurrentSpan() {
        session.register(require("deploy").after("test"));
        Span span = telemetry.getTracer("test").spanBuilder("turn").startSpan();
        try (Scope scope = span.makeCurrent()) {
            assertThat(scope).isNotNull();
            run("deploy");
        } finally {
            span.end();
        }

        List<EventData> events = spans.getFinishedSpanItems().get(0).getEvents();
        assertThat(events).extracting(EventData::getName).containsExactly("tool_policy.denied");
        assertThat(events.get(0).getAttributes().asMap().toString())
                .contains("user-42", "call_1", "deploy can run only after test has succeeded in this session.");
    }

    @Test
    void inventedNamesAreOneSeries() {
        session.register(new ClosedPolicy());
        for (int i = 0; i < 100; i++) {
            run("made up " + i);
        }

        assertThat(metrics.collectAllMetrics())
                .allSatisfy(metric ->
                        assertThat(metric.getLongSumData().getPoints()).hasSize(1));
    }
}
