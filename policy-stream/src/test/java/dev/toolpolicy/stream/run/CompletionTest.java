package dev.toolpolicy.stream.run;

import static dev.toolpolicy.stream.run.Upstream.call;
import static dev.toolpolicy.stream.run.Upstream.calls;
import static dev.toolpolicy.stream.run.Upstream.delta;
import static dev.toolpolicy.stream.run.Upstream.finish;
import static dev.toolpolicy.stream.run.Upstream.more;
import static dev.toolpolicy.stream.run.Upstream.text;
import static dev.toolpolicy.stream.run.Upstream.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole texts and calls from deltas. */
class CompletionTest {
    private static final int NONE = StreamChunk.ToolCallDelta.NO_INDEX;

    private static CompletionAggregator aggregator(StreamChunk... chunks) {
        return read(new CompletionAggregator(StreamSettings.defaults()), chunks);
    }

    private static CompletionAggregator deferring(StreamChunk... chunks) {
        return read(new CompletionAggregator(StreamSettings.defaults().deferringCalls()), chunks);
    }

    private static CompletionAggregator read(CompletionAggregator aggregator, StreamChunk... chunks) {
        for (StreamChunk chunk : chunks) {
            aggregator.read(chunk);
        }
        return aggregator;
    }

    /** Units in words: {@code text} or {@code name#id arguments}, with a mark if truncated. */
    private static List<String> words(List<CompletedUnit> units) {
        List<String> words = new ArrayList<>();
        for (CompletedUnit unit : units) {
            String said = !unit.isCall() ? unit.text() : unit.name() + "#" + unit.id() + " " + unit.text();
            words.add(said + (unit.truncated() ? " (cut)" : ""));
        }
        return words;
    }

    @Test
    void aResponseMayHaveSoMuchTextInAllItsUnits() {
        StreamSettings ten = StreamSettings.defaults()
                .withText(10)
                .deferringCalls()
                .allowingChoices()
                .allowingEmptyOutput()
                .withListeners(List.of())
                .tracingHooks()
                .onKeepalive(request -> {});
        CompletionAggregator units = read(
                new CompletionAggregator(ten), text("abc"), call(0, "an id that is longer", "read", "{}"), text("d"));
        assertThatThrownBy(() -> read(units, text("e")))
                .isInstanceOfSatisfying(
                        StreamException.class, e -> assertThat(e.kind()).isEqualTo(StreamException.Kind.LIMIT))
                .hasMessage("a response may have 10 characters");
        assertThatThrownBy(() -> ten.withText(0)).hasMessage("the limit of a response's text must be positive, was 0");
    }

    @Test
    void aTextIsCompleteWhereACallStartsAndACallWhereTheNextDoes() {
        CompletionAggregator units = aggregator(text("a"), text("b"));
        assertThat(units.completed()).isEmpty();
        assertThat(words(read(units, call(0, "x", "read", "{}")).completed())).containsExactly("ab");
        assertThat(words(read(units, call(1, "y", "list", "")).completed())).containsExactly("ab", "read#x {}");
        assertThat(words(read(units, finish("tool_calls")).completed())).containsExactly("ab", "read#x {}", "list#y ");
        assertThat(units.completed().get(2).arguments().orElseThrow()).isEmpty();
    }

    @Test
    void noTextIsNoArgumentsUnlessTheResponseWasCut() {
        CompletedUnit whole =
                aggregator(call(0, "x", "a", " "), finish("stop")).completed().get(0);
        assertThat(whole.arguments().orElseThrow()).isEmpty();
        CompletedUnit cut =
                aggregator(call(0, "x", "a", " "), finish("length")).completed().get(0);
        assertThat(cut.truncated()).isTrue();
        assertThat(cut.arguments()).isEmpty();
        assertThat(cut.error()).isPresent();
    }

