package dev.toolpolicy.examples.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A small project to try the agent on. */
final class ScratchProject {

    private ScratchProject() {}

    /** Makes it in a new temporary folder, which stays: what was done there is to be looked at. */
    static Path make() throws IOException {
        return makeIn(Files.createTempDirectory("agent-project"));
    }

    /** Makes it in an empty folder. */
    static Path makeIn(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("src"));
        Files.createDirectories(folder.resolve("docs"));
        Files.writeString(folder.resolve("src/greeting.txt"), "Helo, world!\nTODO: greet in other languages\n");
        Files.writeString(folder.resolve("docs/README.md"), "# A small project\n");
        Files.writeString(
                folder.resolve("test.sh"),
                "grep -q Hello src/greeting.txt && echo \"1 passed\" || { echo \"1 failed\"; exit 1; }\n");
        git(folder, "init", "-q");
        git(folder, "config", "user.name", "agent");
        git(folder, "config", "user.email", "agent@example.invalid");
        git(folder, "add", ".");
        git(folder, "commit", "-q", "-m", "As it was");
        return folder;
    }

    /** Runs git. The project also works without version control if git is missing. */
    private static void git(Path folder, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException noGit) {
            System.getLogger(ScratchProject.class.getName())
                    .log(System.Logger.Level.INFO, "there is no git here", noGit);
            return;
        }
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("it was interrupted", e);
        }
    }
}
