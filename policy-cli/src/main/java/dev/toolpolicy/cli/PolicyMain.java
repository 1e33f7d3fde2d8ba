package dev.toolpolicy.cli;

import dev.toolpolicy.ToolCatalog;
import java.util.ServiceLoader;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Starts the command, with the tools that annotation processors found on the class path. */
public final class PolicyMain {
    /** The command prints what it finds, so the log has errors only. Kept here, since loggers are kept weakly. */
    private static final Logger LOG = Logger.getLogger("dev.toolpolicy");

    private PolicyMain() {}

    /**
     * Runs the command and ends with its exit code.
     *
     * @param arguments a subcommand and its arguments, or {@code --help}
     */
    public static void main(String[] arguments) {
        LOG.setLevel(Level.SEVERE);
        System.exit(new PolicyCommand(tools(), System.out, System.err).run(arguments));
    }

    /** Returns the tools on the class path; none if all of them are in files. */
    private static ToolCatalog tools() {
        return ServiceLoader.load(ToolCatalog.Provider.class).findFirst().isPresent()
                ? ToolCatalog.load()
                : ToolCatalog.empty();
    }
}
