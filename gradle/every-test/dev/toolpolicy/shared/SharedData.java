package dev.toolpolicy.shared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * Recorded responses and public suites, which tests read from a folder beside the checkout and which are not part of the
 * project. Tests that need them count as skipped without that folder. Compiled into the tests of every module.
 */
public final class SharedData {
    private SharedData() {}

    /**
     * Returns a file or folder.
     *
     * @param name its path below the shared folder, such as {@code streams/sse}
     * @return the path
     * @throws TestAbortedException if the shared folder is not there
     */
    public static Path path(String name) {
        URL found = SharedData.class.getResource("/" + name);
        if (found == null) {
            throw new TestAbortedException("there is no ../shared/" + name + " beside this checkout");
        }
        try {
            return Path.of(found.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    /**
     * Returns the files of a folder.
     *
     * @param folder the folder's path below the shared folder
     * @return the files, sorted
     * @throws TestAbortedException if the shared folder is not there
     */
    public static List<Path> files(String folder) {
        try (Stream<Path> files = Files.list(path(folder))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a file.
     *
     * @param name its path below the shared folder
     * @return its text, UTF-8
     * @throws TestAbortedException if the shared folder is not there
     */
    public static String text(String name) {
        try {
            return Files.readString(path(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
