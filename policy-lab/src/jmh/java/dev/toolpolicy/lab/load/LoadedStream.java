package dev.toolpolicy.lab.load;

import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.stream.internal.wire.WirePart;
import java.util.List;

/** A stream whose calls an engine judges and runs, each response in a session of its own. */
final class LoadedStream extends PlayedStream {
    private final PolicyEngine engine;
    private final ToolHandlers tools;
    private PolicySession session;
    private ToolTurn turn;
    private long finished;
    private long ran;
    private long refused;

    LoadedStream(PolicyEngine engine, ToolHandlers tools, List<List<WirePart>> responses, int first) {
        super(responses, first);
        this.engine = engine;
        this.tools = tools;
        session = engine.newSession();
        turn = session.turn(tools, TurnSettings.defaults());
    }

    @Override
    void start(WirePart call) {
        turn.start(call.position(), call.id(), call.text());
    }

    @Override
    void append(WirePart piece) {
        turn.append(piece.position(), piece.text());
    }

    @Override
    void end(ResponseEnd how) {
        PolicySession ended = session;
        turn.finish(how).thenAccept(result -> {
            finished(result);
            ended.close();
        });
        session = engine.newSession();
        turn = session.turn(tools, TurnSettings.defaults());
    }

    private void finished(TurnResult result) {
        finished++;
        for (CallResult call : result.results()) {
            boolean done = call.kind() == CallResult.Kind.RAN;
            ran += done ? 1 : 0;
            refused += done ? 0 : 1;
        }
    }

    @Override
    Throughput done(double seconds) {
        return new Throughput(seconds, chunks(), characters(), finished, ran, refused);
    }
}
