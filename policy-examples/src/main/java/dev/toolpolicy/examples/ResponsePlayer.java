package dev.toolpolicy.examples;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.stream.wire.WirePart;
import dev.toolpolicy.stream.wire.WirePart.ArgumentText;
import dev.toolpolicy.stream.wire.WirePart.CallEnded;
import dev.toolpolicy.stream.wire.WirePart.CallStarted;
import dev.toolpolicy.stream.wire.WirePart.Owner;
import dev.toolpolicy.stream.wire.WirePart.PlainText;
import dev.toolpolicy.stream.wire.WirePart.ResponseEnded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plays one response through a session, part by part: what a service does with a response that streams, except that it
 * has no tools to run. What may run counts as having succeeded.
 */
final class ResponsePlayer implements WirePart.Receiver {
    private final ResponseStream stream;
    private final List<CallObserver> calls = new ArrayList<>();
    private final Map<Integer, CallObserver> foreign = new HashMap<>();

    private ResponsePlayer(ResponseStream stream) {
        this.stream = stream;
    }

    /** Returns the response's calls, in their order. */
    static List<PlayedCall> play(PolicySession session, List<WirePart> response) {
        ResponsePlayer player = new ResponsePlayer(session.calls().response());
        response.forEach(part -> part.passTo(player));
        return player.conclude();
    }

    @Override
    public void callStarted(CallStarted start) {
        if (start.owner() == Owner.SERVICE) {
            foreign.remove(start.position());
            observer(stream.start(start.position(), start.id(), start.name())).look();
            return;
        }
        CallObserver observer = CallObserver.foreign(start.owner(), start.id());
        observer.named(start.name());
        foreign.put(start.position(), observer);
        calls.add(observer);
    }

    @Override
    public void callEnded(CallEnded end) {
        if (!foreign.containsKey(end.position())) {
            stream.end(end.position());
        }
    }

    @Override
    public void plainText(PlainText text) {
        // A player shows calls only.
    }

    @Override
    public void responseEnded(ResponseEnded end) {
        stream.finish(end.complete() ? ResponseEnd.COMPLETE : ResponseEnd.CUT);
    }

    @Override
    public void argumentText(ArgumentText more) {
        CallObserver observer = foreign.get(more.position());
        if (observer == null) {
            observer = observer(stream.append(more.position(), more.text()));
        }
        observer.arrived(more.text());
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
