package dev.toolpolicy.cli.internal.approvals;

import org.jspecify.annotations.Nullable;

/** A terminal at which a person types. */
interface Terminal {
    /** Returns what the person types, which isn't shown; null at the end of input. */
    char @Nullable [] secret(String prompt);

    /** Returns the line that the person types; null at the end of input. */
    @Nullable
    String line(String prompt);

    /** Returns the terminal of this process; null if it has none, as in an agent's shell. */
    static @Nullable Terminal ofProcess() {
        java.io.Console console = System.console();
        return console == null
                ? null
                : new Terminal() {
                    @Override
                    public char @Nullable [] secret(String prompt) {
                        return console.readPassword("%s", prompt);
                    }

                    @Override
                    public @Nullable String line(String prompt) {
                        return console.readLine("%s", prompt);
                    }
                };
    }
}
