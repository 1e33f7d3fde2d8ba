package dev.toolpolicy.runtime.argument;

import java.util.Optional;

/**
 * Says where a path really leads. Set by a service whose tools follow links, so that {@code src/link} is also judged as
 * what it points to. Asked whenever a path is judged, and again just before the call runs; it may be asked on the
 * thread that reads the stream, so it should be quick.
 */
@FunctionalInterface
public interface LinkResolver {

    /**
     * Resolves the links of a path.
     *
     * @param path the path as the model wrote it
     * @return the path without links, absolute or relative to where relative paths start; empty, or an exception, if it
     *     can't be told, and then the call never runs unattended
     */
    Optional<String> resolve(String path);
}
