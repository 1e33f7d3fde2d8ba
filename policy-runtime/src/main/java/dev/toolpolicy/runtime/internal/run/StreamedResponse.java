package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.flow.Turn;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** The calls of one response, by position. */
public final class StreamedResponse implements ResponseStream {
    private static final Logger LOG = System.getLogger(ResponseStream.class.getName());

    private final Supplier<CallSetting> setting;

    private Turn turn;

    private final List<StreamedCall> calls = new ArrayList<>();

    private final Map<Integer, StreamedCall> open = new HashMap<>();

    /**
     * Creates a response without calls.
     *
     * @param setting returns the settings of a call that starts
     */
    public StreamedResponse(Supplier<CallSetting> setting) {
        this(setting, new Turn());
    }

    /**
     * Creates a response without calls.
     *
     * @param setting returns the settings of a call that starts
     * @param turn the response in the session's flows
     */
    public StreamedResponse(Supplier<CallSetting> setting, Turn turn) {
        this.setting = setting;
        this.turn = turn;
    }

    @Override
    public ToolCallStream start(int position, String id, String name) {
        Objects.requireNonNull(id, "id, which is empty if it isn't known yet");
        Objects.requireNonNull(name, "name, which is empty if it isn't known yet");
        StreamedCall call = open.get(position);
        if (call != null && !id.isEmpty() && !call.id().isEmpty() && !call.id().equals(id)) {
            call.end();
            call = null;
        }
        if (call == null) {
            call = add(position, id);
        } else {
            call.identify(id);
        }
        call.name(name);
        return call;
    }

    private StreamedCall add(int position, String id) {
        turn = turn.next();
        StreamedCall call = new StreamedCall(setting.get().in(turn), id);
        open.put(position, call);
        calls.add(call);
        return call;
    }

    @Override
    public ToolCallStream append(int position, CharSequence text) {
        StreamedCall call = open.get(position);
        return (call == null ? add(position, "") : call).append(text);
    }

    @Override
    public void end(int position) {
        ended(position).ifPresent(StreamedCall::end);
    }

    @Override
    public void end(int position, CharSequence whole) {
        ended(position).ifPresent(call -> call.end(whole));
    }

    private Optional<StreamedCall> ended(int position) {
        StreamedCall call = open.get(position);
        if (call == null || call.isEnded()) {
            LOG.log(Level.DEBUG, "position {0} ends without an open call", position);
            return Optional.empty();
        }
        return Optional.of(call);
    }

    @Override
    public void finish(ResponseEnd end) {
        UserCode.each(calls, call -> call.end(end));
    }

    @Override
    public List<ToolCallStream> calls() {
        return Collections.unmodifiableList(calls);
    }
}
