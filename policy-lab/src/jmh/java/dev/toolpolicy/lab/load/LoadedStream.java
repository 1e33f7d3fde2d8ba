package dev.toolpolicy.lab.load;

import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.stream.internal.wire.WirePart;
import java.util.List;

/** One stream: response after response, part by part. Driven by one thread. */
final class LoadedStream {
    private final PolicyEngine engine;
    private final ToolHandlers tools;
    private final List<List<WirePart>> responses;
    private int response;
    private int part;
    private ToolTurn turn;
    private long chunks;
    private long characters;
    private long finished;
    private long ran;
    private long refused;

    LoadedStream(PolicyEngine engine, ToolHandlers tools, List<List<WirePart>> responses, int first) {
        this.engine = engine;
        this.tools = tools;
        this.responses = responses;
        response = first % responses.size();
        turn = begin();
    }

    private ToolTurn begin() {
        return engine.session("load").turn(tools, TurnSettings.defaults());
    }

    /** Feeds the next part. */
    void step() {
        WirePart next = responses.get(response).get(part++);
        switch (next.kind()) {
            case CALL, PROVIDER_CALL -> turn.start(next.position(), next.id(), next.text());
            case ARGUMENTS -> {
                turn.append(next.position(), next.text());
                chunks++;
                characters += next.text().length();
            }
            case TEXT -> {} // a turn gets calls only
            case COMPLETE -> end(ResponseEnd.COMPLETE);
            case CUT -> end(ResponseEnd.CUT);
        }
    }

    private void end(ResponseEnd how) {
        turn.finish(how).thenAccept(this::finished);
        response = (response + 1) % responses.size();
        part = 0;
        turn = begin();
    }

    private void finished(TurnResult result) {
        finished++;
        for (CallResult call : result.results()) {
            boolean done = call.kind() == CallResult.Kind.RAN;
            ran += done ? 1 : 0;
            refused += done ? 0 : 1;
        }
    }

    /** Feeds the first half of the first response. */
    void toTheMiddle() {
        int middle = responses.get(response).size() / 2;
        while (part < middle) {
            step();
        }
    }

    Throughput done(double seconds) {
        return new Throughput(seconds, chunks, characters, finished, ran, refused);
    }
}
