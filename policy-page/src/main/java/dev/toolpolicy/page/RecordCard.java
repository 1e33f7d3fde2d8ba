package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.internal.text.VisibleText;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** The card of an ended call: its outcome and its timeline. */
final class RecordCard {

    private RecordCard() {}

    static ObjectNode of(Cards cards, CallRecord call) {
        Optional<Boolean> ran = last(call, CallStep.Kind.RAN).flatMap(CallStep::success);
        Optional<CallStep> concluded = last(call, CallStep.Kind.CONCLUDED);
        ObjectNode card = Cards.card("record", "record-" + call.serial())
                .put("title", VisibleText.line(call.tool()) + " (session " + VisibleText.line(call.session()) + ")")
                .put(
                        "outcome",
                        ran.map(success -> success ? "ran" : "failed")
                                .or(() -> concluded.map(CallStep::outcome))
                                .orElse(""))
                .put("good", ran.orElse(false));
        card.set("parameters", Cards.parameters(cards.display(call.tool()).show(call.arguments(), !call.cut())));
        ArrayNode steps = card.putArray("steps");
        Instant start =
                call.steps().isEmpty() ? Instant.EPOCH : call.steps().get(0).time();
        for (CallStep step : call.steps()) {
            double seconds = Duration.between(start, step.time()).toNanos() / 1e9;
            steps.addObject()
                    .put("at", String.format(Locale.ROOT, "+%.3f s", seconds))
                    .put("text", VisibleText.line(words(step)));
        }
        return card;
    }

    /** Returns the last step of a kind. */
    private static Optional<CallStep> last(CallRecord call, CallStep.Kind kind) {
        return call.steps().stream().filter(step -> step.kind() == kind).reduce((earlier, later) -> later);
    }

    private static String words(CallStep step) {
        String what = switch (step.kind()) {
            case STARTED, EDITED, ENDED -> step.kind().word();
            case DECIDED ->
                "decided: " + step.mode().orElseThrow().word() + (step.words().isEmpty() ? "" : " by " + step.words());
            case DENIED -> "denied by " + step.policy() + ": " + step.reason();
            case ASKED ->
                "asked about the " + step.about()
                        + (step.isComplete() ? "" : ", knowing " + String.join(", ", step.known()));
            case ANSWERED -> step.answer() + " (" + step.source() + ")" + told(step.reason());
            case CONCLUDED -> step.outcome() + told(step.reason());
            case RAN -> (step.success().orElse(false) ? "ran" : "ran and failed") + told(step.reason());
            case DELIVERED -> "result " + step.delivery();
        };
        return what + " at character " + step.offset();
    }

    private static String told(String reason) {
        return reason.isEmpty() ? "" : ": " + reason;
    }
}
