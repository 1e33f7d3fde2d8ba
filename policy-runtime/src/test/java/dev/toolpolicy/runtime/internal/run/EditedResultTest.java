package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.TurnResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** An edited text is JSON, or is refused with the JSON error that the approver waits for. */
class EditedResultTest {

    @Test
    void invalidResultsAreJsonErrors() throws MalformedJsonException {
        assertThat(ResultDelivery.parse("{\"a\":1.5}").toString()).isEqualTo("{\"a\":1.5}");
        assertThat(ResultDelivery.parse("{\"price\":100.00}").toString()).isEqualTo("{\"price\":100.00}");
        refused("", "there is no value");
        refused("{", "Unexpected end-of-input");
        refused("[-0.00001e1" + "0".repeat(45) + "]", "a number's exponent is too long");
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> ResultDelivery.parse(text))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theRecordHasEachQuestionAndAnswerAboutTheResult() {
        Bench bench = new Bench(true, RuleList.always(Mode.ASK)).begin().whole(0, "tmp/a");
        CompletableFuture<TurnResult> result = bench.finish();
        bench.desk.answer(request -> request.edit("nothing"));
        bench.desk.answer(request -> request.edit("\"other\""));
        List<String> steps = new ArrayList<>();
        for (JsonNode step : result.join().records().get(0).json().path("steps")) {
            steps.add(step.path("step").asText()
                    + step.path("about").asText()
                    + step.path("answer").asText());
        }
        assertThat(steps)
                .containsExactly(
                        "started",
                        "decided",
                        "ended",
                        "concluded",
                        "ran",
                        "askedresult",
                        "answerededit",
                        "askedresult",
                        "answerededit",
                        "delivered");
    }
}
