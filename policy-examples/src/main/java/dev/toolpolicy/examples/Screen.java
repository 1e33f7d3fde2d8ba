package dev.toolpolicy.examples;

import java.io.Console;
import java.io.PrintStream;
import java.util.Map;

/** The output of the example: lines of ASCII, in colors if the terminal has them. */
final class Screen {
    /** The system property that says whether to colour: always, never or auto, which is the default. */
    static final String COLOR = "toolpolicy.color";

    private static final int WIDTH = 100;

    private final PrintStream out;
    private final boolean colored;

    Screen(PrintStream out, boolean colored) {
        this.out = out;
        this.colored = colored;
    }

    /** Returns whether to use colors: by the property, or else by the environment (NO_COLOR, TERM) and the terminal. */
    static boolean isColored(String property, Map<String, String> environment, boolean terminal) {
        return switch (property) {
            case "always" -> true;
            case "never" -> false;
            default ->
                terminal
                        && environment.getOrDefault("NO_COLOR", "").isEmpty()
                        && !environment.getOrDefault("TERM", "dumb").equals("dumb");
        };
    }

    /** Returns whether standard output is a terminal; from JDK 22 on there is a console even without one. */
    @SuppressWarnings("SystemConsoleNull") // asked of the version
    static boolean isTerminal() {
        Console console = System.console();
        if (console == null || Runtime.version().feature() < 22) {
            return console != null;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Console.isTerminal is there since JDK 22", e);
        }
    }

    String styled(Style style, String text) {
        return colored && !text.isEmpty() ? "\u001b[" + style.code() + "m" + text + "\u001b[0m" : text;
    }

    void line(String text) {
        out.print(text.stripTrailing() + "\n");
    }

    void line(Style style, String text) {
        line(styled(style, text));
    }

    void blank() {
        line("");
    }

    /** Prints a heading across the screen. */
    void title(String text) {
        line(Style.TITLE, "== " + text + " " + "=".repeat(Math.max(3, WIDTH - 4 - text.length())));
    }
}
