package dev.toolpolicy.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The times and the JSON form of a call's record. */
class CallRecordTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private static CallStep.Moment at(int second) {
        return new CallStep.Moment(NOON.plusSeconds(second), second);
    }

    private static CallRecord record(CallStep... steps) {
        return new CallRecord("s", 1, "c", "read").followedBy(List.of(steps));
    }

    @Test
    void theDecisionTimeBeginsWhereTheArgumentsEnd() {
        CallStep start = new CallStep.Started(at(0));
        CallStep end = new CallStep.Ended(at(7));
        assertThat(record(start, end).decisionTime()).isEmpty();
        assertThat(record(start, end, new CallStep.Concluded(at(10), "approved", ""))
                        .decisionTime())
                .contains(Duration.ofSeconds(3));
        assertThat(record(start, new CallStep.Concluded(at(10), "declined", "left"))
                        .decisionTime())
                .as("the text didn't end")
                .contains(Duration.ofSeconds(10));
        assertThat(record(start, end, new CallStep.Concluded(at(6), "approved", ""))
                        .decisionTime())
                .as("a clock that went back")
                .contains(Duration.ZERO);
    }

    @Test
    void timesAreThoseOfTheSteps() {
        CallRecord open = record(
                new CallStep.Started(at(1)),
                new CallStep.Concluded(at(2), "approved", ""),
                new CallStep.Ran(at(3), true, ""));
        assertThat(open.ended()).as("no verdict yet").isEmpty();
        CallRecord ended = open.withVerdict(CallRecord.Verdict.RAN, Optional.of(true));
        assertThat(ended.started()).contains(NOON.plusSeconds(1));
        assertThat(ended.decided()).contains(NOON.plusSeconds(2));
        assertThat(ended.ended()).contains(NOON.plusSeconds(3));
    }

    @Test
    void membersOfADecisionHaveOneOrder() {
        CallRecord.Decision decision = CallRecord.Decision.of(CallRecord.Decision.By.ANSWER, "why")
                .withCode("code")
                .withApprover("ann")
                .withApproval("a1")
                .withSource("stored")
                .withPolicy("quota")
                .withRule(0, "words", "origin");
        assertThat(decision.json())
                .hasToString(
                        "{\"by\":\"answer\",\"rule\":1,\"words\":\"words\",\"origin\":\"origin\",\"policy\":\"quota\","
                            + "\"source\":\"stored\",\"approval\":\"a1\",\"approver\":\"ann\",\"code\":\"code\",\"reason\":\"why\"}");
    }
}
