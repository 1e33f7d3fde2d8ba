package dev.toolpolicy.stream.internal.wire;

import dev.toolpolicy.runtime.internal.adapter.CallSink;
import dev.toolpolicy.runtime.internal.adapter.TurnSink;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Turns the calls of a response into parts; repetitions of an id or a name are dropped. */
final class WirePartList implements CallSink {
    private final Consumer<? super WirePart> consumer;
    private final Map<Integer, OpenCall> open = new HashMap<>();

    WirePartList(Consumer<? super WirePart> consumer) {
        this.consumer = consumer;
    }

    /** The call that a position holds at the moment. */
    private static final class OpenCall {
        private String id;
        private final StringBuilder name;

        private OpenCall(String id, String name) {
            this.id = id;
            this.name = new StringBuilder(name);
        }
    }

    /** Starts a call. Providers may repeat id or name in every piece, which adds no part. */
    @Override
    public void start(int position, String id, String name) {
        OpenCall call = open.get(position);
        if (call == null || !id.isEmpty() && !call.id.isEmpty() && !id.equals(call.id)) {
            call = new OpenCall(id, name);
            open.put(position, call);
        } else if ((id.isEmpty() || id.equals(call.id)) && (name.isEmpty() || name.contentEquals(call.name))) {
            return;
        } else {
            call.id = id.isEmpty() ? call.id : id;
            call.name.append(name.contentEquals(call.name) ? "" : name);
        }
        consumer.accept(WirePart.call(position, call.id, name));
    }

    @Override
    public void startFreeText(int position, String id, String name) {
        start(position, id, name);
        text(position, TurnSink.FREE_TEXT);
    }

    @Override
    public void startProvided(int position, String id, String name) {
        consumer.accept(WirePart.providerCall(position, id, name));
    }

    @Override
    public void text(int position, String text) {
        if (!text.isEmpty()) {
            consumer.accept(WirePart.arguments(position, text));
        }
    }

    /** Does nothing: a call ends with its response, since what comes behind it may say that it was cut. */
    @Override
    public void end(int position) {}
}
