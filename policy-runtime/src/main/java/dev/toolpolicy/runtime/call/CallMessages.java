package dev.toolpolicy.runtime.call;

import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.text.VisibleText;
import java.util.Optional;
import java.util.OptionalInt;

/** The messages for a model about calls that don't run, and about results that aren't delivered. */
final class CallMessages {
    private static final String NOT_RUN = "Not run: this call needs a person's approval, and ";
    private static final int CONDITION = 200;

    private CallMessages() {}

    static String nobodyToAsk() {
        return NOT_RUN + "nobody is there to give it.";
    }

    static String declined(String reason, Answer.Source source) {
        String why = VisibleText.line(reason.strip(), VisibleText.DETAIL);
        String after = why.isEmpty() ? "" : ": " + why;
        return VisibleText.sentence(
                switch (source) {
                    case HANDLER, MEMORY, TOGETHER -> "The user declined this call" + after;
                    case CANCELLED -> "Not run: this call was cancelled" + after;
                    case FAILED, TIMED_OUT, CLOSED -> NOT_RUN + why;
                });
    }

    static String deniedByRule(OptionalInt index, Optional<RuleSpec> rule) {
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
