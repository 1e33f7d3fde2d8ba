package dev.toolpolicy.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.stream.CallProgress;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.Fragment;
import dev.toolpolicy.stream.StreamChunk;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The times of a call's record, and records, steps and events as text. */
class CallRecordTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private static CallStep at(int second, CallStep step) {
        return step.at(NOON.plusSeconds(second), second);
    }

    private static CallRecord record(CallStep... steps) {
        return new CallRecord("s", 1, "c", "read").followedBy(List.of(steps));
    }

    @Test
    void theDecisionTimeBeginsWhereTheArgumentsEnd() {
        CallStep start = at(0, CallStep.started());
        CallStep end = at(7, CallStep.ended());
        assertThat(record(start, end).decisionTime()).isEmpty();
        assertThat(record(start, end, at(10, CallStep.concluded("approved", "")))
                        .decisionTime())
                .contains(Duration.ofSeconds(3));
        assertThat(record(start, at(10, CallStep.concluded("declined", "left"))).decisionTime())
                .as("the text didn't end")
                .contains(Duration.ofSeconds(10));
        assertThat(record(start, end, at(6, CallStep.concluded("approved", ""))).decisionTime())
                .as("a clock that went back")
                .contains(Duration.ZERO);
    }

    @Test
    void timesAreThoseOfTheSteps() {
        CallRecord open = record(
                at(1, CallStep.started()), at(2, CallStep.concluded("approved", "")), at(3, CallStep.ran(true, "")));
        assertThat(open.ended()).as("no verdict yet").isEmpty();
        CallRecord ended = open.withVerdict(CallRecord.Verdict.RAN, Optional.of(true));
        assertThat(ended.started()).contains(NOON.plusSeconds(1));
        assertThat(ended.decided()).contains(NOON.plusSeconds(2));
        assertThat(ended.ended()).contains(NOON.plusSeconds(3));
    }

    @Test
    void changesOfArgumentsChangeNoRecord() {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("path", "a");
        CallRecord record = record().withArguments(arguments, false).withCheckedArguments(arguments);
        arguments.put("path", "b");
        record.arguments().put("path", "c");
        record.checkedArguments().orElseThrow().put("path", "d");
        record.json().withObject("/arguments").put("path", "e");
        assertThat(record.json().path("arguments")).hasToString("{\"path\":\"a\"}");
        assertThat(record.checkedArguments().orElseThrow()).hasToString("{\"path\":\"a\"}");
    }

    @Test
    void checkedArgumentsAreAMemberOnlyIfTheyDiffer() {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("path", "a");
        CallRecord record = record().withArguments(arguments, false);
        assertThat(record.withCheckedArguments(arguments).json().has("checked")).isFalse();
        assertThat(record.withCheckedArguments(arguments.put("lines", 10))
                        .json()
                        .path("checked"))
                .hasToString("{\"path\":\"a\",\"lines\":10}");
    }

    private static final String FORGED = "x\nINFO forged \u001b[2J\u202e";

    /** Values that can hold what a model wrote, and that services log. */
    static Stream<Object> values() {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("\u202e", FORGED);
        Map<String, JsonNode> details = Map.of(FORGED, arguments);
        return Stream.of(
                CallStep.decided(Mode.DENY, OptionalInt.of(0), Optional.of(FORGED), Optional.of(FORGED)),
                CallStep.denied("quota", FORGED),
                CallStep.asked(1, "call", true, List.of(FORGED)),
                CallStep.answered(1, "decline", "handler", FORGED),
                CallStep.edited(1, arguments),
                CallStep.concluded("denied", FORGED),
                CallStep.ran(false, FORGED),
                record(CallStep.ran(false, FORGED)).withArguments(arguments, false),
                CallRecord.Decision.of(CallRecord.Decision.By.POLICY, FORGED).withApprover(FORGED),
                new PolicyEvent(PolicyEvent.Kind.DENIED, "1", NOON, FORGED, FORGED, FORGED, FORGED, FORGED, details),
                new StreamEvent(
                        StreamEvent.Kind.EMITTED,
                        NOON,
                        FORGED,
                        FORGED,
                        FORGED,
                        0,
                        Set.of(FORGED),
                        details,
                        Optional.of(new IllegalStateException(FORGED)),
                        Optional.empty()),
                new StreamEvent.End(
                        StreamEvent.Outcome.TERMINATED,
                        1,
                        1,
                        Duration.ZERO,
                        Optional.of(new IllegalStateException(FORGED)),
                        Optional.of(FORGED),
                        List.of()),
                new ShadowEvent(
                        NOON,
                        FORGED,
                        FORGED,
                        FORGED,
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        OptionalInt.empty(),
                        FORGED),
                ToolResult.success(arguments),
                ToolResult.failure(FORGED),
                ToolResult.unknown(FORGED),
                new Fragment(Fragment.Kind.PIECE, Fragment.Path.ROOT.property(FORGED), FORGED),
                new CallProgress(1, FORGED, FORGED, new Fragment(Fragment.Kind.DONE, Fragment.Path.ROOT, "")),
                CompletedUnit.text(0, FORGED, false),
                CompletedUnit.call(0, 0, FORGED, FORGED, FORGED),
                StreamChunk.text(FORGED),
                new StreamChunk.ToolCallDelta(0, FORGED, FORGED, FORGED),
                PolicyDecision.deny(FORGED));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueAsTextIsOneVisibleLine(Object value) {
        assertThat(value.toString()).contains("forged").isEqualTo(VisibleText.line(value.toString()));
    }

    @Test
    void aHookThatWasCalledTellsAfterHowManyChunks() {
        StreamEvent event = new StreamEvent(
                StreamEvent.Kind.HOOK_CALLED,
                NOON,
                "s",
                "p",
                "onText",
                3,
                Set.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty());
        assertThat(event)
                .hasToString("HOOK_CALLED[time=2026-01-01T12:00:00Z, stream=s, policy=p, name=onText, chunk=3]");
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
