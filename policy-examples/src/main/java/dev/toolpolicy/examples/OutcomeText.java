package dev.toolpolicy.examples;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.call.ToolCallOutcome;

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
        return switch (outcome.kind()) {
            case APPROVED -> {
                String lifted = call.denial().isPresent() ? " (the missing calls have succeeded since the denial)" : "";
                yield new OutcomeText(Style.GOOD, "allowed", "ALLOWED: it runs" + lifted);
            }
            case NEEDS_APPROVAL -> {
                String edit = outcome.decision().orElseThrow().mode() == Mode.EDIT ? " AND AN EDIT" : "";
                String sentence = "NEEDS APPROVAL" + edit + ": no approver is available, so it doesn't run";
                yield new OutcomeText(Style.ASK, "needs approval", sentence);
            }
            case DENIED ->
                outcome.denial().isPresent()
                        ? because(call, outcome)
                        : new OutcomeText(Style.BAD, "denied", "DENIED: a rule denies it");
            case DECLINED -> new OutcomeText(Style.BAD, "declined", "DECLINED: " + outcome.forModel());
            case INVALID ->
                new OutcomeText(Style.BAD, outcome.error().orElseThrow().code().id(), "INVALID: it never runs");
        };
    }

    private static OutcomeText because(PlayedCall call, ToolCallOutcome denied) {
        boolean known = call.denial()
                .map(denial -> denial.reason().equals(denied.forModel()))
                .orElse(false);
        String why = known ? "the denial still holds" : denied.forModel();
        return new OutcomeText(Style.BAD, "denied", "DENIED: " + why);
    }

    private static OutcomeText foreign() {
        return new OutcomeText(
                Style.NOTE, "provider", "THE PROVIDER'S: the provider runs it; it is recorded, not decided");
    }
}
