package dev.toolpolicy.analysis.internal.shell.line;

/** The kinds of commands: those with words of their own, and redirects, which count as commands of a sign and a file. */
public enum Target {
    /** A command with a name, or assignments alone. */
    COMMAND(""),
    /** A redirect to a file. */
    OUTPUT(">"),
    /** A redirect from a file. */
    INPUT("<"),
    /** A here-document, whose file is its delimiter. */
    HERE("<<");

    private final String sign;

    Target(String sign) {
        this.sign = sign;
    }

    /** Returns what stands before the file; empty for a command. */
    public String sign() {
        return sign;
    }
}
