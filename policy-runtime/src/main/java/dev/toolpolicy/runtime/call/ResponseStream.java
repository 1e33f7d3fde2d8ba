package dev.toolpolicy.runtime.call;

import dev.toolpolicy.runtime.internal.call.CallSetting;
import dev.toolpolicy.runtime.internal.call.Constructors;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The calls of one response of a model, each with its own state under its position. Ids repeat, arrive late or are
 * missing, so they don't identify calls. Parts of several calls may interleave.
 *
 * <p>Each object is one attempt at a response; a retry needs a new one. One thread drives it.
 */
public final class ResponseStream {
    static {
        Constructors.register(ResponseStream.class, parts -> new ResponseStream((Supplier<?>) parts[0]));
    }

    private static final Logger LOG = System.getLogger(ResponseStream.class.getName());

    private final Supplier<CallSetting> setting;
    private final List<ToolCallStream> calls = new ArrayList<>();
    private final Map<Integer, ToolCallStream> open = new HashMap<>();

    /** Creates a response without calls. Each call gets the settings of the moment at which it starts. */
    private ResponseStream(Supplier<?> setting) {
        this.setting = () -> (CallSetting) setting.get();
    }

    /**
     * Starts a call, or adds to its id and name. A new id at a position in use ends the call there and starts another.
     *
     * @param position the call's position in the response, as the provider counts
     * @param id the provider's id, empty if it isn't known
     * @param name the tool's name or a piece of it, empty if it isn't known
     * @return the call
     */
    public ToolCallStream start(int position, String id, String name) {
        ToolCallStream call = open.get(position);
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

    private ToolCallStream add(int position, String id) {
        ToolCallStream call = new ToolCallStream(setting.get(), id);
        open.put(position, call);
        calls.add(call);
        return call;
    }

    /**
     * Appends argument text to a call. Text at a position where no call has started is kept until the name is known.
     *
     * @param position the call's position
     * @param text the text, possibly empty
     * @return the call
     */
    public ToolCallStream append(int position, CharSequence text) {
        ToolCallStream call = open.get(position);
        return (call == null ? add(position, "") : call).append(text);
    }

    /**
     * Ends a call, if the provider reports that. A repeated end is ignored. A call without text stays open: it has no
     * arguments if the response turns out to be complete, and is truncated if not.
     *
     * @param position the call's position
     */
    public void end(int position) {
        ended(position).ifPresent(ToolCallStream::end);
    }

    /**
     * Ends a call whose whole text a host delivers at the end. It becomes the call's text only if none arrived before.
     * In that case an object without members counts as no text, since hosts write {@code {}} for missing text; the call
     * then stays open as in {@link #end(int)}.
     *
     * @param position the call's position
     * @param whole the whole text as the host has it, possibly empty
     */
    public void end(int position, CharSequence whole) {
        ended(position).ifPresent(call -> call.end(whole));
    }

    private Optional<ToolCallStream> ended(int position) {
        ToolCallStream call = open.get(position);
        if (call == null || call.isEnded()) {
            LOG.log(Level.DEBUG, "position {0} ends without an open call", position);
            return Optional.empty();
        }
        return Optional.of(call);
    }

    /**
     * Ends the response, and with it all open calls. If the response is complete, calls without text have no arguments.
     * If it was cut, they are truncated. A call that is concluded before this is truncated, too.
     *
     * @param end how the response ended, as the provider reports
     */
    public void finish(ResponseEnd end) {
        UserCode.each(calls, call -> call.end(end));
    }

    /**
     * Returns the calls that have started so far.
     *
     * @return an unmodifiable list, in order of their start
     */
    public List<ToolCallStream> calls() {
        return Collections.unmodifiableList(calls);
    }
}
