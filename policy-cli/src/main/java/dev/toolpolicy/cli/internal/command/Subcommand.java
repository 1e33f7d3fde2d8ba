package dev.toolpolicy.cli.internal.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** A subcommand: its streams, and the option that subcommands with answers have. */
public abstract class Subcommand implements Callable<Integer> {
    /** The streams. */
    protected final Console console;

    @Option(names = "--json", order = 100, description = "Answers as JSON.")
    private boolean json;

    /** Creates a subcommand on some streams. */
    protected Subcommand(Console console) {
        this.console = console;
    }

    /** Returns whether the answer is JSON. */
    protected final boolean asJson() {
        return json;
    }
}
