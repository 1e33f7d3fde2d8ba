package dev.toolpolicy.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.SimpleLogRecordProcessor;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryLogRecordExporter;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With the real SDK, whose exporters keep what they are given. */
class OpenTelemetryListenerTest {
    private static final AttributeKey<String> TOOL_NAME = AttributeKey.stringKey("gen_ai.tool.name");

    private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final InMemoryLogRecordExporter logs = InMemoryLogRecordExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setMeterProvider(
                    SdkMeterProvider.builder().registerMetricReader(metrics).build())
            .setLoggerProvider(SdkLoggerProvider.builder()
                    .addLogRecordProcessor(SimpleLogRecordProcessor.create(logs))
                    .build())
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build();

    @AfterEach
    void close() {
        telemetry.close();
    }

    private static PolicyEngine engine(OpenTelemetryListener listener) {
        ToolSchema schema = ToolSchema.of(Parameter.required("path", ParameterType.string()));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("read", schema)
                        .withRun(RuleList.of(
                                RuleSpec.when(Argument.Text.at("/path").prefix("no/"), Mode.DENY),
                                RuleSpec.otherwise(Mode.ALLOW))))))
                .onCall(listener)
                .build();
    }

    private PolicyEngine engine() {
        return engine(OpenTelemetryListener.of(telemetry));
    }

    private static void call(PolicyEngine engine, String tool, String path) {
        try (PolicySession session = engine.session("user-42")) {
            ToolCallOutcome outcome = session.calls()
                    .call("call_1", tool)
                    .append("{\"path\":\"" + path + "\"}")
                    .finish();
            if (outcome.kind() == ToolCallOutcome.Kind.APPROVED) {
                outcome.approved().orElseThrow().succeeded(IntNode.valueOf(1));
            }
        }
    }

    private Map<Attributes, Long> counted(String metric) {
        return metrics.collectAllMetrics().stream()
                .filter(each -> each.getName().equals(metric))
                .map(MetricData::getLongSumData)
                .flatMap(sum -> sum.getPoints().stream())
                .collect(Collectors.toMap(LongPointData::getAttributes, LongPointData::getValue));
    }

    @Test
    void callsAreCountedByToolVerdictAndRule() {
        PolicyEngine engine = engine();
        call(engine, "read", "a");
        call(engine, "read", "no/b");
        call(engine, "read", "no/c");
        Attributes ran = Attributes.builder()
                .put(OpenTelemetryListener.TOOL, "read")
                .put(OpenTelemetryListener.VERDICT, "ran")
                .put(OpenTelemetryListener.SUCCESS, true)
                .put(OpenTelemetryListener.BY, "rule")
                .put(OpenTelemetryListener.RULE, 2L)
                .build();
        Attributes denied = Attributes.of(
                OpenTelemetryListener.TOOL,
                "read",
                OpenTelemetryListener.VERDICT,
                "denied",
                OpenTelemetryListener.BY,
                "rule",
                OpenTelemetryListener.RULE,
                1L);
        assertThat(counted("tool_policy.calls")).isEqualTo(Map.of(ran, 1L, denied, 2L));
        assertThat(metrics.collectAllMetrics())
                .extracting(MetricData::getName)
                .contains("tool_policy.decision.duration");
    }

    @Test
    void eachCallIsOneEventOfTheLogInTheCurrentTrace() {
        PolicyEngine engine = engine();
        Span span = telemetry.getTracer("test").spanBuilder("chat").startSpan();
        try (Scope scope = span.makeCurrent()) {
            assertThat(scope).isNotNull();
            call(engine, "read", "no/hunter2");
        } finally {
            span.end();
        }
        LogRecordData event = logs.getFinishedLogRecordItems().get(0);
        assertThat(logs.getFinishedLogRecordItems()).hasSize(1);
        assertThat(event.getEventName()).isEqualTo("tool_policy.call");
        assertThat(event.getSpanContext().getTraceId())
                .isEqualTo(span.getSpanContext().getTraceId());
        assertThat(event.getAttributes().asMap().toString()).contains("user-42", "call_1", "denied");
        assertThat(event.toString()).doesNotContain("hunter2");
        assertThat(spans.getFinishedSpanItems().get(0).getEvents()).isEmpty();
        assertThat(spans.getFinishedSpanItems().get(0).getAttributes().isEmpty())
                .as("the span isn't that of a tool call")
                .isTrue();
    }

    @Test
    void theSpanOfAToolCallGetsTheVerdict() {
        PolicyEngine engine = engine();
        Span span = telemetry
                .getTracer("test")
                .spanBuilder("execute_tool read")
                .setAttribute(ToolSpan.OPERATION, ToolSpan.EXECUTE_TOOL)
                .startSpan();
        try (Scope scope = span.makeCurrent()) {
            assertThat(scope).isNotNull();
            call(engine, "read", "no/hunter2");
        } finally {
            span.end();
        }
        Attributes attributes = spans.getFinishedSpanItems().get(0).getAttributes();
        assertThat(attributes.get(OpenTelemetryListener.VERDICT)).isEqualTo("denied");
        assertThat(attributes.get(OpenTelemetryListener.RULE)).isEqualTo(1);
        assertThat(attributes.toString()).doesNotContain("hunter2");
    }

    @Test
    void changingConventionsAreOffByDefault() {
        call(engine(), "read", "a");
        call(engine(OpenTelemetryListener.of(telemetry).withConventions()), "read", "a");
        List<LogRecordData> events = logs.getFinishedLogRecordItems();
        assertThat(events.get(0).getAttributes().get(TOOL_NAME)).isNull();
        assertThat(events.get(1).getAttributes().get(TOOL_NAME)).isEqualTo("read");
    }

    @Test
    void inventedNamesAreOneSeries() {
        PolicyEngine engine = engine();
        for (int i = 0; i < 100; i++) {
            call(engine, "made up " + i, "a");
        }
        assertThat(counted("tool_policy.calls")).hasSize(1).containsValue(100L);
        assertThat(metrics.collectAllMetrics())
                .filteredOn(metric -> metric.getName().equals("tool_policy.decision.duration"))
                .singleElement()
                .satisfies(metric ->
                        assertThat(metric.getHistogramData().getPoints()).hasSize(1));
    }

    @Test
    void aCallThatDoesNotRunIsAWarning() {
        PolicyEngine engine = engine();
        call(engine, "read", "a");
        call(engine, "read", "no/b");
        assertThat(logs.getFinishedLogRecordItems())
                .extracting(LogRecordData::getSeverity)
                .containsExactly(Severity.INFO, Severity.WARN);
    }

    @Test
    void healthIsMeasured() {
        OpenTelemetryListener listener = OpenTelemetryListener.of(telemetry);
        listener.watch(engine(listener));
        assertThat(metrics.collectAllMetrics())
                .extracting(MetricData::getName)
                .contains("tool_policy.requests.open", "tool_policy.policies.degraded", "tool_policy.store.failures");
    }
}
