package dev.toolpolicy.stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/**
 * The request that a response answers. Immutable: the body is copied in and out.
 *
 * @param id the service's id of the request, for events and logs
 * @param body the request as it was sent to the model: its messages, model, tools
 */
public record StreamRequest(String id, ObjectNode body) {
    /** Copies the body. */
    public StreamRequest {
        Objects.requireNonNull(id, "id");
        body = body.deepCopy();
    }

    /**
     * Creates a request with an id and an empty body.
     *
     * @param id the service's id of the request
     */
    public static StreamRequest of(String id) {
        return new StreamRequest(id, JsonNodeFactory.instance.objectNode());
    }

    @Override
    public ObjectNode body() {
        return body.deepCopy();
    }

    @Override
    public String toString() {
        return id;
    }
}
