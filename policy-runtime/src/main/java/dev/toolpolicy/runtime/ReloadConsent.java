package dev.toolpolicy.runtime;

import java.util.List;

/**
 * Asked before a reload takes effect that may loosen something (R5), so that a model that can write a configuration
 * can't widen its own rights.
 */
@FunctionalInterface
public interface ReloadConsent {
    /** Nobody is asked, so nothing is loosened while the engine runs. */
    ReloadConsent NEVER = changes -> false;
    /** Nobody is asked: whoever can write the configuration is trusted. */
    ReloadConsent ALWAYS = changes -> true;

    /**
     * Whether a reload may take effect.
     *
     * @param changes everything that changes, what may loosen something first
     * @return true if it may; false, or any exception, keeps what is in force. It may take its time: calls go on by
     *     what is in force, and other reloads wait
     */
    boolean allows(List<PolicyChange> changes);
}
