package dev.toolpolicy.event;

/** How a response's stream ended. */
public enum StreamOutcome {
    /** The upstream ended by itself, and all was told. */
    COMPLETED,
    /** A policy ended it. */
    TERMINATED,
    /** A hook or the upstream failed. */
    FAILED,
    /** The client left. */
    DISCONNECTED,
    /** The service ended it, or another policy of its chain. */
    CANCELLED
}
