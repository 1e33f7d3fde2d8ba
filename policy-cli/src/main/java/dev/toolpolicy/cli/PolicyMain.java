package dev.toolpolicy.cli;

import dev.toolpolicy.ToolCatalog;

/** Starts the command, with the tools that annotation processors found on the class path. */
public final class PolicyMain {
    private PolicyMain() {}

    /**
     * Runs the command and ends with its exit code.
     *
     * @param arguments a subcommand and its arguments, or {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(new PolicyCommand(ToolCatalog.load(), System.out, System.err).run(arguments));
    }
}
