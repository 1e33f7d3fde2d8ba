package dev.toolpolicy.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.cli.internal.command.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import picocli.CommandLine.Help.Ansi;

/** Runs the command as people and pipelines run it, with its streams captured. */
public final class Cli {
    private Cli() {}

    /** The exit code and what was printed. */
    public record Run(int code, String out, String errors) {
        /** Returns the answer as JSON. */
        public JsonNode json() throws IOException {
            return new ObjectMapper().readTree(out);
        }

        /** Returns this run without the names of a folder. */
        public Run without(Path folder) {
            return new Run(code, out.replace(folder + "/", ""), errors.replace(folder + "/", ""));
        }
    }

    /** Returns the names of the subcommands. */
    static Set<String> subcommands() {
        Console console = new Console(InputStream.nullInputStream(), System.out, System.err, () -> Ansi.OFF);
        return ToolPolicyCommand.all(console).getSubcommands().keySet();
    }

    /** Runs the command without input. */
    public static Run run(String... arguments) {
        return run("", arguments);
    }

    /** Runs the command with this input. */
    static Run run(String input, String[] arguments) {
        return run(input, Ansi.OFF, arguments);
    }

    static Run run(String input, Ansi ansi, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                stream(out),
                stream(errors),
                () -> ansi);
        int code = new ToolPolicyCommand(console).run(arguments);
        return new Run(code, out.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
