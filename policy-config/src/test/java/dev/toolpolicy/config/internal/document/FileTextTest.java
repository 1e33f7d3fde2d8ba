package dev.toolpolicy.config.internal.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.shared.PageLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTextTest {
    @TempDir
    private Path folder;

    private String message(PolicyConfiguration configuration) {
        assertThat(configuration.problems()).hasSize(1);
        return PageLines.cut(configuration.problems().get(0).message()).replace(folder + "/", "");
    }

    /** A pipe without a writer, or an endless device, would be read forever. */
    @Test
    void onlyRegularFilesAreRead() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/zero")) && Files.isExecutable(Path.of("/usr/bin/mkfifo")));
        Path pipe = folder.resolve("pipe.toml");
        new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor();
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            assertThat(FileText.read(pipe).problem().orElseThrow().toString()).contains("it is not a regular file");
            assertThat(FileText.read(Path.of("/dev/zero"))
                            .problem()
                            .orElseThrow()
                            .toString())
                    .contains("it is not a regular file");
        });
    }

    @Test
    void unreadableFilesGetOneMessage() throws IOException {
        assertThat(message(PolicyConfiguration.read(folder.resolve("none.toml"))))
                .isEqualTo("none.toml: error: [toolpolicy/config-syntax] there is no such file");
        Files.createDirectory(folder.resolve("dir.toml"));
        assertThat(message(PolicyConfiguration.read(folder.resolve("dir.toml"))))
                .isEqualTo("dir.toml: error: [toolpolicy/config-syntax] it is a folder, not a file");
        Files.writeString(folder.resolve("policy.conf"), "");
        assertThat(message(PolicyConfiguration.read(folder.resolve("policy.conf"))))
                .isEqualTo("""
                    policy.conf: error: [toolpolicy/config-syntax] its name doesn't say whether it is TOML or JSON
                      help: name it .toml or .json\
                    """);
        assertThat(message(
                        PolicyConfiguration.read(folder.resolve("policy.conf")).at("/x")))
                .contains("its name doesn't say");
        assertThat(PolicyConfiguration.read(folder.resolve("policy.conf"), ConfigurationFormat.TOML)
                        .problems())
                .isEmpty();
    }

    @Test
    void aFileThatMayNotBeReadIsSaid() throws IOException {
        Path file = Files.writeString(folder.resolve("secret.toml"), "");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        PolicyConfiguration configuration = PolicyConfiguration.read(file);
        if (Files.isReadable(file)) {
            assertThat(configuration.problems())
                    .as("the superuser may read all")
                    .isEmpty();
        } else {
            assertThat(message(configuration)).endsWith("it may not be read");
        }
    }

    @Test
    void aFileThatIsTooLargeIsNotRead() throws IOException {
        Path file = folder.resolve("large.toml");
        Files.writeString(file, "#" + "x".repeat(FileText.LARGEST - 1));
        assertThat(PolicyConfiguration.read(file).problems()).isEmpty();
        Files.writeString(file, "#" + "x".repeat(FileText.LARGEST));
        assertThat(message(PolicyConfiguration.read(file))).contains("it has more than 1048576 bytes");
    }

    @Test
    void bytesThatAreNoUtf8AreFoundWhereTheyStand() throws IOException {
        Path file = folder.resolve("latin.toml");
        Files.write(file, "a = 'é'\nb = 'é'".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(message(PolicyConfiguration.read(file)))
                .startsWith("latin.toml:1:6: error: [toolpolicy/config-syntax] this is not UTF-8");
        byte[] cut = "a = 'é".getBytes(StandardCharsets.UTF_8);
        Files.write(file, Arrays.copyOf(cut, cut.length - 1));
        assertThat(message(PolicyConfiguration.read(file))).startsWith("latin.toml:1:6: error:");
        byte[] surrogate = {'a', '=', '\'', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '\''};
        Files.write(file, surrogate);
        assertThat(message(PolicyConfiguration.read(file))).startsWith("latin.toml:1:4: error:");
    }

    @Test
    void aFileThatChangesWhileItIsReadIsReadAgain() throws IOException {
        Path file = Files.writeString(folder.resolve("busy.toml"), "a = 1\n");
        AtomicInteger reads = new AtomicInteger();
        FileText settled = FileText.read(file, () -> {
            if (reads.incrementAndGet() == 1) {
                append(file);
            }
        });
        assertThat(settled.text()).isEqualTo("a = 1\nb = 2\n");
        FileText busy = FileText.read(file, () -> append(file));
        assertThat(busy.text()).isEmpty();
        assertThat(busy.problem().orElseThrow().message())
                .contains("it changes while it is read", "help: write a new file, then move it into its place");
    }

    @Test
    void aFileThatAnotherTakesThePlaceOfIsReadAgain() throws IOException {
        Path file = Files.writeString(folder.resolve("moved.toml"), "a = 1\n");
        Path next = Files.writeString(folder.resolve("next.toml"), "a = 2\n");
        Files.setLastModifiedTime(next, Files.getLastModifiedTime(file));
        FileText read = FileText.read(file, () -> move(next, file));
        assertThat(read.text()).isEqualTo("a = 2\n");
    }

    private static void append(Path file) {
        try {
            Files.writeString(file, "b = 2\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void move(Path from, Path to) {
        try {
            if (Files.exists(from)) {
                Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
