package dev.toolpolicy.stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/**
 * The request that a response answers. Immutable: the body is copied in and out.
 */
public final class StreamRequest {
    private final String id;
    private final ObjectNode body;

    /**
     * A request.
     *
     * @param id the service's id of it, for events and logs
     * @param body the request as it went to the model: its messages, model, tools
     * @throws NullPointerException if an argument is null
     */
    public StreamRequest(String id, ObjectNode body) {
        this.id = Objects.requireNonNull(id, "id");
        this.body = body.deepCopy();
    }

    /**
     * A request of which only the id is told.
     *
     * @param id the service's id of it
     * @return the request
     */
    public static StreamRequest of(String id) {
        return new StreamRequest(id, JsonNodeFactory.instance.objectNode());
    }

    /**
     * The service's id.
     *
     * @return the id
     */
    public String id() {
        return id;
    }

    /**
     * The request as it went to the model.
     *
     * @return a copy
     */
    public ObjectNode body() {
        return body.deepCopy();
    }

    @Override
    public String toString() {
        return id;
    }
}
