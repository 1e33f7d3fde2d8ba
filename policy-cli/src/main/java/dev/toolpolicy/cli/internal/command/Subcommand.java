package dev.toolpolicy.cli.internal.command;

import dev.toolpolicy.internal.text.VisibleText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A subcommand: its streams, and the option that subcommands with answers have. */
@Command(footerHeading = "%nExample:%n")
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

    /** Prints a message in which the words of files and calls can't hide anything. */
    protected final void report(String problem) {
        console.report(VisibleText.line(problem, VisibleText.DETAIL));
    }
}
