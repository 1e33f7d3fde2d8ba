package dev.toolpolicy.opentelemetry;

import dev.toolpolicy.event.PolicyEvent;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Span;
import java.util.Set;

/**
 * Counts what policies decide with OpenTelemetry, and notes denials and failures on the span that is current. Metrics
 * have the names of policies and tools for attributes, and nothing that a model can choose freely: a tool that the
 * service doesn't know counts as {@value #OTHER_TOOL}, so a model can't make new series without end.
 */
public final class OpenTelemetryListener implements PolicyEvent.Listener {
    static final String OTHER_TOOL = "_other";
    static final AttributeKey<String> POLICY = AttributeKey.stringKey("tool_policy.policy");
    static final AttributeKey<String> TOOL = AttributeKey.stringKey("tool_policy.tool");
    static final AttributeKey<Boolean> ALLOWED = AttributeKey.booleanKey("tool_policy.allowed");
    private static final AttributeKey<String> SESSION = AttributeKey.stringKey("tool_policy.session");
    private static final AttributeKey<String> CALL = AttributeKey.stringKey("tool_policy.call_id");
    private static final AttributeKey<String> REASON = AttributeKey.stringKey("tool_policy.reason");

    private final Set<String> tools;
    private final LongCounter checks;
    private final LongCounter denials;
    private final LongCounter failures;

    /**
     * Creates a listener.
     *
     * @param telemetry where to
     * @param tools the names of the service's tools
     */
    public OpenTelemetryListener(OpenTelemetry telemetry, Set<String> tools) {
        Meter meter = telemetry.getMeter("dev.toolpolicy");
        this.tools = Set.copyOf(tools);
        checks = meter.counterBuilder("tool_policy.checks")
                .setUnit("{check}")
                .setDescription("Answers of policies to calls that were about to run")
                .build();
        denials = meter.counterBuilder("tool_policy.denials")
                .setUnit("{call}")
                .setDescription("Calls that a policy denied")
                .build();
        failures = meter.counterBuilder("tool_policy.failures")
                .setUnit("{failure}")
                .setDescription("Policies that failed when they were notified of a call")
                .build();
    }

    @Override
    public void onEvent(PolicyEvent event) {
        Attributes names = Attributes.of(POLICY, event.policy(), TOOL, tool(event));
        event.passTo(new PolicyEvent.Receiver() {
            @Override
            public void checked(PolicyEvent.Checked checked) {
                checks.add(1, names.toBuilder().put(ALLOWED, checked.allowed()).build());
            }

            @Override
            public void denied(PolicyEvent.Denied denied) {
                denials.add(1, names);
                note("tool_policy.denied", denied, names, denied.reason());
            }

            @Override
            public void failed(PolicyEvent.Failed failed) {
                failures.add(1, names);
                note("tool_policy.failed", failed, names, failed.error());
            }
        });
    }

    private String tool(PolicyEvent event) {
        return tools.contains(event.tool()) ? event.tool() : OTHER_TOOL;
    }

    private static void note(String name, PolicyEvent event, Attributes names, String reason) {
        Attributes all = names.toBuilder()
                .put(SESSION, event.session())
                .put(CALL, event.callId())
                .put(REASON, reason)
                .build();
        Span.current().addEvent(name, all, event.time());
    }
}
