package dev.toolpolicy.stream.wire;

/**
 * One part of a response, for all providers. Calls are told apart by their position in the response, since
 * ids repeat, come late or are missing. A closed family of immutable values.
 */
public sealed interface WirePart {

    /** Passes this part to the receiver's method for its kind. */
    void passTo(Receiver receiver);

    /** A receiver of parts, with a method for each kind. */
    interface Receiver {
        /** Receives the start of a call. */
        void callStarted(CallStarted part);

        /** Receives more of the argument text of a call. */
        void argumentText(ArgumentText part);

        /** Receives the end of a call. */
        void callEnded(CallEnded part);

        /** Receives text beside the calls. */
        void plainText(PlainText part);

        /** Receives the end of the response. */
        void responseEnded(ResponseEnded part);
    }

    /**
     * A call starts at a position. A second start at the same position says something new: another id means another
     * call, which ends the first.
     *
     * @param position the call's place in the response, from 0
     * @param id the provider's id, possibly empty
     * @param name the tool's name, or a piece of it; possibly empty if it arrives later
     * @param owner the party that runs the call
     */
    record CallStarted(int position, String id, String name, Owner owner) implements WirePart {
        @Override
        public void passTo(Receiver receiver) {
            receiver.callStarted(this);
        }
    }

    /**
     * More of a call's argument text.
     *
     * @param position the call's place in the response
     * @param text the piece, never empty
     */
    record ArgumentText(int position, String text) implements WirePart {
        @Override
        public void passTo(Receiver receiver) {
            receiver.argumentText(this);
        }
    }

    /**
     * The end of a call, where the provider reports it.
     *
     * @param position the call's place in the response
     */
    record CallEnded(int position) implements WirePart {
        @Override
        public void passTo(Receiver receiver) {
            receiver.callEnded(this);
        }
    }

    /**
     * The model's text beside its calls.
     *
     * @param text the piece, never empty
     */
    record PlainText(String text) implements WirePart {
        @Override
        public void passTo(Receiver receiver) {
            receiver.plainText(this);
        }
    }

    /**
     * The response ends; always the last part, and always there.
     *
     * @param complete false if it was cut: by a length limit, a filter, an error, or because the body just stops
     * @param reason the provider's own word, or what is missing
     */
    record ResponseEnded(boolean complete, String reason) implements WirePart {
        @Override
        public void passTo(Receiver receiver) {
            receiver.responseEnded(this);
        }
    }

    /** The party that runs a call. */
    enum Owner {
        /** The service that sent the request: the usual case. */
        SERVICE,
        /** The provider itself, as with its own web search. */
        PROVIDER,
        /** The service, but the call's input is free text, not JSON. */
        SERVICE_FREE_TEXT
    }
}
