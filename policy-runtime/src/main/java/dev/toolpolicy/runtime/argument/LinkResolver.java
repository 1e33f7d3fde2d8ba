package dev.toolpolicy.runtime.argument;

import java.util.Optional;

/**
 * The resolver of links in paths. A service whose tools follow links sets it, so that {@code src/link} is also decided
 * by its target. It is called when a path is evaluated and again just before the call runs, possibly on the thread that
 * reads the stream, so it must be quick.
 */
@FunctionalInterface
public interface LinkResolver {

    /**
     * Resolves the links of a path.
     *
     * @param path the path as the model wrote it
     * @return the path without links, absolute or relative to the start of relative paths; if empty or an exception,
     *     the call needs approval
     */
    Optional<String> resolve(String path);
}
