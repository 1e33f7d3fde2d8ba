package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** The client or the server of a gateway. Thread-safe. */
@FunctionalInterface
interface Peer {

    /**
     * Sends a message.
     *
     * @param message the message, which is not changed afterwards
     * @throws IOException if it can't be sent
     */
    void send(ObjectNode message) throws IOException;
}
