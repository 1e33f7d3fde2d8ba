package dev.toolpolicy.cli.internal.command;

import picocli.CommandLine.Mixin;

/** A subcommand that builds an engine from policy files, which are layers in order. */
public abstract class PolicyCommand extends Subcommand {
    /** The options about the files, the tools and paths. */
    @Mixin
    protected final PolicyOptions policy = new PolicyOptions();

    /** Creates a subcommand on some streams. */
    protected PolicyCommand(Console console) {
        super(console);
    }
}
