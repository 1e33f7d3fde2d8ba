package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.approve.AnswerSource;
import java.util.Optional;

/** The messages for a model about calls that don't run, results that it doesn't get, and approvals that aren't given. */
public final class CallMessages {
    private CallMessages() {}

    /** The messages about an approval that wasn't given, each a sentence. */
    public enum Unapproved {
        /** The approval of a call. */
        CALL("The user declined this call", "Not run: this call was cancelled", "Not run: this call"),
        /** The approval of a result. */
        RESULT(
                "The user declined to show its result",
                "Its result is not shown: the turn was cancelled",
                "Its result is not shown: that");

        private final String declined;
        private final String cancelled;
        private final String subject;

        Unapproved(String declined, String cancelled, String subject) {
            this.declined = declined;
            this.cancelled = cancelled;
            this.subject = subject;
        }

        /**
         * Returns the message about a missing approval.
         *
         * @param wasGiven true if an approval was given, but another rule decides now; false if no approver is set
         */
        public String missing(boolean wasGiven) {
            return VisibleText.sentence(needed(
                    wasGiven
                            ? "the one that was given doesn't count, since labels or facts of the session have changed"
                            : "nobody is there to give it"));
        }

        /**
         * Returns the message for a decline.
         *
         * @param reason the reason, from any source
         */
        public String words(String reason, AnswerSource source) {
            String why = VisibleText.line(reason.strip(), VisibleText.DETAIL);
            String after = why.isEmpty() ? "" : ": " + why;
            return VisibleText.sentence(
                    switch (source) {
                        case HANDLER, STORED, MEMORY, TOGETHER -> declined + after;
                        case CANCELLED -> cancelled + after;
                        case FAILED, TIMED_OUT, CLOSED -> needed(why);
                    });
        }

        private String needed(String but) {
            return subject + " needs a person's approval, and " + but;
        }
    }

    /**
     * Returns the message about a denial by a rule, or by the end of a rule list. Models are told the reason that the rule
     * gives or its name, never its conditions or its place.
     *
     * @param rule the rule; empty if no rule decided
     */
    public static String deniedByRule(Optional<RuleSpec> rule) {
        String words = denied("Denied by ", rule, "policy.");
        return FlowEvidence.isByTextOfOthers(rule) ? VisibleText.sentence(words) + read(rule) : words;
    }

    /**
     * Returns that the session has read text of others, if a rule decided by that. Labels other than {@code untrusted}
     * don't tell who wrote a text. The model isn't told what would run.
     */
    static String read(Optional<RuleSpec> rule) {
        return FlowEvidence.isByTextOfOthers(rule) ? " This session has read text of others." : "";
    }

    private static String denied(String start, Optional<RuleSpec> rule, String list) {
        return start
                + rule.flatMap(RuleSpec::reason)
                        .map(reason -> "policy: " + VisibleText.line(reason, VisibleText.DETAIL))
                        .orElseGet(() -> rule.flatMap(RuleSpec::name)
                                        .map(name -> "rule " + VisibleText.line(name, VisibleText.NAME) + " of ")
                                        .orElse("")
                                + "this tool's " + list);
    }

    /** Returns the notice that a call ran, and what became of its result: two sentences. */
    public static String ran(ToolResult.Kind kind, String result) {
        String end = switch (kind) {
            case SUCCESS -> "The call ran. ";
            case FAILURE -> "The call ran and failed. ";
            case UNKNOWN -> "The call began, and may have had its effect. ";
        };
        return VisibleText.sentence(end + result);
    }

    /** Returns the notice for a result that the tool's result rules deny; no rule if none decided. */
    public static String resultDenied(ToolResult.Kind kind, Optional<RuleSpec> rule) {
        return ran(kind, denied("Its result is not shown: denied by ", rule, "result rules"));
    }

    /** Returns the notice for a result that the session could not record. */
    public static String resultUnstored(ToolResult.Kind kind) {
        return ran(kind, "Its result is not shown: the session's state is unavailable now");
    }

    /**
     * Returns the notice for a result that doesn't go out without an approval, which isn't asked for here; empty if it
     * goes out.
     *
     * @param by the decision of the tool's result rules
     * @param rule the rule that decided; empty if none did
     */
    public static Optional<String> resultKept(ToolResult.Kind kind, RuleDecision by, Optional<RuleSpec> rule) {
        return switch (by.mode()) {
            case ALLOW -> Optional.empty();
            case DENY -> Optional.of(resultDenied(kind, rule));
            case ASK, EDIT -> Optional.of(ran(kind, "Its result is not shown: that needs a person's approval"));
        };
    }
}
