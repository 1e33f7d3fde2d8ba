package dev.toolpolicy.examples;

import java.io.Console;
import java.io.PrintStream;
import java.util.Map;

/** Where the example prints: lines of ASCII, in colours where the terminal has them. */
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

    /** Whether to colour: as the property says, else as the environment (NO_COLOR, TERM) and the terminal do. */
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

    /** Whether somebody looks at standard output; from JDK 22 on there is a console even where nobody does. */
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

    /** A heading across the screen. */
    void title(String text) {
        line(Style.TITLE, "== " + text + " " + "=".repeat(Math.max(3, WIDTH - 4 - text.length())));
    }
}