    @Test
    void eachPieceIsToldItsCall() {
        CompletionAggregator units =
                deferring(calls(delta(0, "x", "a", ""), delta(0, "y", "b", ""), delta(NONE, "z", "c", "")));
        assertThat(List.of(units.callOf(0), units.callOf(1), units.callOf(2))).containsExactly(0, 1, 2);
        read(units, calls(delta(NONE, "x", "", "{"), delta(NONE, "", "", "}")));
        assertThat(List.of(units.callOf(0), units.callOf(1))).containsExactly(0, 0);
        assertThatThrownBy(() -> units.callOf(2)).isInstanceOf(IndexOutOfBoundsException.class);
        read(units, more(0, "{}"));
        assertThat(units.callOf(0)).isEqualTo(1);
    }

    @Test
    void allUnitsThatCompleteInOneChunkAreToldInTheirOrder() {
        Recorder policy = new Recorder();
        StreamChunk whole = text("hi")
                .withToolCalls(List.of(delta(0, "x", "a", "1"), delta(1, "y", "b", "2")))
                .withFinishReason("tool_calls");
        StreamRunner.of(policy).run(Upstream.REQUEST, Upstream.of(whole), new Client());
        assertThat(policy.trace().subList(6, 12))
                .containsExactly(
                        "CONTENT_COMPLETED hi",
                        "MESSAGE_COMPLETED hi",
                        "CONTENT_COMPLETED a#x",
                        "TOOL_CALL_COMPLETED a#x",
                        "CONTENT_COMPLETED b#y",
                        "TOOL_CALL_COMPLETED b#y");
    }

    @Test
    void twoCallsOfOneIndexAreTwo() {
        assertThat(words(aggregator(calls(delta(0, "x", "a", "1"), delta(0, "y", "b", "2")), finish("stop"))
                        .completed()))
                .containsExactly("a#x 1", "b#y 2");
    }

    @Test
    void aMissingIndexGoesById() {
        assertThat(words(aggregator(
                                call(NONE, "x", "a", "{"),
                                call(NONE, "x", "", "}"),
                                call(NONE, "y", "b", "2"),
                                finish("stop"))
                        .completed()))
                .containsExactly("a#x {}", "b#y 2");
    }

    @Test
    void deltasWithoutIndexAndIdContinueTheLatestCall() {
        assertThat(words(aggregator(
                                call(NONE, "", "a", "{"),
                                call(NONE, "", "a", "}"),
                                call(NONE, "", "", " "),
                                call(NONE, "", "a", "{}"),
                                finish("stop"))
                        .completed()))
                .containsExactly("a#call_0_0 {} ", "a#call_0_1 {}");
        assertThat(words(aggregator(calls(delta(NONE, "", "a", ""), delta(NONE, "", "b", "")), finish("stop"))
                        .completed()))
                .containsExactly("a#call_0_0 ", "b#call_0_1 ");
    }

    @Test
    void namesComeInPiecesOrAgain() {
        assertThat(words(aggregator(
                                call(0, "x", "get_", ""),
                                call(0, "", "weather", ""),
                                call(0, "x", "get_weather", "{}"),
                                finish("stop"))
                        .completed()))
                .containsExactly("get_weather#x {}");
        assertThatThrownBy(() -> aggregator(call(0, "x", "get_weather", "{"), call(0, "x", "rm", "}")))
                .isInstanceOf(StreamException.class)
                .hasMessage("call get_weather#x goes on as \"rm\"");
    }

    @Test
    void aDeltaForACompleteCallIsAnErrorUnlessCallsAreDeferred() {
        StreamChunk[] mixed = {
            call(0, "x", "a", "{"), call(1, "y", "b", "{"), more(0, "}"), more(1, "}"), finish("tool_calls")
        };
        assertThatThrownBy(() -> aggregator(mixed))
                .isInstanceOf(StreamException.class)
                .hasMessage("call a#x goes on after another call has started");
        assertThat(words(deferring(mixed).completed())).containsExactly("a#x {}", "b#y {}");
    }

