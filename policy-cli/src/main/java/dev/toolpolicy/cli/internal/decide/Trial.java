package dev.toolpolicy.cli.internal.decide;

import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.CallPreview;
import java.util.concurrent.CompletableFuture;

/** An engine that decides recorded calls. What ran then runs in its sessions too, without effect. */
final class Trial {
    private final PolicyEngine engine;

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

    PolicyEngine engine() {
        return engine;
    }

    /**
     * Decides a call, and records its effect in the session. A call that would ask took effect if a run was recorded,
     * since a person must have approved it. A call that would run took effect in any case.
     *
     * @throws UsageException if its facts don't fit the declared ones
     */
    Verdict decide(PolicySession session, RecordedCall call) throws UsageException {
        PolicySession known = knowing(session, call);
        CallPreview preview = known.preview(call.tool(), call.arguments());
        boolean ran = switch (preview.status()) {
            case WILL_RUN -> true;
            case WILL_ASK, OPEN -> call.effect().isPresent();
            case DENIED, INVALID -> false;
        };
        if (ran) {
            Effect effect = call.effect().orElse(Effect.UNKNOWN);
            known.guard("", call.tool(), call.arguments()).run(arguments -> effect, Effect::result);
        }
        return Verdict.of(call.tool(), preview, engine.tools());
    }

    private static PolicySession knowing(PolicySession session, RecordedCall call) throws UsageException {
        if (call.facts().isEmpty()) {
            return session;
        }
        try {
            return session.withFacts(call.facts().get());
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
