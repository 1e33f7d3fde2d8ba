package dev.toolpolicy.opentelemetry;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.PolicyEngine;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.logs.Logger;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Span;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A listener that reports an engine's decisions with OpenTelemetry: as metrics, as an event of the log for each call
 * that ended, and as attributes of the current span if it is the span of a tool call.
 *
 * <pre>{@code
 * OpenTelemetryListener telemetry = OpenTelemetryListener.of(openTelemetry);
 * PolicyEngine engine = PolicyEngine.builder().tools(tools).onCall(telemetry).build();
 * telemetry.watch(engine);
 * }</pre>
 *
 * <p>Nothing holds an argument, a path or a reason. In metrics, the name of a tool that the engine doesn't have is
 * {@value #OTHER_TOOL}, so that a model can't make new series.
 */
public final class OpenTelemetryListener implements CallRecord.Listener {
    /** The version of the semantic conventions that {@link #withConventions} follows. */
    public static final String CONVENTIONS = "1.37.0";

    static final String OTHER_TOOL = "_other";
    static final AttributeKey<String> TOOL = AttributeKey.stringKey("tool_policy.tool");
    static final AttributeKey<String> VERDICT = AttributeKey.stringKey("tool_policy.verdict");
    static final AttributeKey<Boolean> SUCCESS = AttributeKey.booleanKey("tool_policy.success");
    static final AttributeKey<String> BY = AttributeKey.stringKey("tool_policy.decided_by");
    static final AttributeKey<Long> RULE = AttributeKey.longKey("tool_policy.rule");
    static final AttributeKey<String> POLICY = AttributeKey.stringKey("tool_policy.policy");
    private static final AttributeKey<String> SOURCE = AttributeKey.stringKey("tool_policy.source");
    private static final AttributeKey<String> CODE = AttributeKey.stringKey("tool_policy.code");
    private static final AttributeKey<String> SESSION = AttributeKey.stringKey("tool_policy.session");
    private static final AttributeKey<String> CALL = AttributeKey.stringKey("tool_policy.call_id");
    private static final AttributeKey<String> POLICIES = AttributeKey.stringKey("tool_policy.policies");
    private static final AttributeKey<Boolean> ASKED = AttributeKey.booleanKey("tool_policy.asked");

    private final Meter meter;
    private final Logger events;
    private final LongCounter calls;
    private final DoubleHistogram decisions;
    private final boolean conventions;

    private OpenTelemetryListener(Meter meter, Logger events, boolean conventions) {
        this.meter = meter;
        this.events = events;
        this.conventions = conventions;
        calls = meter.counterBuilder("tool_policy.calls")
                .setUnit("{call}")
                .setDescription("Calls that ended")
                .build();
        decisions = meter.histogramBuilder("tool_policy.decision.duration")
                .setUnit("s")
                .setDescription("Time from the end of a call's arguments to its decision, with the wait for an answer")
                .build();
    }

    /**
     * Creates a listener.
     *
     * @param telemetry the service's telemetry
     */
    public static OpenTelemetryListener of(OpenTelemetry telemetry) {
        return new OpenTelemetryListener(
                telemetry.getMeter("dev.toolpolicy"), telemetry.getLogsBridge().get("dev.toolpolicy"), false);
    }

    /**
     * Returns this listener with the attributes {@code gen_ai.operation.name}, {@code gen_ai.tool.name} and {@code
     * gen_ai.tool.call.id} on events, as the semantic conventions for generative AI name them in version {@value
     * #CONVENTIONS}. These conventions still change, so they are off by default.
     *
     * @return a listener with the same meters
     */
    public OpenTelemetryListener withConventions() {
        return new OpenTelemetryListener(meter, events, true);
    }

    /**
     * Registers the gauges and the counter of an engine's health.
     *
     * @param engine the engine
     * @return this listener
     */
    public OpenTelemetryListener watch(PolicyEngine engine) {
        Objects.requireNonNull(engine, "engine");
        meter.gaugeBuilder("tool_policy.requests.open")
                .ofLongs()
                .setUnit("{request}")
                .setDescription("Approval requests that wait for an answer")
                .buildWithCallback(now -> now.record(engine.openRequests()));
        meter.gaugeBuilder("tool_policy.policies.degraded")
                .ofLongs()
                .setUnit("{policy}")
                .setDescription("Session policies that failed and deny until they are reset")
                .buildWithCallback(now -> now.record(engine.degraded().size()));
        meter.gaugeBuilder("tool_policy.store.fill")
                .setUnit("1")
                .setDescription("How full the sessions' store is, from 0 to 1")
                .buildWithCallback(now -> now.record(engine.storeFill()));
        meter.counterBuilder("tool_policy.store.failures")
                .setUnit("{failure}")
                .setDescription("Failures of the sessions' store")
                .buildWithCallback(now -> now.record(engine.storeFailures()));
        return this;
    }

    @Override
    public void onCall(CallRecord call) {
        String tool = call.knownTool().orElse(OTHER_TOOL);
        Attributes decision = decision(call);
        calls.add(1, decision.toBuilder().put(TOOL, tool).build());
        measure(call, tool);
        Attributes all = details(call, decision);
        events.logRecordBuilder()
                .setEventName("tool_policy.call")
                .setSeverity(call.verdict().equals(Optional.of(CallRecord.Verdict.RAN)) ? Severity.INFO : Severity.WARN)
                .setTimestamp(call.ended().orElseGet(Instant::now))
                .setAllAttributes(conventions ? conventional(call, all) : all)
                .emit();
        Span span = Span.current();
        if (ToolSpan.isOfTool(span)) {
            span.setAllAttributes(all);
        }
    }

    /** Returns the attributes with few values, for metrics too. */
    private static Attributes decision(CallRecord call) {
        AttributesBuilder attributes = Attributes.builder();
        call.verdict().ifPresent(verdict -> attributes.put(VERDICT, verdict.word()));
        call.success().ifPresent(success -> attributes.put(SUCCESS, success));
        call.decision().ifPresent(decision -> {
            attributes.put(BY, decision.by().word());
            decision.rule().ifPresent(index -> attributes.put(RULE, index + 1L));
            decision.policy().ifPresent(policy -> attributes.put(POLICY, policy));
        });
        return attributes.build();
    }

    private static Attributes details(CallRecord call, Attributes decision) {
        AttributesBuilder attributes = decision.toBuilder()
                .put(TOOL, call.tool())
                .put(SESSION, call.session())
                .put(CALL, call.callId())
                .put(POLICIES, call.policies());
        call.decision().ifPresent(by -> {
            by.source().ifPresent(source -> attributes.put(SOURCE, source));
            by.code().ifPresent(code -> attributes.put(CODE, code));
        });
        return attributes.build();
    }

    private static Attributes conventional(CallRecord call, Attributes attributes) {
        return attributes.toBuilder()
                .put(ToolSpan.OPERATION, ToolSpan.EXECUTE_TOOL)
                .put(AttributeKey.stringKey("gen_ai.tool.name"), call.tool())
                .put(AttributeKey.stringKey("gen_ai.tool.call.id"), call.callId())
                .build();
    }

    private void measure(CallRecord call, String tool) {
        boolean asked = call.steps().stream().anyMatch(step -> step.kind() == CallStep.Kind.ANSWERED);
        call.decisionTime()
                .ifPresent(time -> decisions.record(time.toNanos() / 1e9, Attributes.of(TOOL, tool, ASKED, asked)));
    }
}
