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
        Optional<CallStep.Ran> ran = last(call, CallStep.Ran.class);
        Optional<CallStep.Concluded> concluded = last(call, CallStep.Concluded.class);
        ObjectNode card = Cards.card("record", "record-" + call.serial())
                .put("title", VisibleText.line(call.tool()) + " (session " + VisibleText.line(call.session()) + ")")
                .put(
                        "outcome",
                        ran.map(step -> step.success() ? "ran" : "failed")
                                .or(() -> concluded.map(CallStep.Concluded::outcome))
                                .orElse(""))
                .put("good", ran.map(CallStep.Ran::success).orElse(false));
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

    /** Returns the last step of a type. */
    private static <S extends CallStep> Optional<S> last(CallRecord call, Class<S> type) {
        return call.steps().stream().filter(type::isInstance).map(type::cast).reduce((earlier, later) -> later);
    }

    private static String words(CallStep step) {
        return step.accept(new StepWords()) + " at character " + step.offset();
    }

    /** A step in words. */
    private static final class StepWords implements CallStep.Visitor<String> {
        @Override
        public String started(CallStep.Started step) {
            return step.word();
        }

        @Override
        public String decided(CallStep.Decided step) {
            return "decided: " + step.mode().word()
                    + step.words().map(rule -> " by " + rule).orElse("");
        }

        @Override
        public String denied(CallStep.Denied step) {
            return "denied by " + step.policy() + ": " + step.reason();
        }

        @Override
        public String asked(CallStep.Asked step) {
            return "asked about the " + step.about()
                    + (step.complete() ? "" : ", knowing " + String.join(", ", step.known()));
        }

        @Override
        public String answered(CallStep.Answered step) {
            return step.answer() + " (" + step.source() + ")" + told(step.reason());
        }

        @Override
        public String edited(CallStep.Edited step) {
            return step.word();
        }

        @Override
        public String ended(CallStep.Ended step) {
            return step.word();
        }

        @Override
        public String concluded(CallStep.Concluded step) {
            return step.outcome() + told(step.reason());
        }

        @Override
        public String ran(CallStep.Ran step) {
            return (step.success() ? "ran" : "ran and failed") + told(step.reason());
        }

        @Override
        public String delivered(CallStep.Delivered step) {
            return "result " + step.delivery();
        }
    }

    private static String told(String reason) {
        return reason.isEmpty() ? "" : ": " + reason;
    }
}
