package dev.toolpolicy.runtime.adapter;

import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.turn.CallResult;
import dev.toolpolicy.runtime.turn.ToolHandlers;
import dev.toolpolicy.runtime.turn.ToolTurn;
import dev.toolpolicy.runtime.turn.TurnResult;
import dev.toolpolicy.runtime.turn.TurnSettings;
import java.util.Iterator;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Reads a response that an SDK streams, and closes it as soon as nothing more of it is wanted. It reads on the thread that
 * calls it, as the SDKs do; prompts and tools have threads of their own.
 */
public final class StreamedTurn {
    /**
     * Closes nothing from outside: reading ends with the next event, and the thread that reads then closes the response.
     * For SDKs whose responses no other thread may close; OpenAI's is one, since over HTTP/1.1 the connection would stay.
     */
    public static final Runnable BY_THE_READER = () -> { };

    private final PolicySession session;
    private final ToolHandlers tools;
    private final TurnSettings settings;

    /**
     * A way to read responses.
     *
     * @param session the session that their calls belong to
     * @param tools runs what may run
     * @param settings how turns go; what they say of cancelling is replaced
     */
    public StreamedTurn(PolicySession session, ToolHandlers tools, TurnSettings settings) {
        this.session = session;
        this.tools = tools;
        this.settings = settings;
    }

    /**
     * Reads a response to its end, or until it is cancelled since all its calls are settled and one is declined. Whoever
     * calls this closes the response after it.
     *
     * @param events the response's events, as the SDK gives them while they come
     * @param close closes the response at the provider, from whatever thread settles the last call; {@link #BY_THE_READER}
     *     where only the reading thread may
     * @param feeds makes what reads the events for a turn
     * @param <E> the SDK's event
     * @return what comes of the calls
     * @throws RuntimeException what the SDK throws when the response fails: then nothing of it runs, since it will be asked
     *     for again
     */
    public <E> CompletionStage<TurnResult> read(
            Iterator<? extends E> events, Runnable close, Function<ToolTurn, ? extends ResponseFeed<E>> feeds) {
        AtomicBoolean cancelled = new AtomicBoolean();
        ToolTurn turn = session.turn(tools, settings.cancelling(() -> {
            cancelled.set(true);
            close.run();
        }));
        ResponseFeed<E> feed = feeds.apply(turn);
        try {
            while (!cancelled.get() && events.hasNext()) {
                feed.accept(events.next());
            }
        } catch (Throwable failure) {
            if (!cancelled.get() || UserCode.isFatal(failure)) {
                turn.abandon("the response failed");
                UserCode.<RuntimeException>throwAsIs(failure);
            }
        }
        return turn.finish(feed.end());
    }

    /**
     * A call's id as it goes back to the provider.
     *
     * @param result the call's result
     * @return the provider's id, or one of our own if there was none
     */
    public static String id(CallResult result) {
        return result.callId().isEmpty() ? "call_" + result.serial() : result.callId();
    }
}
