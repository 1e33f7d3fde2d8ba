package dev.toolpolicy.test.replay;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request that the server got. Immutable. */
public final class ReplayRequest {
    private final String method;
    private final String path;
    private final Map<String, String> headers;
    private final String body;

    /**
     * Creates a request.
     *
     * @param method GET, POST and so on
     * @param path the path with its query, as it came
     * @param headers the headers by their names in lower case; values of one that came several times are joined by
     *     commas
     * @param body the body, empty if there is none
     */
    public ReplayRequest(String method, String path, Map<String, String> headers, String body) {
        this.method = method;
        this.path = path;
        this.headers = Map.copyOf(headers);
        this.body = body;
    }

    /** Returns GET, POST and so on. */
    public String method() {
        return method;
    }

    /** Returns the path with its query, as it came. */
    public String path() {
        return path;
    }

    /** Returns the headers by their names in lower case; values of one that came several times are joined by commas. */
    public Map<String, String> headers() {
        return headers;
    }

    /** Returns the body, empty if there is none. */
    public String body() {
        return body;
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

    private List<Object> parts() {
        return List.of(method, path, headers, body);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ReplayRequest that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return "ReplayRequest[method=" + method + ", path=" + path + ", headers=" + headers + ", body=" + body + "]";
    }
}
