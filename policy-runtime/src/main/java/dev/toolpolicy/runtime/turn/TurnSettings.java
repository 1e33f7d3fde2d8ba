package dev.toolpolicy.runtime.turn;

import dev.toolpolicy.event.CallRecord;
import java.util.Objects;
import java.util.Optional;

/**
 * How a turn goes. Immutable.
 *
 * @param upstream cancels the response at its provider; empty if that can't be done, or isn't wanted
 * @param parallel whether calls of a response run beside each other, and not one after the other
 * @param listener hears of each call when everything has happened to it
 */
public record TurnSettings(Optional<Runnable> upstream, boolean parallel, CallRecord.Listener listener) {

    /**
     * Checks the components.
     *
     * @param upstream cancels the response at its provider; empty if that can't be done, or isn't wanted
     * @param parallel whether calls of a response run beside each other
     * @param listener hears of each call when everything has happened to it
     */
    public TurnSettings {
        Objects.requireNonNull(upstream, "upstream");
        Objects.requireNonNull(listener, "listener");
    }

    /**
     * Calls run one after the other, nothing is cancelled, nobody listens.
     *
     * @return the settings
     */
    public static TurnSettings defaults() {
        return new TurnSettings(Optional.empty(), false, call -> {});
    }

    /**
     * The same, where a response is cancelled once all of its calls that are known are settled and one was declined or
     * refused: the model would go on writing what nobody reads. Calls that hadn't started by then are lost.
     *
     * @param cancel closes the response, without waiting; called once at most, on whatever thread settles the last call.
     *     If it throws, that is logged
     * @return the changed settings
     */
    public TurnSettings cancelling(Runnable cancel) {
        return new TurnSettings(Optional.of(cancel), parallel, listener);
    }

    /**
     * The same, where calls of a response run beside each other. Each is checked when it starts, so that one which needs
     * another of the same response is refused.
     *
     * @return the changed settings
     */
    public TurnSettings inParallel() {
        return new TurnSettings(upstream, true, listener);
    }

    /**
     * The same with a listener.
     *
     * @param changed hears of each call when everything has happened to it
     * @return the changed settings
     */
    public TurnSettings withListener(CallRecord.Listener changed) {
        return new TurnSettings(upstream, parallel, changed);
    }
}
