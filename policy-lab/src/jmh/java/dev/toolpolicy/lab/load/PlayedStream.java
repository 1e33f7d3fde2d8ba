package dev.toolpolicy.lab.load;

import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.stream.internal.wire.WirePart;
import java.util.List;

/** One stream: response after response, part by part. Driven by one thread. */
abstract class PlayedStream {
    private final List<List<WirePart>> responses;
    private int response;
    private int part;
    private long chunks;
    private long characters;

    PlayedStream(List<List<WirePart>> responses, int first) {
        this.responses = responses;
        response = first % responses.size();
    }

    /** Begins a call of the response. */
    abstract void start(WirePart call);

    /** Takes the next piece of a call's arguments. */
    abstract void append(WirePart piece);

    /** Ends the response, and begins the next. */
    abstract void end(ResponseEnd how);

    /** Returns what was done in some time. */
    abstract Throughput done(double seconds);

    long chunks() {
        return chunks;
    }

    long characters() {
        return characters;
    }

    /** Feeds the next part. */
    final void step() {
        WirePart next = responses.get(response).get(part++);
        switch (next.kind()) {
            case CALL, PROVIDER_CALL -> start(next);
            case ARGUMENTS -> {
                append(next);
                chunks++;
                characters += next.text().length();
            }
            case TEXT -> {} // only calls are read
            case COMPLETE -> turn(ResponseEnd.COMPLETE);
            case CUT -> turn(ResponseEnd.CUT);
        }
    }

    private void turn(ResponseEnd how) {
        end(how);
        response = (response + 1) % responses.size();
        part = 0;
    }

    /** Feeds the first half of the first response. */
    final void toTheMiddle() {
        int middle = responses.get(response).size() / 2;
        while (part < middle) {
            step();
        }
    }
}
