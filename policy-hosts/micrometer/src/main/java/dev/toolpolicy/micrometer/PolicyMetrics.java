package dev.toolpolicy.micrometer;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.PolicyEngine;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A listener that counts an engine's decisions with Micrometer.
 *
 * <pre>{@code
 * PolicyMetrics metrics = PolicyMetrics.of(registry);
 * PolicyEngine engine = PolicyEngine.builder().tools(tools).onCall(metrics).build();
 * metrics.watch(engine);
 * }</pre>
 *
 * <ul>
 *   <li>{@code tool.policy.calls}: a counter of calls that ended, with the tags {@code tool}, {@code verdict},
 *       {@code success}, {@code by}, {@code rule} and {@code policy}.
 *   <li>{@code tool.policy.decision}: a timer from the end of a call's arguments to its decision, with the tags
 *       {@code tool} and {@code asked}. If an approval was requested, it includes the wait for the answer.
 *   <li>{@code tool.policy.requests.open}, {@code tool.policy.policies.degraded}, {@code tool.policy.store.fill}: gauges
 *       of a watched engine.
 *   <li>{@code tool.policy.store.failures}: a counter of a watched engine.
 * </ul>
 *
 * <p>A model can't make new series: the name of a tool that the engine doesn't have counts as {@code _other}, and no tag
 * holds an argument, a path or a reason.
 */
public final class PolicyMetrics implements CallRecord.Listener {
    static final String OTHER_TOOL = "_other";
    private static final String NONE = "none";

    private final MeterRegistry registry;

    private PolicyMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * Creates a listener.
     *
     * @param registry the registry of the meters
     */
    public static PolicyMetrics of(MeterRegistry registry) {
        return new PolicyMetrics(Objects.requireNonNull(registry, "registry"));
    }

    /**
     * Registers the gauges and the counter of an engine's health. The registry keeps no strong reference to the engine.
     *
     * @param engine the engine
     * @return this listener
     */
    public PolicyMetrics watch(PolicyEngine engine) {
        Gauge.builder("tool.policy.requests.open", engine, each -> each.openRequests())
                .description("Approval requests that wait for an answer")
                .register(registry);
        Gauge.builder(
                        "tool.policy.policies.degraded",
                        engine,
                        each -> each.degraded().size())
                .description("Session policies that failed and deny until they are reset")
                .register(registry);
        Gauge.builder("tool.policy.store.fill", engine, each -> each.storeFill())
                .description("How full the sessions' store is, from 0 to 1")
                .register(registry);
        FunctionCounter.builder("tool.policy.store.failures", engine, each -> each.storeFailures())
                .description("Failures of the sessions' store")
                .register(registry);
        return this;
    }

    @Override
    public void onCall(CallRecord call) {
        String tool = call.knownTool().orElse(OTHER_TOOL);
        Optional<CallRecord.Decision> decision = call.decision();
        registry.counter("tool.policy.calls", tags(call, tool, decision)).increment();
        boolean asked = call.steps().stream().anyMatch(step -> step.kind() == CallStep.Kind.ANSWERED);
        call.decisionTime()
                .ifPresent(time -> registry.timer("tool.policy.decision", "tool", tool, "asked", String.valueOf(asked))
                        .record(time));
    }

    private static List<Tag> tags(CallRecord call, String tool, Optional<CallRecord.Decision> decision) {
        return List.of(
                Tag.of("tool", tool),
                Tag.of("verdict", call.verdict().map(CallRecord.Verdict::word).orElse(NONE)),
                Tag.of("success", call.success().map(String::valueOf).orElse(NONE)),
                Tag.of("by", decision.map(each -> each.by().word()).orElse(NONE)),
                Tag.of("rule", decision.map(PolicyMetrics::rule).orElse(NONE)),
                Tag.of("policy", decision.flatMap(CallRecord.Decision::policy).orElse(NONE)));
    }

    /** Returns the number of the rule that applied, from 1. */
    private static String rule(CallRecord.Decision decision) {
        return decision.rule().isPresent() ? String.valueOf(decision.rule().getAsInt() + 1) : NONE;
    }
}
