package dev.toolpolicy.stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The request that a response answers. Immutable: the body is copied in and out.
 */
public final class StreamRequest {
    private final String id;
    private final ObjectNode body;

    /**
     * Creates a request.
     *
     * @param id the service's id of the request, for events and logs
     * @param body the request as it was sent to the model: its messages, model, tools
     */
    public StreamRequest(String id, ObjectNode body) {
        this.id = Objects.requireNonNull(id, "id");
        this.body = body.deepCopy();
    }

    /**
     * Creates a request with an id and an empty body.
     *
     * @param id the service's id of the request
     */
    public static StreamRequest of(String id) {
        return new StreamRequest(id, JsonNodeFactory.instance.objectNode());
    }

    /**
     * Returns the service's id of the request.
     *
     * @return the id for events and logs
     */
    public String id() {
        return id;
    }

    /**
     * Returns the request as it was sent to the model.
     *
     * @return a copy
     */
    public ObjectNode body() {
        return body.deepCopy();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StreamRequest that && id.equals(that.id) && body.equals(that.body);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, body);
    }

    @Override
    public String toString() {
        return id;
    }
}
