package dev.toolpolicy.stream.internal.wire;

/** The formats that are read, streamed as server-sent events or whole as one JSON body. */
public enum WireFormat {
    /** OpenAI chat completions, and the many providers that speak it. */
    CHAT_COMPLETIONS("OpenAI chat completions"),
    /** OpenAI responses. */
    RESPONSES("OpenAI responses"),
    /** Anthropic messages. */
    MESSAGES("Anthropic messages");

    private final String title;

    WireFormat(String title) {
        this.title = title;
    }

    /**
     * Returns the format's name for people.
     *
     * @return the provider's own words
     */
    public String title() {
        return title;
    }
}
