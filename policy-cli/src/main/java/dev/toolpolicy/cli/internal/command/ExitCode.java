package dev.toolpolicy.cli.internal.command;

/** The exit codes of the command. */
public final class ExitCode {
    /** The subcommand found nothing. */
    public static final int FINE = 0;
    /** The subcommand did its work and found something, such as an error in a policy file. */
    public static final int FINDINGS = 1;
    /** The subcommand couldn't do its work. */
    public static final int FAILED = 2;

    private ExitCode() {}
}
