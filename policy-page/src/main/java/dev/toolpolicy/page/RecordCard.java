package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.text.VisibleText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** What the page is told of a call that is over: its outcome and its timeline. */
final class RecordCard {

    private RecordCard() {}

    static ObjectNode of(Cards cards, CallRecord call) {
        ObjectNode card = Cards.card("record", "record-" + call.serial())
                .put("title", VisibleText.line(call.tool()) + " (session " + VisibleText.line(call.session()) + ")")
                .put("outcome", outcome(call.steps()))
                .put("good", isGood(call.steps()));
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

    private static boolean isGood(List<CallStep> steps) {
        return steps.stream().anyMatch(step -> step instanceof CallStep.Ran ran && ran.success());
    }

    private static String outcome(List<CallStep> steps) {
        String outcome = "";
        for (CallStep step : steps) {
            if (step instanceof CallStep.Concluded concluded) {
                outcome = concluded.outcome();
            } else if (step instanceof CallStep.Ran ran) {
                outcome = ran.success() ? "ran" : "failed";
            }
        }
        return outcome;
    }

    private static String words(CallStep step) {
        String what = step.word();
        if (step instanceof CallStep.Decided decided) {
            what = "decided: " + decided.mode().word()
                    + decided.words().map(rule -> " by " + rule).orElse("");
        } else if (step instanceof CallStep.Denied denied) {
            what = "denied by " + denied.policy() + ": " + denied.reason();
        } else if (step instanceof CallStep.Prompted prompted) {
            what = "asked about the " + prompted.about()
                    + (prompted.complete() ? "" : ", knowing " + String.join(", ", prompted.known()));
        } else if (step instanceof CallStep.Answered answered) {
            what = answered.answer() + " (" + answered.source() + ")" + told(answered.reason());
        } else if (step instanceof CallStep.Concluded concluded) {
            what = concluded.outcome() + told(concluded.reason());
        } else if (step instanceof CallStep.Ran ran) {
            what = (ran.success() ? "ran" : "ran and failed") + told(ran.reason());
        } else if (step instanceof CallStep.Delivered delivered) {
            what = "result " + delivered.delivery();
        }
        return what + " at character " + step.offset();
    }

    private static String told(String reason) {
        return reason.isEmpty() ? "" : ": " + reason;
    }
}
