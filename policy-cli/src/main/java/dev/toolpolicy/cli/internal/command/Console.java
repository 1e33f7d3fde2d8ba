package dev.toolpolicy.cli.internal.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.function.Supplier;
import picocli.CommandLine.Help.Ansi;

/**
 * The streams of the command. Answers go to {@code out}, and messages about what went wrong to {@code errors}.
 *
 * @param in standard input
 * @param out receives answers
 * @param errors receives messages
 * @param colors says whether text is colored; asked only where text could be
 */
public record Console(InputStream in, PrintStream out, PrintStream errors, Supplier<Ansi> colors) {
    /** Returns whether text is colored. */
    public Ansi ansi() {
        return colors.get();
    }

    /** Prints a line of an answer. */
    public void print(String line) {
        out.print(line + "\n");
    }

    /** Prints an answer as JSON, for reading. */
    public void print(JsonNode answer) {
        answer.toPrettyString().lines().forEach(line -> print(VisibleText.ascii(line)));
    }

    /** Prints a value as one line of JSON. */
    public void printLine(JsonNode value) {
        print(VisibleText.ascii(value.toString()));
    }

    /** Prints a message. */
    public void report(String message) {
        errors.print(message + "\n");
    }

    /** Returns a text in a color of picocli, such as {@code red}, if this console has colors. */
    public String colored(String color, String text) {
        return ansi().enabled()
                ? ansi().new Text("@|" + color + " x|@").toString().replace("x", text)
                : text;
    }
}
