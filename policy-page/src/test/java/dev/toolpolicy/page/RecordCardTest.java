package dev.toolpolicy.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordCardTest {
    private static final CallStep CONCLUDED = CallStep.concluded("approved", "");

    @Test
    void theOutcomeIsThatOfTheHandlerIfTheCallRan() {
        assertCard("", false, List.of());
        assertCard("approved", false, List.of(CONCLUDED));
        assertCard("ran", true, List.of(CONCLUDED, CallStep.ran(true, "")));
        assertCard("failed", false, List.of(CONCLUDED, CallStep.ran(false, "it broke")));
    }

    private static void assertCard(String outcome, boolean good, List<CallStep> steps) {
        Cards cards = new Cards();
        ObjectNode card = RecordCard.of(cards, new CallRecord("s", 1, "c", "t").followedBy(steps));
        assertThat(card.path("outcome").asText()).isEqualTo(outcome);
        assertThat(card.path("good").asBoolean()).isEqualTo(good);
    }
}
