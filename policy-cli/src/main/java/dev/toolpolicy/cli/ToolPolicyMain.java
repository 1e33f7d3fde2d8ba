package dev.toolpolicy.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

/** The program {@code toolpolicy}. */
public final class ToolPolicyMain {
    /** The command prints what it finds, so the log has errors only. Kept here, since loggers are kept weakly. */
    private static final Logger LOG = Logger.getLogger("dev.toolpolicy");

    private ToolPolicyMain() {}

    /** Sets the level of the log. */
    static void quieten() {
        LOG.setLevel(Level.SEVERE);
    }

    /**
     * Runs the command and ends with its exit code.
     *
     * @param arguments a subcommand and its arguments, or {@code --help}
     */
    public static void main(String[] arguments) {
        quieten();
        System.exit(new ToolPolicyCommand(Streams.console()).run(arguments));
    }
}
