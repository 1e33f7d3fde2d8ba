package dev.toolpolicy.runtime.call;

import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.util.Iterator;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * A turn over a response that an SDK streams. It closes the response as soon as no call needs more of it. It reads on
 * the caller's thread, as the SDKs do; approval requests and tools have their own threads.
 */
public final class StreamedTurn {
    /**
     * Closes nothing: reading ends with the next event, and the reading thread then closes the response. For SDKs whose
     * responses no other thread may close. OpenAI's is one, since over HTTP/1.1 the connection would stay open.
     */
    public static final Runnable BY_THE_READER = () -> {};

    private final PolicySession session;
    private final ToolHandlers tools;
    private final TurnSettings settings;

    /**
     * Creates a reader of responses.
     *
     * @param session the session of their calls
     * @param tools the handlers that run approved calls
     * @param settings the settings of turns; their cancellation is replaced
     */
    public StreamedTurn(PolicySession session, ToolHandlers tools, TurnSettings settings) {
        this.session = session;
        this.tools = tools;
        this.settings = settings;
    }

    /**
     * Reads a response to its end, or until it is cancelled since all its calls are settled and one is declined. The
     * caller closes the response afterwards.
     *
     * @param events the response's events, as the SDK delivers them
     * @param close closes the response at the provider, on the thread that settles the last call; {@link
     *     #BY_THE_READER} if only the reading thread may
     * @param feeds creates the reader of events for a turn
     * @param <E> the SDK's event
     * @return a stage with the results of the calls
     * @throws RuntimeException the SDK's exception if the response fails; then no call runs, since the response will be
     *     requested again
     */
    public <E> CompletionStage<TurnResult> read(
            Iterator<? extends E> events, Runnable close, Function<ToolTurn, ? extends Feed<E>> feeds) {
        AtomicBoolean cancelled = new AtomicBoolean();
        ToolTurn turn = session.turn(tools, settings.withCancellation(() -> {
            cancelled.set(true);
            close.run();
        }));
        Feed<E> feed = feeds.apply(turn);
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
     * Returns a call's id for the provider.
     *
     * @param result the call's result
     * @return the provider's id, or a generated one if there was none
     */
    public static String id(CallResult result) {
        return result.callId().isEmpty() ? "call_" + result.serial() : result.callId();
    }

    /**
     * A reader of a response's events, which feeds the calls to a turn. One thread drives it.
     *
     * @param <E> the SDK's event
     */
    public interface Feed<E> {
        /**
         * Reads the next event.
         *
         * @param event the event
         * @throws RuntimeException if the event contradicts its format; no call of the response runs then
         */
        void accept(E event);

        /**
         * Returns how the response ended, after the last event.
         *
         * @return complete only if the provider reported that; a connection that just ends is a cut
         */
        ResponseEnd end();
    }
}
