package dev.toolpolicy.runtime.layer;

import java.util.Optional;

/**
 * What a tool's list in force came from. Immutable.
 *
 * @param kind which layer it came from
 * @param place where it stands; empty unless it came from a configuration's text
 */
public record ListOrigin(Kind kind, Optional<ConfigurationPlace> place) {

    /** The origins of a list. */
    public enum Kind {
        /** Nobody gave one: every call is asked about, every result delivered as the service does without rules. */
        NONE("no list"),
        /** The tool's own declaration: its annotations, or the code that declared it. */
        DECLARATION("the tool's declaration"),
        /** The tool's section in a configuration. */
        CONFIGURATION("configuration"),
        /** The section {@code "*"} for tools without a list of their own. */
        ALL_TOOLS("configuration of all tools"),
        /** Code gave it to the engine, for this tool. */
        CODE("code"),
        /** Code gave it to the engine, for tools without a list of their own. */
        CODE_OF_ALL_TOOLS("code, for all tools");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /**
     * Whether it is the list for tools without one of their own, of which each has the rules that fit it.
     *
     * @return true if it is, wherever it came from
     */
    public boolean isForAll() {
        return kind == Kind.ALL_TOOLS || kind == Kind.CODE_OF_ALL_TOOLS;
    }

    /**
     * The origin in words.
     *
     * @return such as {@code configuration, policy.toml:3:7}
     */
    @Override
    public String toString() {
        return kind.words + place.map(where -> ", " + where).orElse("");
    }
}
