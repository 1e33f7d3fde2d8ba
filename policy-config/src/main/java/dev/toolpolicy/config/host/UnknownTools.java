package dev.toolpolicy.config.host;

/** The answer to calls of a tool whose schema can't be read. */
public enum UnknownTools {
    /** Such calls don't run. */
    DENY,
    /** Such calls need approval. */
    ASK
}
