package dev.toolpolicy.lab.start;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

/** Tools that read and write files. */
final class FileTools {
    private FileTools() {}

    /**
     * Reads a file.
     *
     * @param path the file
     */
    @Tool(name = "read_file")
    @Policy(
            run = {
                @Rule(arg = "/path", prefix = ".git", mode = DENY),
                @Rule(arg = "/path", glob = "**/*.pem", mode = DENY),
                @Rule(arg = "/path", prefix = "src/", mode = ALLOW),
                @Rule(arg = "/path", prefix = "docs/", mode = ASK),
                @Rule(mode = DENY)
            })
    public record ReadFile(@Param("The file.") Path path) {}

    /**
     * Writes a file.
     *
     * @param path the file
     * @param content its text
     */
    @Tool(name = "write_file")
    @Policy(
            run = {
                @Rule(arg = "/path", prefix = ".github", mode = DENY),
                @Rule(arg = "/path", glob = "**/*.key", mode = DENY),
                @Rule(arg = "/path", prefix = "src/main/", mode = ALLOW),
                @Rule(arg = "/path", prefix = "src/test/", mode = ASK),
                @Rule(mode = DENY)
            })
    public record WriteFile(
            @Param("The file.") Path path,
            @Param("Its text.") String content) {}

    /**
     * Deletes a file.
     *
     * @param path the file
     */
    @Tool(name = "delete_file")
    @Policy(
            run = {
                @Rule(arg = "/path", prefix = ".git/hooks", mode = DENY),
                @Rule(arg = "/path", glob = "**/secrets/**", mode = DENY),
                @Rule(arg = "/path", prefix = "target/", mode = ALLOW),
                @Rule(arg = "/path", prefix = "build/", mode = ASK),
                @Rule(mode = DENY)
            })
    public record DeleteFile(@Param("The file.") Path path) {}

    /**
     * Lists a folder.
     *
     * @param path the folder
     * @param depth how deep
     */
    @Tool(name = "list_folder")
    @Policy(
            run = {
                @Rule(arg = "/path", prefix = "private/", mode = DENY),
                @Rule(arg = "/path", glob = "**/.ssh/**", mode = DENY),
                @Rule(arg = "/path", prefix = "lib/", mode = ALLOW),
                @Rule(arg = "/path", prefix = "include/", mode = ASK),
                @Rule(mode = DENY)
            })
    public record ListFolder(
            @Param("The folder.") Path path,
            @Param("How deep.") int depth) {}
}
