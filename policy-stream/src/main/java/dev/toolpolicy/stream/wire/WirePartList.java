package dev.toolpolicy.stream.wire;

import dev.toolpolicy.runtime.internal.adapter.CallSink;
import dev.toolpolicy.stream.wire.WirePart.ArgumentText;
import dev.toolpolicy.stream.wire.WirePart.CallEnded;
import dev.toolpolicy.stream.wire.WirePart.CallStarted;
import dev.toolpolicy.stream.wire.WirePart.Owner;
import dev.toolpolicy.stream.wire.WirePart.PlainText;
import dev.toolpolicy.stream.wire.WirePart.ResponseEnded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The output of the readers: parts with new information, and the arrived state of each position. */
final class WirePartList implements CallSink {
    private final List<WirePart> parts = new ArrayList<>();
    private final Map<Integer, OpenCall> open = new HashMap<>();
    private String model = "";

    /** The call that a position holds at the moment. */
    private static final class OpenCall {
        private String id;
        private final StringBuilder name;
        private boolean ended;

        private OpenCall(String id, String name) {
            this.id = id;
            this.name = new StringBuilder(name);
        }
    }

    @Override
    public void start(int position, String id, String name) {
        start(position, id, name, Owner.SERVICE);
    }

    @Override
    public void startFreeText(int position, String id, String name) {
        start(position, id, name, Owner.SERVICE_FREE_TEXT);
    }

    @Override
    public void startProvided(int position, String id, String name) {
        start(position, id, name, Owner.PROVIDER);
    }

    /** Starts a call. Providers may repeat id or name in every piece, which adds no part. */
    private void start(int position, String id, String name, Owner owner) {
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
        parts.add(new CallStarted(position, call.id, name, owner));
    }

    @Override
    public void text(int position, String text) {
        if (!text.isEmpty()) {
            parts.add(new ArgumentText(position, text));
        }
    }

    @Override
    public void end(int position) {
        OpenCall call = open.get(position);
        if (call != null && !call.ended) {
            call.ended = true;
            parts.add(new CallEnded(position));
        }
    }

    /** Adds text beside the calls. */
    void plain(String text) {
        if (!text.isEmpty()) {
            parts.add(new PlainText(text));
        }
    }

    /** Ends the response; later parts are ignored. */
    void finish(boolean complete, String reason) {
        parts.add(new ResponseEnded(complete, reason));
    }

    /** Names the model, once known. */
    void model(String name) {
        model = model.isEmpty() ? name : model;
    }

    String model() {
        return model;
    }

    List<WirePart> parts() {
        return parts;
    }
}
