package dev.toolpolicy.runtime.call;

import dev.toolpolicy.runtime.fault.UserCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The calls of one response of a model, each with a state of its own under its position; ids repeat, come late or are
 * missing, so they don't tell calls apart. Parts of several calls may interleave.
 *
 * <p>One object is one attempt at a response: a retried response is another. One thread drives it.
 */
public final class ResponseStream {
    private static final Logger LOG = System.getLogger(ResponseStream.class.getName());

    private final Function<String, ToolCallStream> newCall;
    private final List<ToolCallStream> calls = new ArrayList<>();
    private final Map<Integer, ToolCallStream> open = new HashMap<>();

    /**
     * A response without calls yet. Services get theirs from a session.
     *
     * @param newCall makes a call of an id, whose name comes later
     */
    public ResponseStream(Function<String, ToolCallStream> newCall) {
        this.newCall = newCall;
    }

    /**
     * A call starts, or more of its id and name is known. A new id at a position in use ends the call there and starts
     * another.
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
        ToolCallStream call = newCall.apply(id);
        open.put(position, call);
        calls.add(call);
        return call;
    }

    /**
     * More argument text of a call. Text at a position where nothing started is kept until the name is known.
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
     * Ends a call, where the provider tells that. A repeated end is ignored. A call without text stays open: it has no
     * arguments only if the response turns out to have ended well, and is truncated otherwise.
     *
     * @param position the call's position
     */
    public void end(int position) {
        ended(position).ifPresent(ToolCallStream::end);
    }

    /**
     * Ends a call whose whole text a host hands over with the end. It is the call's text if none came before; otherwise
     * what came stands. Where none came, an object without members counts as none: hosts write {@code {}} for a text that
     * never came, so the call stays open as in {@link #end(int)}.
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
     * Ends the response. Calls that didn't end of themselves end with it, or are cut with it; a call without text has no
     * arguments if it is complete, and is truncated if it was cut. A call that is concluded before is truncated, too.
     *
     * @param how how it ended, as the provider says
     */
    public void finish(ResponseEnd how) {
        UserCode.each(calls, call -> call.end(how));
    }

    /**
     * The response's calls.
     *
     * @return those that started so far, in their order; unmodifiable
     */
    public List<ToolCallStream> calls() {
        return Collections.unmodifiableList(calls);
    }
}