    @Test
    void textAfterACallIsAnotherText() {
        assertThat(words(aggregator(
                                text("a"),
                                call(0, "x", "c", "{"),
                                text("b"),
                                more(0, "}"),
                                call(1, "y", "d", ""),
                                text("e"),
                                finish("stop"))
                        .completed()))
                .containsExactly("a", "c#x {}", "b", "d#y ", "e");
    }

    @Test
    void aFinishThatIsRepeatedCompletesNothingAgain() {
        assertThat(words(aggregator(text("a"), finish("stop"), finish("stop"), usage(3))
                        .completed()))
                .containsExactly("a");
    }

    @ParameterizedTest
    @CsvSource({
        "stop,false",
        "tool_calls,false",
        "function_call,false",
        "length,true",
        "content_filter,true",
        "error,true"
    })
    void aReasonThatIsNoGoodEndMarksWhatWasOpen(String reason, boolean truncated) {
        List<CompletedUnit> completed = aggregator(call(0, "x", "a", "{}"), call(1, "y", "b", "{}"), finish(reason))
                .completed();
        assertThat(completed).extracting(CompletedUnit::truncated).containsExactly(false, truncated);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void contentAfterTheFinishIsAnError(boolean deferred) {
        CompletionAggregator units = deferred ? deferring(finish("stop")) : aggregator(finish("stop"));
        assertThatThrownBy(() -> read(units, text("more"))).isInstanceOf(StreamException.class);
        assertThatThrownBy(() -> read(units, call(0, "x", "a", ""))).isInstanceOf(StreamException.class);
    }

    @Test
    void withoutAFinishOpenUnitsAreReportedAsIncomplete() {
        CompletionAggregator units = aggregator(text("a"), call(0, "x", "c", "{\"p\""));
        assertThat(units.incomplete()).isEmpty();
        units.end(false);
        assertThat(words(units.completed())).containsExactly("a");
        assertThat(words(units.incomplete())).containsExactly("c#x {\"p\" (cut)");
        assertThat(units.incomplete().get(0).error()).isPresent();
    }

    @Test
    void terminationDropsWhatIsOpen() {
        CompletionAggregator units = aggregator(text("a"));
        units.end(true);
        assertThat(units.completed()).isEmpty();
        assertThat(units.incomplete()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1", "{\"a\":1}{\"a\":1}", "{\"a\":1,\"a\":2}", "{a:1}", "{\"a\":\"\n\"}", "nope"})
    void malformedTextStaysAsItCame(String arguments) {
        CompletedUnit call = aggregator(call(0, "x", "a", arguments), finish("stop"))
                .completed()
                .get(0);
        assertThat(call.text()).isEqualTo(arguments);
        assertThat(call.error()).isPresent();
        assertThat(call.arguments()).isEmpty();
        assertThat(StreamChunk.call(call, 0).toolCalls()).containsExactly(delta(0, "x", "a", arguments));
    }

    @Test
    void numbersStayExactAndArgumentsAreCopies() {
        CompletedUnit call = aggregator(call(0, "x", "a", "{\"n\":1.10000000000000000001}"), finish("stop"))
                .completed()
                .get(0);
        assertThat(call.arguments().orElseThrow().get("n").decimalValue()).isEqualTo("1.10000000000000000001");
        ((com.fasterxml.jackson.databind.node.ObjectNode) call.arguments().orElseThrow()).removeAll();
        assertThat(call.arguments().orElseThrow()).hasSize(1);
    }

    @Test
    void argumentsPastTheLimitOfTheirTextAreAnError() {
        StreamChunk big = more(0, "x".repeat(8 << 20));
        assertThatThrownBy(() -> aggregator(call(0, "x", "a", ""), big, big, more(0, "x")))
                .isInstanceOf(StreamException.class)
                .hasMessageContaining("more than 16777216 characters");
    }
}
