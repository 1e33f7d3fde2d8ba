package dev.toolpolicy.runtime.config;

import java.util.Optional;

/**
 * What a tool's list in force came from. Immutable.
 *
 * @param kind which layer it came from
 * @param place where it stands; empty unless it came from a configuration
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
        ALL_TOOLS("configuration of all tools");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
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
