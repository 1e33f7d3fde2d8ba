package dev.toolpolicy.config.host;

import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;

/**
 * Finds the session of a call, and the facts about it, from what its host knows. Must be thread-safe.
 *
 * @param <C> what the host knows of a call
 */
@FunctionalInterface
public interface SessionResolver<C> {
    /**
     * Returns the session that a call belongs to, such as {@code engine.session(id).withFacts(facts)}. Strangers must
     * not share a session.
     *
     * @param engine the engine that decides
     * @param call what the host knows of the call
     * @return the session
     * @throws RuntimeException if the caller can't be told; then the call doesn't run
     */
    PolicySession resolve(PolicyEngine engine, C call);
}
