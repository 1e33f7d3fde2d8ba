package dev.toolpolicy.examples;

import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallOutcome.Approved;
import dev.toolpolicy.runtime.call.ToolCallOutcome.Declined;
import dev.toolpolicy.runtime.call.ToolCallOutcome.Invalid;
import dev.toolpolicy.runtime.call.ToolCallOutcome.Refused;
import dev.toolpolicy.runtime.call.ToolCallOutcome.Unanswered;
import dev.toolpolicy.stream.wire.WirePart.Owner;

/**
 * What became of a call, in words.
 *
 * @param style its colour
 * @param word one word for the table
 * @param sentence what it means
 */
record OutcomeText(Style style, String word, String sentence) {

    static OutcomeText of(PlayedCall call) {
        return call.outcome().map(outcome -> of(call, outcome)).orElseGet(() -> foreign(call.owner()));
    }

    private static OutcomeText of(PlayedCall call, ToolCallOutcome outcome) {
        if (outcome instanceof Approved) {
            String lifted = call.denial().isPresent() ? " (what was missing has succeeded meanwhile)" : "";
            return new OutcomeText(Style.GOOD, "approved", "APPROVED: it runs, and nobody is asked" + lifted);
        } else if (outcome instanceof Unanswered unanswered) {
            String what = unanswered.decision().mode() == Mode.EDIT ? "would edit it" : "would be asked";
            String sentence = "ASKS: somebody " + what + " first; there is nobody here, so it doesn't run";
            return new OutcomeText(Style.ASK, "unanswered", sentence);
        } else if (outcome instanceof Refused refused) {
            return refused.denial().isPresent() ? denied(call, refused) : new OutcomeText(Style.BAD, "skipped",
                    "REFUSED: a rule skips it, whoever would be asked");
        } else if (outcome instanceof Declined declined) {
            return new OutcomeText(Style.BAD, "declined", "DECLINED: " + declined.reason());
        } else if (outcome instanceof Invalid invalid) {
            return new OutcomeText(Style.BAD, invalid.error().code().id(), "INVALID: it never runs");
        }
        throw new IllegalStateException("no words for " + outcome);
    }

    private static OutcomeText denied(PlayedCall call, Refused refused) {
        boolean known = call.denial().map(denial -> denial.reason().equals(refused.reason())).orElse(false);
        String why = known ? "nothing has changed since it was denied" : refused.reason();
        return new OutcomeText(Style.BAD, "denied", "REFUSED: " + why);
    }

    private static OutcomeText foreign(Owner owner) {
        return owner == Owner.PROVIDER
                ? new OutcomeText(Style.NOTE, "provider", "THE PROVIDER'S: it runs this itself; recorded, not decided")
                : new OutcomeText(Style.BAD, "free text", "INVALID: its input is free text and no JSON; it never runs");
    }
}
