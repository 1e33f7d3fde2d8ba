package dev.toolpolicy.runtime.call;

/** The end of a model's response, as reported by its provider. Such reports can be wrong. */
public enum ResponseEnd {
    /** The model finished its response. */
    COMPLETE,
    /** The response was cut: by a length limit, a filter, an error, or a lost connection. */
    CUT
}
