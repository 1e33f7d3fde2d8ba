package dev.toolpolicy.examples.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A temporary file that is gone when it is closed, or when the program ends before that: what is in it can be a secret.
 */
final class PassingFile implements AutoCloseable {
    private final Path path;

    PassingFile(String prefix, String suffix) throws IOException {
        path = Files.createTempFile(prefix, suffix);
        path.toFile().deleteOnExit();
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
