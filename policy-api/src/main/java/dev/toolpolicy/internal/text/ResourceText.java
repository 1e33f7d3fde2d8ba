package dev.toolpolicy.internal.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The text of files that come with the program. Stateless. */
public final class ResourceText {
    private ResourceText() {}

    /**
     * Reads a file in UTF-8.
     *
     * @param beside a class of the file's package
     * @throws IllegalStateException if the program was built without the file
     */
    public static String of(Class<?> beside, String file) {
        try (InputStream in = beside.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the program was built without " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
