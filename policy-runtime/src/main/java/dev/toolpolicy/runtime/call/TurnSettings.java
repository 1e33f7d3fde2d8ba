package dev.toolpolicy.runtime.call;

import java.util.Objects;
import java.util.Optional;

/**
 * The settings of a turn. Immutable.
 *
 * @param upstream cancels the response at its provider; empty if that is impossible or not wanted
 * @param parallel whether calls of a response run in parallel
 * @param early whether a call may run before its response has ended
 */
public record TurnSettings(Optional<Runnable> upstream, boolean parallel, boolean early) {

    /**
     * Checks the components.
     *
     * @param upstream cancels the response at its provider; empty if that is impossible or not wanted
     * @param parallel whether calls of a response run in parallel
     * @param early whether a call may run before its response has ended
     */
    public TurnSettings {
        Objects.requireNonNull(upstream, "upstream");
    }

    /**
     * Returns the default settings: calls run one after the other, and responses are not cancelled.
     *
     * @return the settings
     */
    public static TurnSettings defaults() {
        return new TurnSettings(Optional.empty(), false, false);
    }

    /**
     * Returns settings that cancel a response once all its known calls are settled and one was declined or denied.
     * This saves text that would not be used. Calls that hadn't started by then are lost.
     *
     * @param cancel closes the response without waiting; called at most once, on the thread that settles the last call.
     *     Its exceptions are logged
     * @return the changed settings
     */
    public TurnSettings withCancellation(Runnable cancel) {
        return new TurnSettings(Optional.of(cancel), parallel, early);
    }

    /**
     * Returns settings that run calls of a response in parallel. Each call is checked when it starts, so a call that
     * requires another call of the same response is denied.
     *
     * @return the changed settings
     */
    public TurnSettings withParallelCalls() {
        return new TurnSettings(upstream, true, early);
    }

    /**
     * Returns settings that run a call as soon as its own text has ended and it may run, before its response has ended.
     * Order and results stay. If the response is cut afterwards, what ran has run: {@link TurnResult#stop} is {@link
     * TurnResult.Stop#CUT}, and the results say which calls ran. Don't repeat such a request without telling the model
     * these results.
     *
     * @return the changed settings
     */
    public TurnSettings withEarlyCalls() {
        return new TurnSettings(upstream, parallel, true);
    }
}
