package dev.toolpolicy.examples;

import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallOutcome.Approved;
import dev.toolpolicy.runtime.call.ToolCallOutcome.Declined;
import dev.toolpolicy.runtime.call.ToolCallOutcome.Denied;
import dev.toolpolicy.runtime.call.ToolCallOutcome.Invalid;
import dev.toolpolicy.runtime.call.ToolCallOutcome.NeedsApproval;

/**
 * The outcome of a call in words.
 *
 * @param style the color
 * @param word one word for the table
 * @param sentence the whole sentence for the timeline
 */
record OutcomeText(Style style, String word, String sentence) {

    static OutcomeText of(PlayedCall call) {
        return call.outcome().map(outcome -> of(call, outcome)).orElseGet(OutcomeText::foreign);
    }

    private static OutcomeText of(PlayedCall call, ToolCallOutcome outcome) {
        return outcome.accept(new ToolCallOutcome.Visitor<>() {
            @Override
            public OutcomeText approved(Approved approved) {
                String lifted = call.denial().isPresent() ? " (the missing calls have succeeded since the denial)" : "";
                return new OutcomeText(Style.GOOD, "allowed", "ALLOWED: it runs" + lifted);
            }

            @Override
            public OutcomeText needsApproval(NeedsApproval outcome) {
                String edit = outcome.decision().mode() == Mode.EDIT ? " AND AN EDIT" : "";
                String sentence = "NEEDS APPROVAL" + edit + ": no approver is available, so it doesn't run";
                return new OutcomeText(Style.ASK, "needs approval", sentence);
            }

            @Override
            public OutcomeText denied(Denied denied) {
                return denied.denial().isPresent()
                        ? because(call, denied)
                        : new OutcomeText(Style.BAD, "denied", "DENIED: a rule denies it");
            }

            @Override
            public OutcomeText declined(Declined declined) {
                return new OutcomeText(Style.BAD, "declined", "DECLINED: " + declined.reason());
            }

            @Override
            public OutcomeText invalid(Invalid invalid) {
                return new OutcomeText(Style.BAD, invalid.error().code().id(), "INVALID: it never runs");
            }
        });
    }

    private static OutcomeText because(PlayedCall call, Denied denied) {
        boolean known = call.denial()
                .map(denial -> denial.reason().equals(denied.reason()))
                .orElse(false);
        String why = known ? "the denial still holds" : denied.reason();
        return new OutcomeText(Style.BAD, "denied", "DENIED: " + why);
    }

    private static OutcomeText foreign() {
        return new OutcomeText(
                Style.NOTE, "provider", "THE PROVIDER'S: the provider runs it; it is recorded, not decided");
    }
}
