package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files with expected output. {@code -Dgoldens.update=true} rewrites them; review the difference as prose. */
final class Goldens {
    static final Path RESOURCES = Path.of("src/test/resources");

    private Goldens() {}

    /** Returns the files of a folder, sorted by name. */
    static List<Path> files(String folder) {
        try (Stream<Path> files = Files.list(RESOURCES.resolve(folder))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asserts that a text equals a file. */
    static void check(String file, String text) {
        Path path = RESOURCES.resolve(file);
        if (Boolean.getBoolean("goldens.update")) {
            try {
                Files.createDirectories(path.getParent());
                Files.writeString(path, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        assertThat(path).exists();
        assertThat(text).isEqualTo(read(path));
    }
}
