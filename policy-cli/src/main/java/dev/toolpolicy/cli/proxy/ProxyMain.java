package dev.toolpolicy.cli.proxy;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Starts the proxy, and serves until it is stopped. */
public final class ProxyMain {
    /** The command prints what it decides, so the log has errors only. Kept here, since loggers are kept weakly. */
    private static final Logger LOG = Logger.getLogger("dev.toolpolicy");

    private ProxyMain() {}

    /**
     * Runs the proxy; ends with an exit code if it can't start.
     *
     * @param arguments {@code --upstream URL --configuration FILE}, and what else {@code --help} says
     * @throws InterruptedException if the program is stopped
     */
    public static void main(String[] arguments) throws InterruptedException {
        LOG.setLevel(Level.SEVERE);
        ProxyCommand command = new ProxyCommand(System.out, System.err);
        if (command.start(arguments).isPresent()) {
            Thread.currentThread().join(); // until the program is stopped
        }
        System.exit(command.exitCode());
    }
}
