package dev.toolpolicy.examples.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The folder that the agent works in. Policies judge paths by their text; here they become files, and what leads out of
 * the folder, through links too, is refused once more.
 */
final class Workspace {
    private final Path root;

    /**
     * Creates a folder.
     *
     * @throws IOException if it is none
     */
    Workspace(Path folder) throws IOException {
        try {
            root = folder.toRealPath();
        } catch (NoSuchFileException e) {
            throw new IOException("there is no folder " + folder + ": make it, or name another with --folder", e);
        }
        if (!Files.isDirectory(root)) {
            throw new IOException(folder + " is not a folder: name one with --folder");
        }
    }

    Path root() {
        return root;
    }

    /** Returns the real path of an existing file that a call names. */
    Path existing(Path path) throws IOException {
        Path file = inside(path);
        if (!Files.exists(file)) {
            throw new IOException("there is no " + path);
        }
        return requireInside(file.toRealPath(), path);
    }

    /** Returns the path for a new file, and creates its folder if needed. */
    Path fresh(Path path) throws IOException {
        Path file = inside(path);
        Path known = file;
        while (!Files.exists(known)) {
            known = Objects.requireNonNull(known.getParent(), "the root exists");
        }
        requireInside(known.toRealPath(), path);
        Files.createDirectories(file.getParent());
        return file;
    }

    /** Returns the path from the folder, for people and models. */
    String name(Path file) {
        return root.relativize(file).toString();
    }

    private Path inside(Path path) throws IOException {
        return requireInside(root.resolve(path).normalize(), path);
    }

    private Path requireInside(Path file, Path named) throws IOException {
        if (!file.startsWith(root)) {
            throw new IOException(named + " leads out of the folder that this agent works in");
        }
        return file;
    }
}
