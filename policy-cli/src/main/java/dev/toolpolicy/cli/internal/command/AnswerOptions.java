package dev.toolpolicy.cli.internal.command;

import picocli.CommandLine.Option;

/** The option that all subcommands have: the form of the answer. */
public final class AnswerOptions {
    @Option(names = "--json", description = "Answers as JSON.")
    private boolean json;

    /** Returns whether the answer is JSON. */
    public boolean json() {
        return json;
    }
}
