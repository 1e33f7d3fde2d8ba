package dev.toolpolicy.examples;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.stream.internal.wire.WirePart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plays one response through a session, part by part: what a service does with a response that streams, except that it
 * has no tools to run. What may run counts as having succeeded.
 */
final class ResponsePlayer {
    private final ResponseStream stream;
    private final List<CallObserver> calls = new ArrayList<>();

    private ResponsePlayer(ResponseStream stream) {
        this.stream = stream;
    }

    /** Returns the response's calls, in their order. */
    static List<PlayedCall> play(PolicySession session, List<WirePart> response) {
        ResponsePlayer player = new ResponsePlayer(session.calls().response());
        response.forEach(player::take);
        return player.conclude();
    }

    private void take(WirePart part) {
        switch (part.kind()) {
            case CALL ->
                observer(stream.start(part.position(), part.id(), part.text())).look();
            case PROVIDER_CALL -> calls.add(CallObserver.foreign(part.text(), part.id()));
            case ARGUMENTS ->
                observer(stream.append(part.position(), part.text())).arrived(part.text());
            case TEXT -> {} // a player shows calls only
            case COMPLETE -> stream.finish(ResponseEnd.COMPLETE);
            case CUT -> stream.finish(ResponseEnd.CUT);
        }
    }

    private CallObserver observer(ToolCallStream call) {
        for (CallObserver known : calls) {
            if (known.watches(call)) {
                return known;
            }
        }
        CallObserver observer = CallObserver.of(call);
        calls.add(observer);
        return observer;
    }

    /** Concludes the calls in order, each just before it would run, so that one can unlock the next. */
    private List<PlayedCall> conclude() {
        calls.forEach(CallObserver::look);
        List<PlayedCall> played = new ArrayList<>();
        for (CallObserver call : calls) {
            Optional<ToolCallOutcome> outcome = call.finish();
            outcome.flatMap(ToolCallOutcome::approved)
                    .ifPresent(approved -> approved.succeeded(TextNode.valueOf("done")));
            played.add(call.played(outcome));
        }
        return played;
    }
}
