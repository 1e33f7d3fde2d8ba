package dev.toolpolicy.cli.internal.decide;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.cli.internal.command.PolicyOptions;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.test.policy.internal.file.Known;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An engine that decides recorded calls. What ran then runs in its sessions too, without effect. */
final class Trial {
    private final PolicyEngine engine;

    /**
     * Creates a trial.
     *
     * @param builder the engine; calls of tools that nothing declares yet may have any arguments
     */
    Trial(PolicyEngineBuilder builder) {
        engine = builder.permission(request -> CompletableFuture.completedFuture(request.approve()))
                .build();
    }

    /** Returns a session; calls of one name share it. */
    PolicySession session(String name) {
        return engine.session(name);
    }

    /** Returns a session that nothing shares. */
    PolicySession newSession() {
        return engine.newSession();
    }

    /**
     * Decides a call, and records its effect in the session. A call that would ask took effect if a run was recorded,
     * since a person must have approved it. A call that would run took effect in any case.
     *
     * @throws UsageException if its facts don't fit the declared ones
     */
    Verdict decide(PolicySession session, RecordedCall call) throws UsageException {
        Begun begun = begin(session, call);
        begun.finish(call.outcome());
        return begun.verdict();
    }

    /**
     * Decides a call, and begins it in the session if it runs. Calls that ran side by side begin before one of them ends.
     *
     * @throws UsageException if its facts don't fit the declared ones
     */
    Begun begin(PolicySession session, RecordedCall call) throws UsageException {
        PolicyOptions.declareLater(engine, call.tool());
        PolicySession known = knowing(session, call);
        CallPreview preview = known.calls().preview(call.tool(), call.arguments());
        boolean runs = switch (preview.status()) {
            case WILL_RUN -> true;
            case WILL_ASK, OPEN -> call.outcome().isPresent();
            case DENIED, INVALID -> false;
        };
        Optional<ApprovedCall> begun =
                runs ? run(known.calls().call("", call.tool()), call.arguments()) : Optional.empty();
        return new Begun(Verdict.of(engine, call.tool(), preview), begun);
    }

    /** Begins a call; empty if it can't run after all. The approver answers at once. */
    private static Optional<ApprovedCall> run(ToolCallStream stream, String arguments) {
        Optional<ApprovedCall> approved =
                stream.append(arguments).conclude().toCompletableFuture().join().approved();
        approved.ifPresent(ApprovedCall::begin);
        return approved;
    }

    /**
     * A call that was decided, and perhaps begun.
     *
     * @param verdict the decision
     * @param run the call as it runs; empty if it doesn't
     */
    record Begun(Verdict verdict, Optional<ApprovedCall> run) {
        /** Records the outcome of the call, if it runs; an unknown one if none is recorded. */
        void finish(Optional<ToolResult> outcome) {
            run.ifPresent(call -> call.record(outcome.orElseGet(Effect.UNKNOWN::result)));
        }
    }

    private PolicySession knowing(PolicySession session, RecordedCall call) throws UsageException {
        if (call.facts().isEmpty()) {
            return session;
        }
        Optional<String> unknown =
                Known.unknownLabel(engine, Known.labels(call.facts().get()));
        if (unknown.isPresent()) {
            throw new UsageException(unknown.get());
        }
        try {
            return Known.in(session, call.facts().get());
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
