package dev.toolpolicy.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks by the parts of a response. */
class ResponseAttacksTest {
    private static final Feeding MODIFY = Feeding.to(TextAttacksTest.MODIFY);
    private static final PolicyEngine BOTH = PolicyEngine.builder()
            .tools(ToolCatalog.of(List.of(TextAttacksTest.MODIFY, TextAttacksTest.PING)))
            .build();

    @Test
    void textBeforeTheNameIsLimitedLikeTextAfterIt() {
        PolicyEngine small = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(TextAttacksTest.PING)))
                .limits(ArgumentLimits.defaults().withText(20))
                .build();
        for (int blanks = 0; blanks < 60; blanks++) {
            String text = "{\"host\":\"x\"}" + " ".repeat(blanks);
            for (int size : new int[] {1, 7, 100}) {
                ResponseStream response = small.session("s").calls().response();
                Feeding.pieces(text, size).forEach(chunk -> response.append(0, chunk));
                response.start(0, "a", "ping");
                response.finish(ResponseEnd.COMPLETE);
                assertEquals(
                        text.length() <= 20 ? "approved by 1 {\"host\":\"x\"}" : "invalid limit-exceeded",
                        Feeding.told(response.calls().get(0)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n\t", "null", " null\n"})
    void aCallThatWasCutBeforeItsTextIsNoCallWithoutArguments(String text) {
        ResponseStream response = BOTH.session("s").calls().response();
        response.start(0, "a", "ping");
        response.append(0, text);
        response.start(1, "b", "ping");
        response.append(1, text);
        response.end(1);
        response.finish(ResponseEnd.CUT);
        assertEquals("invalid truncated", Feeding.told(response.calls().get(0)));
        assertEquals("invalid truncated", Feeding.told(response.calls().get(1)));
        assertEquals("invalid missing-parameter", MODIFY.verdict(text));
    }

    @Test
    void aCallThatGoesOnUnderAnotherNameIsInvalid() {
        ResponseStream response = BOTH.session("s").calls().response();
        response.start(0, "a", "ping");
        response.append(0, "{");
        response.start(0, "a", "modify");
        response.append(0, "}");
        response.finish(ResponseEnd.COMPLETE);
        assertEquals("invalid unknown-tool", Feeding.told(response.calls().get(0)));
    }

    @Test
    void textBeforeTheNameIsJudgedUnderTheName() {
        for (List<String> cut :
                List.of(Feeding.pieces("{\"path\":\".env\"}", 1), Feeding.pieces("{\"path\":\".env\"}", 9))) {
            ResponseStream response = BOTH.session("s").calls().response();
            cut.forEach(chunk -> response.append(0, chunk));
            response.start(0, "a", "mod");
            response.start(0, "a", "ify");
            response.finish(ResponseEnd.COMPLETE);
            assertEquals("unanswered by 1", Feeding.told(response.calls().get(0)));
        }
    }

    @Test
    void anIdThatIsUsedAgainIsAnotherCall() {
        ResponseStream response = BOTH.session("s").calls().response();
        response.start(0, "same", "modify");
        response.append(0, "{\"path\":\"src/");
        response.start(1, "same", "modify");
        response.append(1, "{\"path\":\".env\"}");
        response.append(0, "a\"}");
        response.finish(ResponseEnd.COMPLETE);
        assertEquals(
                "approved by 2 {\"path\":\"src/a\"}",
                Feeding.told(response.calls().get(0)));
        assertEquals("unanswered by 1", Feeding.told(response.calls().get(1)));
    }

    @Test
    void anotherIdAtAPositionInUseCutsTheCallThere() {
        ResponseStream response = BOTH.session("s").calls().response();
        response.start(0, "a", "modify");
        response.append(0, "{\"path\":\"src/a\"");
        response.start(0, "b", "modify");
        response.append(0, "}");
        response.finish(ResponseEnd.COMPLETE);
        assertEquals("invalid truncated", Feeding.told(response.calls().get(0)));
        assertEquals("invalid malformed-json", Feeding.told(response.calls().get(1)));
    }

    @Test
    void allTextSoFarAgainWithEachChunkIsMalformed() {
        ToolCallStream call = BOTH.session("s").calls().call("c", "modify");
        String text = "{\"path\":\"src/a\"}";
        for (int i = 1; i <= text.length(); i++) {
            call.append(text.substring(0, i));
        }
        assertEquals("invalid malformed-json", Feeding.told(call));
        assertEquals("invalid malformed-json", MODIFY.verdict("{'path':'src/a'}{'path':'src/a'}"));
    }

    @Test
    void anEmptyObjectFirstIsNotReplacedByWhatFollows() {
        ToolCallStream call = BOTH.session("s").calls().call("c", "ping");
        call.append("{}").append("{\"host\":\"x\"}");
        assertEquals("invalid malformed-json", Feeding.told(call));
    }

    @Test
    void textAfterTheEndOfTheCallMakesItInvalidUntilItRuns() {
        ResponseStream response = BOTH.session("s").calls().response();
        response.start(0, "a", "modify");
        response.append(0, "{\"path\":\"src/a\"}");
        response.end(0);
        response.append(0, "{\"path\":\".env\"}");
        response.finish(ResponseEnd.COMPLETE);
        ToolCallOutcome outcome = response.calls().get(0).finish();
        OutcomeKinds.expect(ToolCallOutcome.Kind.INVALID, outcome);
        assertEquals("invalid malformed-json", Feeding.told(response.calls().get(0)));
    }
}
