package dev.toolpolicy.lab.agentdyn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The replay of recorded runs under one policy file. An ask is answered with yes, and a denial changes nothing: the
 * recording goes on as it was. For one thread.
 */
final class Replay {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The answers to a call. */
    enum Verdict {
        ALLOW,
        ASK,
        DENY,
        INVALID;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A run and the answer to each of its calls.
     *
     * @param run the run
     * @param verdicts the answers
     */
    record Played(RecordedRun run, List<Verdict> verdicts) {}

    private final Path data;
    private final Path policy;
    private final Map<String, PolicyEngine> engines = new TreeMap<>();
    private boolean asked;

    /**
     * Creates the replay.
     *
     * @param data the folder with the tools of each suite
     * @param policy the policy file, for all suites
     */
    Replay(Path data, Path policy) {
        this.data = data;
        this.policy = policy;
    }

    /** Plays runs. */
    List<Played> play(List<RecordedRun> runs) throws IOException {
        List<Played> played = new ArrayList<>();
        for (RecordedRun run : runs) {
            PolicyEngine engine = engines.get(run.suite());
            if (engine == null) {
                engine = engine(run.suite());
                engines.put(run.suite(), engine);
            }
            try (PolicySession session = engine.session(run.id())) {
                played.add(new Played(run, play(session, run)));
                session.policies().clear();
            }
        }
        return played;
    }

    private PolicyEngine engine(String suite) throws IOException {
        List<HostTool> tools = new ArrayList<>();
        for (JsonNode tool : JSON.readTree(
                        data.resolve(suite).resolve("tools.json").toFile())
                .path("tools")) {
            tools.add(new HostTool(
                    tool.path("name").asText(), tool.path("description").asText(), tool.path("parameters")));
        }
        return HostPolicies.of(PolicyConfiguration.read(policy).unknownTools(Severity.WARNING))
                .engine(builder -> builder.permission(
                                PermissionSettings.of(this::approve).withExecutor(Runnable::run))
                        .unreachableRules(Severity.WARNING))
                .start(tools)
                .engine();
    }

    private CompletionStage<Answer> approve(ApprovalRequest request) {
        asked = true;
        return CompletableFuture.completedFuture(request.approve());
    }

    private List<Verdict> play(PolicySession session, RecordedRun run) {
        session.userMessage(run.user());
        List<Verdict> verdicts = new ArrayList<>();
        List<RecordedRun.Step> steps = run.steps();
        for (int start = 0; start < steps.size(); ) {
            int end = start;
            while (end < steps.size()
                    && steps.get(end).turn() == steps.get(start).turn()) {
                end++;
            }
            verdicts.addAll(turn(session, steps.subList(start, end)));
            start = end;
        }
        return verdicts;
    }

    /** Decides all calls of a turn, then delivers their results. */
    private List<Verdict> turn(PolicySession session, List<RecordedRun.Step> steps) {
        ResponseStream response = session.calls().response();
        List<ToolCallOutcome> outcomes = new ArrayList<>();
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            asked = false;
            ToolCallStream call = response.start(i, "call-" + i, steps.get(i).tool());
            response.append(i, steps.get(i).arguments());
            response.end(i);
            ToolCallOutcome outcome = call.conclude().toCompletableFuture().join();
            outcomes.add(outcome);
            verdicts.add(verdict(outcome));
        }
        for (int i = 0; i < steps.size(); i++) {
            RecordedRun.Step step = steps.get(i);
            outcomes.get(i).approved().ifPresent(approved -> deliver(approved, step));
        }
        return verdicts;
    }

    private Verdict verdict(ToolCallOutcome outcome) {
        return switch (outcome.kind()) {
            case INVALID -> Verdict.INVALID;
            case APPROVED -> asked ? Verdict.ASK : Verdict.ALLOW;
            default -> Verdict.DENY;
        };
    }

    private static void deliver(ApprovedCall approved, RecordedRun.Step step) {
        approved.begin();
        if (step.result().isEmpty()) {
            approved.record(ToolResult.failureWithoutEffect("It never ran."));
        } else if (step.hasFailed()) {
            approved.record(ToolResult.failure(step.result().get().asText()));
        } else {
            approved.record(ToolResult.success(step.result().get()));
        }
    }
}
