package dev.toolpolicy.runtime.call;

/** How a response of a model ended, as far as its provider says; such words can lie. */
public enum ResponseEnd {
    /** The model came to an end. */
    COMPLETE,
    /** It was cut: by a length limit, a filter, an error, or because the connection ended. */
    CUT
}
