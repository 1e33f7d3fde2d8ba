package dev.toolpolicy.runtime.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.shared.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The test data beside the tests. */
final class Resources {
    static final ObjectMapper MAPPER = new ObjectMapper();

    private Resources() {}

    static Path path(String name) {
        return SharedData.path(name);
    }

    /** The files of a folder, sorted. */
    static List<Path> files(String folder) {
        try (Stream<Path> files = Files.list(path(folder))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The characters of a file; empty if it isn't UTF-8. */
    static Optional<String> utf8(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode json(Path file) {
        try {
            return MAPPER.readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of a file, each a JSON value. */
    static List<JsonNode> lines(String name) {
        try (Stream<String> lines = Files.lines(path(name))) {
            return lines.map(Resources::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode parse(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
