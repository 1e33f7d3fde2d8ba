package dev.toolpolicy.examples.agent;

import dev.toolpolicy.examples.tools.git.GitCommit;
import dev.toolpolicy.examples.tools.git.GitDiff;
import dev.toolpolicy.examples.tools.release.RunTests;
import dev.toolpolicy.examples.tools.shell.Bash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Handlers of the tools that start programs: in the agent's folder, with limited time and output. */
record CommandWork(Workspace workspace) {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(60);
    private static final int LONGEST_OUTPUT = 64 * 1024;

    String bash(Bash call) throws IOException {
        Duration limit =
                call.timeout() == null || call.timeout() <= 0 ? USUAL_LIMIT : Duration.ofMillis(call.timeout());
        return run(limit, List.of("sh", "-c", call.command()));
    }

    String test(RunTests call) throws IOException {
        Path script = workspace.root().resolve("test.sh");
        if (!Files.isRegularFile(script)) {
            throw new IOException("the folder has no test.sh that runs its tests");
        }
        return run(USUAL_LIMIT, List.of("sh", "test.sh", call.suite()));
    }

    String diff(GitDiff call) throws IOException {
        return run(
                USUAL_LIMIT,
                call.status() == GitDiff.Status.STAGED
                        ? List.of("git", "diff", "--no-ext-diff", "--staged")
                        : List.of("git", "diff", "--no-ext-diff"));
    }

    String commit(GitCommit call) throws IOException {
        List<String> files = new ArrayList<>();
        for (Path path : call.paths()) {
            files.add(workspace.name(workspace.existing(path)));
        }
        List<String> add = new ArrayList<>(List.of("git", "add", "--"));
        add.addAll(files);
        run(USUAL_LIMIT, add);
        List<String> commit = new ArrayList<>(List.of("git", "commit", "-m", call.message(), "--"));
        commit.addAll(files);
        return run(USUAL_LIMIT, commit);
    }

    private String run(Duration limit, List<String> command) throws IOException {
        try (PassingFile output = new PassingFile("agent", ".out")) {
            Process process = new ProcessBuilder(command)
                    .directory(workspace.root().toFile())
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(output.path().toFile())
                    .start();
            boolean ended = await(process, limit);
            String said = head(output.path());
            if (!ended) {
                throw new IOException(
                        "it took longer than " + limit.toSeconds() + " s and was ended. It had said: " + said);
            }
            if (process.exitValue() != 0) {
                throw new IOException("it ended with status " + process.exitValue() + ". It said: " + said);
            }
            return said;
        }
    }

    private static boolean await(Process process, Duration limit) throws IOException {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("it was interrupted", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String head(Path output) throws IOException {
        try (var stream = Files.newInputStream(output)) {
            String text = new String(stream.readNBytes(LONGEST_OUTPUT), StandardCharsets.UTF_8);
            return Files.size(output) > LONGEST_OUTPUT ? text + "\n... and more" : text;
        }
    }
}
