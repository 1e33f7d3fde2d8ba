package dev.toolpolicy.test.replay;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request that the server got. Immutable.
 *
 * @param method GET, POST and so on
 * @param path the path with its query, as it came
 * @param headers the headers by their names in lower case; values of one that came several times are joined by
 *     commas
 * @param body the body, empty if there is none
 */
public record ReplayRequest(String method, String path, Map<String, String> headers, String body) {
    /** Copies the components. */
    public ReplayRequest {
        headers = Map.copyOf(headers);
    }

    /**
     * Returns a header.
     *
     * @param name its name, in upper or lower case
     * @return its value, if it came
     */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }
}
