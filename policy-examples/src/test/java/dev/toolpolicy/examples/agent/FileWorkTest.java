package dev.toolpolicy.examples.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.examples.tools.files.GrepFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The work of the tools for files. */
class FileWorkTest {
    @TempDir
    private Path folder;

    @Test
    void aLinkThatLeadsOutOfTheFolderAndAnEnvironmentFileAreNotSearched() throws IOException {
        Path work = Files.createDirectory(folder.resolve("work"));
        Files.writeString(work.resolve("own.txt"), "a secret of the project\n");
        Files.writeString(folder.resolve("other.txt"), "a secret of the person\n");
        Files.createSymbolicLink(work.resolve("link.txt"), Path.of("../other.txt"));
        Files.createSymbolicLink(work.resolve("again.txt"), Path.of("own.txt"));
        Files.writeString(work.resolve(".env"), "a secret of the service\n");
        FileWork files = new FileWork(new Workspace(work));
        assertThat(files.grep(new GrepFiles(".*secret.*", Path.of("."))))
                .isEqualTo("own.txt:1: a secret of the project");
        assertThat(files.grep(new GrepFiles(".*secret.*", Path.of(".env"))))
                .as("by its own name, which a rule asks about")
                .isEqualTo(".env:1: a secret of the service");
    }
}
