package dev.toolpolicy.runtime.call;

import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.schema.NormalPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A view of the files of a directory, and of absolute paths. Immutable. */
final class DirectoryView {
    private static final NormalPath.Form IN_LOWER_CASE = NormalPath.Form.PLAIN.ignoringCase();

    private final Path directory;

    DirectoryView(Path directory) {
        this.directory = Objects.requireNonNull(directory, "directory").toAbsolutePath();
    }

    private Path file(NormalPath path) {
        return directory.resolve(path.toString());
    }

    /** Returns whether there is something at a path, a link without target too: a write would replace it. */
    boolean exists(NormalPath path, NormalPath.Form form) {
        Path start = directory.resolve(path.root() + "../".repeat(path.climbs()));
        return !Files.notExists(file(path), LinkOption.NOFOLLOW_LINKS)
                || form.ignoresCase() && exists(start, path.components());
    }

    /** Returns whether there is something with names in any case, or a folder that can't be read. */
    private static boolean exists(Path start, List<String> names) {
        if (names.isEmpty()) {
            return true;
        }
        String[] files = start.toFile().list();
        if (files == null) {
            return Files.isDirectory(start);
        }
        return Stream.of(files)
                .filter(file -> IN_LOWER_CASE.of(file).toString().equals(names.get(0)))
                .anyMatch(file -> exists(start.resolve(file), names.subList(1, names.size())));
    }

    Optional<String> fingerprint(NormalPath path) {
        if (!Files.isRegularFile(file(path))) {
            return Optional.empty();
        }
        try (InputStream content = Files.newInputStream(file(path))) {
            MessageDigest digest = JsonDigest.sha256();
            new DigestInputStream(content, digest).transferTo(OutputStream.nullOutputStream());
            return Optional.of(HexFormat.of().formatHex(digest.digest()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
