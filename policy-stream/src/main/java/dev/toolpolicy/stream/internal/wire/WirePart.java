package dev.toolpolicy.stream.internal.wire;

/**
 * One part of a response, for all providers. Calls are told apart by their position in the response, since ids repeat,
 * come late or are missing.
 *
 * @param kind what it says
 * @param position the call's place in the response; 0 for a part that is of no call
 * @param id the provider's id of a call that starts, possibly empty
 * @param text the tool's name or a piece of it, argument text, text beside the calls, or why the response ended
 */
public record WirePart(Kind kind, int position, String id, String text) {

    /** The kind of a part. */
    public enum Kind {
        /**
         * A call starts that the service is to run. A second start at the same position says something new: another id
         * means another call, which ends the first.
         */
        CALL,
        /** A call starts that the provider runs itself, such as its own web search; its arguments are not told. */
        PROVIDER_CALL,
        /** More of a call's argument text; never empty. */
        ARGUMENTS,
        /** The model's text beside its calls; never empty. */
        TEXT,
        /** The response is complete. */
        COMPLETE,
        /** The response was cut: by a length limit, a filter, an error, or because the body just stops. */
        CUT
    }

    /** Returns whether this is the end of a response. */
    public boolean isEnd() {
        return kind == Kind.COMPLETE || kind == Kind.CUT;
    }

    /** Creates the start of a call that the service is to run. */
    public static WirePart call(int position, String id, String name) {
        return new WirePart(Kind.CALL, position, id, name);
    }

    /** Creates the start of a call that the provider runs. */
    public static WirePart providerCall(int position, String id, String name) {
        return new WirePart(Kind.PROVIDER_CALL, position, id, name);
    }

    /** Creates a piece of a call's arguments. */
    public static WirePart arguments(int position, String text) {
        return new WirePart(Kind.ARGUMENTS, position, "", text);
    }

    /** Creates a piece of text beside the calls. */
    public static WirePart text(String text) {
        return new WirePart(Kind.TEXT, 0, "", text);
    }

    /** Creates the end of a response; always the last part, and always there. */
    public static WirePart end(boolean complete, String reason) {
        return new WirePart(complete ? Kind.COMPLETE : Kind.CUT, 0, "", reason);
    }
}
