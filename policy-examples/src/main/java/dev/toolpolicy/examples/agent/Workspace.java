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
     * A folder.
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
            throw new IOException(folder + " is no folder: name one with --folder");
        }
    }

    Path root() {
        return root;
    }

    /** What is there, by the path that a call names. */
    Path existing(Path path) throws IOException {
        Path file = inside(path);
        if (!Files.exists(file)) {
            throw new IOException("there is no " + path);
        }
        return requireInside(file.toRealPath(), path);
    }

    /** A file that is to be made; its folder is made if need be. */
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

    /** The path from the folder, for people and models. */
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
