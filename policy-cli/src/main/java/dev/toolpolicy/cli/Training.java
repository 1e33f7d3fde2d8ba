package dev.toolpolicy.cli;

import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.internal.text.ResourceText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/**
 * Runs each quick subcommand once, so that the JVM can archive the classes that it loads. The installation starts it;
 * what it prints is thrown away.
 */
final class Training {

    private Training() {}

    /**
     * Runs the subcommands.
     *
     * @param arguments none
     * @throws IOException if the temporary folder can't be written
     */
    public static void main(String[] arguments) throws IOException {
        ToolPolicyMain.quieten();
        Path folder = Files.createTempDirectory("toolpolicy");
        Path policy = copied("training.toml", folder);
        Path tools = copied("training-tools.json", folder);
        String call = "{\"path\": \"src/a\"}";
        try {
            run("--help");
            run("check", "--help");
            run("check", policy.toString(), "--tools", tools.toString());
            run("check", policy.toString(), "--json");
            run(
                    "check",
                    Files.writeString(folder.resolve("wrong.toml"), "tools = 1").toString());
            run("explain", policy.toString(), "write_file", call);
            run("witnesses", policy.toString(), "--json");
            run("diff", policy.toString(), policy.toString(), "--markdown");
            run("decide", "--configuration", policy.toString(), "-");
            run("hook", "claude-code", "--help");
            runHook(folder, copied("training-agent.toml", folder));
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private static Path copied(String file, Path folder) throws IOException {
        return Files.writeString(folder.resolve(file), ResourceText.of(Training.class, file));
    }

    /** Answers events of a coding agent, which waits for it at each of its calls. */
    private static void runHook(Path folder, Path policy) {
        Path store = folder.resolve("sessions");
        for (String call : List.of(
                "\"Bash\", \"tool_input\": {\"command\": \"git status -s\"}",
                "\"Bash\", \"tool_input\": {\"command\": \"rm x && ls\"}",
                "\"Read\", \"tool_input\": {\"file_path\": \"" + folder + "/a\"}")) {
            for (String event : List.of("PreToolUse", "PostToolUse")) {
                String input = "{\"hook_event_name\": \"" + event + "\", \"session_id\": \"s\", \"cwd\": \"" + folder
                        + "\", \"tool_use_id\": \"t\", \"tool_response\": {}, \"tool_name\": " + call + "}";
                int code = answer(
                        input, "hook", "claude-code", "--policy", policy.toString(), "--store", store.toString());
                if (code != 0) {
                    throw new IllegalStateException("the hook was not trained: it ended with " + code);
                }
            }
        }
    }

    private static void run(String... arguments) {
        answer("{\"tool\": \"write_file\", \"arguments\": {\"path\": \"src/a\"}}\n", arguments);
    }

    private static int answer(String input, String... arguments) {
        PrintStream none = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        byte[] bytes = input.getBytes(StandardCharsets.UTF_8);
        return new ToolPolicyCommand(new Console(new ByteArrayInputStream(bytes), none, none, () -> Ansi.OFF))
                .run(arguments);
    }
}
