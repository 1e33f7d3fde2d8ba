package dev.toolpolicy.runtime.call;

import dev.toolpolicy.internal.text.VisibleText;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;

/**
 * The links of this machine, for paths that start at a directory. A {@code ..} that follows a link has no target: the
 * system goes up from where the link leads, but many programs drop both names. Immutable.
 */
final class DirectoryLinks {
    private static final Logger LOG = System.getLogger(DirectoryLinks.class.getName());
    private static final Path UP = Path.of("..");

    /** Each costs some system calls, and a model can write very many of them. */
    private static final int MOST_UPS = 100;

    private final Path root;

    DirectoryLinks(Path root) {
        this.root = Objects.requireNonNull(root, "root").toAbsolutePath().normalize();
    }

    /** Returns the path without links; empty if it is unknown. */
    Optional<String> resolve(String path) {
        try {
            Path real = real(root.resolve(path));
            Path realRoot = root.toRealPath();
            return Optional.of((real.startsWith(realRoot) ? root.resolve(realRoot.relativize(real)) : real).toString());
        } catch (IOException | InvalidPathException e) {
            LOG.log(Level.DEBUG, "nothing is known of the links of " + VisibleText.line(path, VisibleText.NAME), e);
            return Optional.empty();
        }
    }

    /**
     * Returns an absolute path without links.
     *
     * @throws IOException if {@code ..} follows a link, or what exists can't be read
     */
    private static Path real(Path path) throws IOException {
        Path root = Objects.requireNonNull(path.getRoot(), "the path is absolute");
        int ups = 0;
        for (int i = 0; i < path.getNameCount(); i++) {
            if (path.getName(i).equals(UP)) {
                if (++ups > MOST_UPS) {
                    throw new IOException("more than " + MOST_UPS + " times \"..\"");
                }
                // Nothing before this name goes up from a link, so the normal form is the same place.
                requireNoLink(i == 0 ? root : root.resolve(path.subpath(0, i)).normalize());
            }
        }
        return withoutLinks(path.normalize());
    }

    private static void requireNoLink(Path path) throws IOException {
        Path above = path.getParent();
        if (above != null
                && exists(path)
                && (Files.isSymbolicLink(path)
                        || !above.toRealPath().equals(path.toRealPath().getParent()))) {
            throw new IOException("\"..\" follows a link");
        }
    }

    /** Returns an absolute path as the system reads it: of what doesn't exist, the part that does. */
    static Path withoutLinks(Path path) throws IOException {
        Path there = path;
        while (!exists(there)) {
            there = Objects.requireNonNull(there.getParent(), "the root exists");
        }
        Path real = there.toRealPath();
        if (!there.equals(path) && !Files.isDirectory(real)) {
            // Newer JDKs report what is below a file as absent.
            throw new IOException("a file has no names below it");
        }
        return real.resolve(there.relativize(path)).normalize();
    }

    private static boolean exists(Path path) throws IOException {
        try {
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
