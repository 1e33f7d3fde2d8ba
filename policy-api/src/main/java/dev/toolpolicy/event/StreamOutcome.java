package dev.toolpolicy.event;

/** The way in which a response's stream ended. */
public enum StreamOutcome {
    /** The upstream ended by itself, and all hooks were called. */
    COMPLETED,
    /** A policy ended the stream. */
    TERMINATED,
    /** A hook or the upstream failed. */
    FAILED,
    /** The client left. */
    DISCONNECTED,
    /** The service, or another policy of the chain, ended the stream. */
    CANCELLED
}
