package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.PolicyProblem;
import java.util.List;
import java.util.Optional;

/**
 * The source of a tool's current rule list. Immutable.
 *
 * @param kind the kind of source
 * @param place the place in a configuration's text; empty for other sources
 */
public record ListOrigin(Kind kind, Optional<PolicyProblem.Place> place) {

    /** The kinds of sources. */
    public enum Kind {
        /** No list: each call needs approval, and each result of a call that ran is delivered. */
        NONE("no list"),
        /** The tool's own declaration: its annotations, or the code that declared it. */
        DECLARATION("the tool's declaration"),
        /** The tool's section in a configuration. */
        CONFIGURATION("configuration"),
        /** The section {@code "*"} of a configuration, for tools without a list of their own. */
        ALL_TOOLS("configuration of all tools"),
        /** A floor, which applies in addition to the tool's own list. */
        FLOOR("floor"),
        /** Code gave it to the engine, for this tool. */
        CODE("code"),
        /** A list that was set in code, for tools without a list of their own. */
        CODE_OF_ALL_TOOLS("code, for all tools");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /**
     * Returns whether this is the list for tools without a list of their own. Each of these tools has the rules that
     * fit it.
     *
     * @return true for any such source
     */
    public boolean isForAll() {
        return kind == Kind.ALL_TOOLS || kind == Kind.CODE_OF_ALL_TOOLS;
    }

    /** Returns a problem with the place of the list; if that has none, with words for the part that has the problem. */
    public PolicyProblem problem(Diagnostic problem, String part) {
        return place.map(at -> new PolicyProblem("", problem, Optional.of(at), List.of()))
                .orElseGet(() -> new PolicyProblem(part, problem));
    }

    /**
     * Returns the source in words.
     *
     * @return such as {@code configuration, policy.toml:3:7}
     */
    @Override
    public String toString() {
        return place.isPresent() ? kind.words + ", " + place.get() : kind.words;
    }
}
