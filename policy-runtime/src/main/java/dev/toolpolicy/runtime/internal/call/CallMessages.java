package dev.toolpolicy.runtime.internal.call;

import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.text.VisibleText;
import java.util.Optional;
import java.util.OptionalInt;

/** The messages for a model about calls that don't run, and about approvals that aren't given. */
public final class CallMessages {
    private static final int CONDITION = 200;

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

        /** Returns the message if there is no approver. */
        public String withoutApprover() {
            return VisibleText.sentence(needed("nobody is there to give it"));
        }

        /**
         * Returns the message for a decline.
         *
         * @param reason the reason, from any source
         */
        public String words(String reason, Answer.Source source) {
            String why = VisibleText.line(reason.strip(), VisibleText.DETAIL);
            String after = why.isEmpty() ? "" : ": " + why;
            return VisibleText.sentence(
                    switch (source) {
                        case HANDLER, MEMORY, TOGETHER -> declined + after;
                        case CANCELLED -> cancelled + after;
                        case FAILED, TIMED_OUT, CLOSED -> needed(why);
                    });
        }

        private String needed(String but) {
            return subject + " needs a person's approval, and " + but;
        }
    }

    /** Returns the message about a denial by a rule, or by the end of a rule list. */
    public static String deniedByRule(OptionalInt index, Optional<RuleSpec> rule) {
        String which = index.isPresent() ? "rule " + (index.getAsInt() + 1) + " of " : "";
        return "Denied by " + which + "this tool's policy"
                + rule.map(each -> ": " + words(index.orElse(0), each)).orElse("") + ".";
    }

    private static String words(int index, RuleSpec rule) {
        return rule.condition()
                .map(condition -> VisibleText.line(condition.toString(), CONDITION))
                .orElse(index == 0 ? "it denies every call" : "no earlier rule applies to this call");
    }
}
