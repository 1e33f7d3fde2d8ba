package dev.toolpolicy.examples;

import dev.toolpolicy.stream.internal.wire.WireException;
import dev.toolpolicy.stream.internal.wire.WireResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The streamed bodies that come with the example. An unreadable body is a bug of the program. */
final class Recordings {
    private Recordings() {}

    /**
     * Reads a body.
     *
     * @param file its name in the folder {@code recordings}
     * @return the response
     */
    static Recording body(String file) {
        try (InputStream in = Recordings.class.getResourceAsStream("recordings/" + file)) {
            if (in == null) {
                throw new IllegalStateException("the recording " + file + " is not on the class path");
            }
            return Recording.of(file, WireResponse.read(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (WireException e) {
            throw new IllegalStateException(file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
