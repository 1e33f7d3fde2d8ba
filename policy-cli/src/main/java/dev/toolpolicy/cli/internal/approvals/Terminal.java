package dev.toolpolicy.cli.internal.approvals;

import java.io.Console;
import org.jspecify.annotations.Nullable;

/** A terminal at which a person types. */
interface Terminal {
    /** Returns what the person types, which isn't shown; null at the end of input. */
    char @Nullable [] secret(String prompt);

    /** Returns the line that the person types; null at the end of input. */
    @Nullable
    String line(String prompt);

    /** Returns the terminal of this process; null if it has none, as in an agent's shell. */
    @SuppressWarnings("SystemConsoleNull") // asked of the version
    static @Nullable Terminal ofProcess() {
        Console console = System.console();
        return console == null || !isTerminal(console)
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

    /** Returns whether a console is a terminal; from JDK 22 on there is one even without. */
    private static boolean isTerminal(Console console) {
        if (Runtime.version().feature() < 22) {
            return true;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Console.isTerminal is there since JDK 22", e);
        }
    }
}
