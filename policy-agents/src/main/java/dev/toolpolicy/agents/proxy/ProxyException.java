package dev.toolpolicy.agents.proxy;

/** A request that isn't served, or whose answer can't be passed on. */
final class ProxyException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    ProxyException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
