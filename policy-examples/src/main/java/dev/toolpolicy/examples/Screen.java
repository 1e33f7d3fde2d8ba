package dev.toolpolicy.examples;

import java.io.PrintStream;

/** The output of the example: lines of ASCII, in colors if the terminal has them. */
record Screen(PrintStream out, boolean colored) {
    /** The system property that says whether to colour: always, never or auto, which is the default. */
    static final String COLOR = "toolpolicy.color";

    private static final int WIDTH = 100;

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
