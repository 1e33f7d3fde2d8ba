package dev.toolpolicy.lab.conformance;

/** Thrown where a vector, a file or a folder is not what this runner understands; never a reason to pass. */
final class VectorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    VectorException(String message) {
        super(message);
    }
}
