package dev.toolpolicy.runtime;

import java.util.List;

/**
 * The consent that a reload needs if it may loosen something. With it, a model that can write a policy file can't widen
 * its own rights.
 */
@FunctionalInterface
public interface ReloadConsent {
    /** Declines always: nothing is loosened while the engine runs. */
    ReloadConsent NEVER = changes -> false;
    /** Consents always: all who can write the configuration are trusted. */
    ReloadConsent ALWAYS = changes -> true;

    /**
     * Decides whether a reload may take effect. It may take its time: calls use the current configuration meanwhile,
     * and other reloads wait.
     *
     * @param changes all changes, those that may loosen something first
     * @return true if the reload may take effect; false or an exception keeps the current configuration
     */
    boolean allows(List<ReloadOutcome.Change> changes);
}
