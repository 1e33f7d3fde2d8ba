package dev.toolpolicy.test.policy.internal.prove;

import dev.toolpolicy.analysis.internal.read.KnownWords;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.load.ListOrigin;
import dev.toolpolicy.test.policy.internal.coverage.FoundCall;
import dev.toolpolicy.test.policy.internal.file.Claim;
import java.util.Optional;

/**
 * The answer to a claim. Immutable.
 *
 * @param claim the claim
 * @param outcome whether it is true
 * @param tools the number of tools that it is about
 * @param witness a call that refutes it; empty unless it is refuted
 * @param why why it isn't known, or why a proof says nothing; empty if there is nothing to say
 */
public record Proof(Claim claim, Outcome outcome, int tools, Optional<Witness> witness, String why) {
    /** The kinds of answers. */
    public enum Outcome {
        /** The claim is true of each call. */
        PROVED,
        /** It isn't true of some call. */
        REFUTED,
        /** It isn't known whether it is true, which counts as a failure. */
        UNDECIDED
    }

    /**
     * A call that refutes a claim.
     *
     * @param call the call and what is known about it
     * @param decision what an engine decided
     * @param origin where the tool's list is from
     */
    public record Witness(FoundCall call, RuleDecision decision, ListOrigin origin) {
        /** Returns the rule that decides, or that could not be answered, from 1; empty if none holds. */
        public Optional<Integer> rule() {
            return decision.rule().stream().mapToObj(index -> index + 1).findFirst();
        }

        /** Returns the file of the list; empty if it is code. */
        public Optional<String> file() {
            return origin.place().map(PolicyProblem.Place::source);
        }

        /** Returns the line of the list in its file; 1 if it has none. */
        public int line() {
            return origin.place().map(place -> Math.max(place.line(), 1)).orElse(1);
        }

        @Override
        public String toString() {
            String none =
                    decision.guarded().isPresent() ? "since a path leads out of the workspace" : "since no rule holds";
            String by = rule().map(number ->
                            decision.unread() ? "since rule " + number + " can't be answered" : "by rule " + number)
                    .orElse(none);
            return call.tool() + " " + Words.json(call.arguments()) + KnownWords.of(call.facts(), json -> json) + ": "
                    + decision.mode().word() + " " + by + " (" + origin + ")";
        }
    }

    static Proof proved(Claim claim, int tools, String why) {
        return new Proof(claim, Outcome.PROVED, tools, Optional.empty(), why);
    }

    static Proof refuted(Claim claim, int tools, Witness witness) {
        return new Proof(claim, Outcome.REFUTED, tools, Optional.of(witness), "");
    }

    static Proof undecided(Claim claim, int tools, String why) {
        return new Proof(claim, Outcome.UNDECIDED, tools, Optional.empty(), why);
    }

    /** Returns whether the claim is proved. */
    public boolean isProved() {
        return outcome == Outcome.PROVED;
    }

    @Override
    public String toString() {
        return switch (outcome) {
            case PROVED ->
                "proved: " + claim.name() + " (" + (why.isEmpty() ? "" : why + "; ") + tools
                        + (tools == 1 ? " tool" : " tools")
                        + (claim.tools().contains(Claim.ALL) ? "; calls of other tools are denied)" : ")");
            case REFUTED -> "refuted: " + claim.name() + "\n  " + witness.orElseThrow();
            case UNDECIDED -> "undecided: " + claim.name() + "\n  " + why;
        };
    }
}
