package dev.toolpolicy.examples.agent;

import dev.toolpolicy.stream.internal.wire.WirePart;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A language model that can call tools. */
interface Model {

    /**
     * Streams the next response.
     *
     * @param conversation all messages so far
     * @param parts takes what the response says, as it comes, on this thread; the last is its end
     * @throws IOException if the model can't be reached or answers with an error; the message says what to do
     */
    void respond(List<Message> conversation, Consumer<? super WirePart> parts) throws IOException;

    /** Closes the response that is streaming; from any thread. It then ends as one that was cut. */
    void cancel();
}
