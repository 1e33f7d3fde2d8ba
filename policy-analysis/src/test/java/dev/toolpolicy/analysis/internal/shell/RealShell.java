package dev.toolpolicy.analysis.internal.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A shell of this machine, whose commands are programs that only write down their words. Its working folder is new for
 * each line.
 */
final class RealShell {
    private static final String RECORDER = """
        #!/bin/sh
        printf '%%s\\0' "$#" "${0##*/}" "$@" >> '%s'
        """;

    /** What the shells say of lines that they don't accept. */
    private static final List<String> REFUSALS = List.of(
            "syntax error",
            "parse error",
            "unmatched",
            "unterminated",
            "unexpected",
            "bad substitution",
            "delimited by end");

    private final String shell;
    private final Path folder;
    private final Path log;

    /** What a line did: the commands with their words, and the files that it made. */
    record Outcome(boolean accepted, List<List<String>> commands, Set<String> files) {}

    RealShell(String shell, Path folder, Set<String> names) throws IOException {
        this.shell = shell;
        this.folder = folder;
        this.log = folder.resolve("log");
        Path programs = Files.createDirectories(folder.resolve("bin"));
        Path recorder = folder.resolve("recorder");
        Files.writeString(recorder, RECORDER.formatted(log));
        if (!recorder.toFile().setExecutable(true)) {
            throw new IOException("can't make the recorder a program");
        }
        for (String name : names) {
            Files.createSymbolicLink(programs.resolve(name), recorder);
        }
    }

    static boolean exists(String shell) {
        return Stream.of("/bin/", "/usr/bin/").anyMatch(place -> Files.isExecutable(Path.of(place + shell)));
    }

    Outcome run(String line) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory(folder, "work");
        Files.deleteIfExists(log);
        // A line may write to it, as "> =qa" does in zsh; then no later command would be seen.
        Files.writeString(folder.resolve("recorder"), RECORDER.formatted(log));
        // cat ends with the last command that has the pipe, those in the background too. Java's own end of a pipe
        // wouldn't do: it's closed as soon as the started process has ended, if nothing was reading it then.
        boolean suspect = refuses(start(work, "\"$0\" -c -- \"$1\" 9>&1 2>&1 >/dev/null </dev/null | cat", line));
        // A command's own message may look like a refusal: the shell says, without running anything.
        boolean accepted = !suspect || !refuses(start(work, "exec \"$0\" -n -c -- \"$1\" 2>&1 >/dev/null", line));
        Set<String> files = new TreeSet<>();
        try (Stream<Path> found = Files.walk(work)) {
            found.filter(Files::isRegularFile)
                    .map(file -> work.relativize(file).toString())
                    .forEach(files::add);
        }
        return new Outcome(accepted, recorded(), files);
    }

    private static boolean refuses(String messages) {
        return REFUSALS.stream().anyMatch(messages.toLowerCase(Locale.ROOT)::contains);
    }

    /** Runs the shell in some way. Returns what the way lets through, when all of its commands have ended. */
    private String start(Path work, String how, String line) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", how, shell, line);
        builder.directory(work.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("X", "a b");
        Process process = builder.start();
        byte[] output = process.getInputStream().readAllBytes();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException(shell + " didn't end");
        }
        return new String(output, StandardCharsets.UTF_8);
    }

    private List<List<String>> recorded() throws IOException {
        List<List<String>> commands = new ArrayList<>();
        if (!Files.exists(log)) {
            return commands;
        }
        String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        String[] parts = text.split("\0", -1);
        for (int i = 0; i + 1 < parts.length; ) {
            int count = Integer.parseInt(parts[i]) + 1;
            commands.add(List.of(Arrays.copyOfRange(parts, i + 1, i + 1 + count)));
            i += 1 + count;
        }
        return commands;
    }
}
