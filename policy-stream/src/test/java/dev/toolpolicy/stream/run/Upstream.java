package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.StreamRequest;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** A response that counts what is taken from it, and whether it was closed early. */
class Upstream implements Iterator<StreamChunk>, AutoCloseable {
    static final StreamRequest REQUEST = StreamRequest.of("request-1");

    private final Iterator<StreamChunk> chunks;
    private int taken;
    private int closed;

    Upstream(List<StreamChunk> chunks) {
        this.chunks = chunks.iterator();
    }

    static Upstream of(StreamChunk... chunks) {
        return new Upstream(List.of(chunks));
    }

    @Override
    public boolean hasNext() {
        return chunks.hasNext();
    }

    @Override
    public StreamChunk next() {
        taken++;
        return chunks.next();
    }

    @Override
    public void close() {
        closed++;
    }

    int taken() {
        return taken;
    }

    int closed() {
        return closed;
    }

    // ---- chunks

    static StreamChunk role(String role) {
        return StreamChunk.empty().withRole(role);
    }

    static StreamChunk text(String text) {
        return StreamChunk.text(text);
    }

    static ToolCallDelta delta(int index, String id, String name, String arguments) {
        return new ToolCallDelta(index, id, name, arguments);
    }

    static StreamChunk calls(ToolCallDelta... deltas) {
        return StreamChunk.empty().withToolCalls(List.of(deltas));
    }

    static StreamChunk call(int index, String id, String name, String arguments) {
        return calls(delta(index, id, name, arguments));
    }

    static StreamChunk more(int index, String arguments) {
        return call(index, "", "", arguments);
    }

    static StreamChunk usage(long tokens) {
        return StreamChunk.empty().withUsage(Map.of("completion_tokens", tokens));
    }

    static StreamChunk finish(String reason) {
        return StreamChunk.finish(reason);
    }

    /** A response with everything in it: every hook is called, most of them more than once. */
    static List<StreamChunk> everything() {
        return List.of(
                role("assistant"),
                text("Let me "),
                text("see. "),
                call(0, "a", "read", "{\"path\":"),
                more(0, "\"x\"}"),
                call(1, "b", "list", "{}"),
                text("Now."),
                StreamChunk.empty(),
                finish("tool_calls"),
                usage(9));
    }
}
