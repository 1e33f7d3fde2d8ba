package dev.toolpolicy.examples;

import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.stream.internal.wire.WirePart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Plays one response through a session, part by part: what a service does with a response that streams, except that it
 * has no tools to run. What may run counts as having succeeded.
 */
final class ResponsePlayer {
    private final ResponseStream stream;
    /** The calls by their streams, in their order; those of the provider have none. */
    private final Map<Object, PlayedCall> calls = new LinkedHashMap<>();

    private ResponsePlayer(ResponseStream stream) {
        this.stream = stream;
    }

    /** Returns the response's calls, in their order. */
    static List<PlayedCall> play(PolicySession session, List<WirePart> response) {
        ResponsePlayer player = new ResponsePlayer(session.calls().response());
        response.forEach(player::take);
        player.calls.values().forEach(PlayedCall::look);
        player.calls.values().forEach(PlayedCall::finish);
        return List.copyOf(player.calls.values());
    }

    private void take(WirePart part) {
        switch (part.kind()) {
            case CALL ->
                playing(stream.start(part.position(), part.id(), part.text())).look();
            case PROVIDER_CALL -> calls.put(new Object(), PlayedCall.foreign(part.text(), part.id()));
            case ARGUMENTS ->
                playing(stream.append(part.position(), part.text())).arrived(part.text());
            case TEXT -> {} // a player shows calls only
            case COMPLETE -> stream.finish(ResponseEnd.COMPLETE);
            case CUT -> stream.finish(ResponseEnd.CUT);
        }
    }

    private PlayedCall playing(ToolCallStream call) {
        return calls.computeIfAbsent(call, begun -> PlayedCall.of(call));
    }
}
