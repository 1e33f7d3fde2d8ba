package dev.toolpolicy.runtime.internal.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.OutcomeKinds;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls of one response in real streams. */
class ResponseStreamTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(Parameter.optional("x", ParameterType.integer()));
    private static final PolicyEngine ENGINE = PolicyEngine.builder()
            .tools(ToolCatalog.of(List.of(unattended("get"), unattended("get_weather"))))
            .build();
    private final ResponseStream response = ENGINE.session("s").calls().response();

    private static DeclaredTool unattended(String name) {
        return DeclaredTool.of(name, SCHEMA).withRun(RuleList.always(Mode.ALLOW));
    }

    /** Plays events, one a line: the position of a call, then its start with id and name, some text, or its end. */
    private void play(String events) {
        for (String event : events.lines().toList()) {
            if (event.isEmpty()) {
                continue;
            }
            String[] words = event.split(" ", 3);
            int position = Integer.parseInt(words[0]);
            switch (words[1]) {
                case "start" -> response.start(position, words[2].split(" ")[0], words[2].split(" ")[1]);
                case "text" -> response.append(position, words[2].replace("\\n", "\n"));
                case "end" -> response.end(position);
                default -> throw new IllegalArgumentException(event);
            }
        }
    }

    private void complete(String events) {
        play(events);
        response.finish(ResponseEnd.COMPLETE);
    }

    private void cut(String events) {
        play(events);
        response.finish(ResponseEnd.CUT);
    }

    private void assertApproved(int call, String id, String tool, String arguments) {
        ToolCallStream stream = response.calls().get(call);
        ApprovedCall approved = OutcomeKinds.expect(ToolCallOutcome.Kind.APPROVED, stream.finish())
                .approved()
                .orElseThrow();
        assertEquals(id, approved.call().id());
        assertEquals(tool, approved.call().tool());
        assertEquals(arguments, approved.arguments().toString());
    }

    private void assertInvalid(int call, DiagnosticCode code) {
        ToolCallOutcome outcome = response.calls().get(call).finish();
        assertEquals(
                code,
                OutcomeKinds.expect(ToolCallOutcome.Kind.INVALID, outcome)
                        .error()
                        .orElseThrow()
                        .code());
    }

    @Test
    void aPartThatIsNullIsRefusedByNameAndOpensNoCall() {
        NullPointerException id = assertThrows(NullPointerException.class, () -> response.start(0, null, "get"));
        NullPointerException name = assertThrows(NullPointerException.class, () -> response.start(0, "a", null));
        assertEquals("id, which is empty if it isn't known yet", id.getMessage());
        assertEquals("name, which is empty if it isn't known yet", name.getMessage());
        assertEquals(List.of(), response.calls());
    }

    @Test
    void partsOfSeveralCallsInterleave() {
        complete("""
            0 start a get
            1 start b get_weather
            0 text {"x":
            1 text {"x":2
            0 text 1}
            1 text }
            """);
        assertApproved(0, "a", "get", "{\"x\":1}");
        assertApproved(1, "b", "get_weather", "{\"x\":2}");
    }

    @Test
    void twoCallsOfOneIdAreTwoCalls() {
        complete("""
            0 start same get
            1 start same get
            0 text {"x":1}
            1 text {"x":2}
            """);
        assertApproved(0, "same", "get", "{\"x\":1}");
        assertApproved(1, "same", "get", "{\"x\":2}");
    }

    @Test
    void aNewIdAtAPositionInUseIsAnotherCall() {
        complete("""
            0 start a get
            0 text {"x":1}
            0 start b get
            0 text {"x":2}
            """);
        assertApproved(0, "a", "get", "{\"x\":1}");
        assertApproved(1, "b", "get", "{\"x\":2}");
    }

    @Test
    void theSameIdWithAnotherNameIsInvalid() {
        complete("""
            0 start a get
            0 text {"x":1
            0 start a get_weather
            0 text }
            """);
        assertInvalid(0, DiagnosticCode.UNKNOWN_TOOL);
    }

    @Test
    void namesInErrorMessagesAreShort() {
        String name = "x".repeat(100_000);
        response.start(0, "a", name);
        response.append(0, "{}");
        response.start(0, "a", name + "y");
        response.start(1, "b", name);
        response.append(1, "{}");
        response.finish(ResponseEnd.COMPLETE);
        for (ToolCallStream call : response.calls()) {
            String told = OutcomeKinds.expect(ToolCallOutcome.Kind.INVALID, call.finish())
                    .forModel();
            assertTrue(told.startsWith("Not run: ") && told.length() < 600, () -> told.length() + "");
        }
    }

    @Test
    void aNameComesInPiecesOrIsRepeatedWhole() {
        complete("""
            0 start a get
            0 start  _weather
            0 text {}
            1 start b get
            1 start b get
            1 text {}
            1 start b get
            """);
        assertApproved(0, "a", "get_weather", "{}");
        assertApproved(1, "b", "get", "{}");
    }

    @Test
    void theNameComesAfterTheFirstText() {
        play("3 text {\"x\":");
        assertTrue(response.calls().get(0).error().isEmpty());
        complete("""
            3 start late get
            3 text 1}
            """);
        assertApproved(0, "late", "get", "{\"x\":1}");
    }

    @Test
    void aCallThatIsNeverNamedIsInvalid() {
        complete("0 text {\"x\":1}");
        assertInvalid(0, DiagnosticCode.UNKNOWN_TOOL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0 text  \\n", "0 text null", "0 text n\n0 text ull"})
    void emptyTextsAreTruncatedInATruncatedResponse(String text) {
        cut("0 start a get\n" + text + "\n0 end\n1 start b get\n1 text {}");
        assertInvalid(0, DiagnosticCode.TRUNCATED);
        assertApproved(1, "b", "get", "{}");
    }

    @Test
    void aNewIdAtAPositionDoesntMakeArgumentsOfNoText() {
        cut("""
            0 start a get
            0 start b get
            0 text {"x":1}
            """);
        assertInvalid(0, DiagnosticCode.TRUNCATED);
        assertApproved(1, "b", "get", "{\"x\":1}");
    }

    @Test
    void noTextIsNoArgumentsIfTheCallAndTheResponseEndedWell() {
        complete("""
            0 start a get
            0 end
            0 end
            """);
        assertApproved(0, "a", "get", "{}");
    }

    @Test
    void aCallWithoutTextDoesntRunBeforeItsResponseHasEnded() {
        play("""
            0 start a get
            0 end
            1 start b get
            1 text {"x":1}
            1 end
            """);
        assertFalse(response.calls().get(0).isWhole());
        assertInvalid(0, DiagnosticCode.TRUNCATED);
        assertApproved(1, "b", "get", "{\"x\":1}");
        response.finish(ResponseEnd.COMPLETE);
        assertInvalid(0, DiagnosticCode.TRUNCATED);
    }

    @Test
    void textBehindTheEndOfACallWithoutTextIsMalformed() {
        complete("""
            0 start a get
            0 end
            0 text {"x":1}
            """);
        assertInvalid(0, DiagnosticCode.MALFORMED_JSON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{}", " { } ", "null"})
    void placeholdersOfHostsAreNotText(String whole) {
        for (ResponseEnd how : ResponseEnd.values()) {
            ResponseStream host = ENGINE.session("s").calls().response();
            host.start(0, "a", "get");
            host.append(0, "");
            host.end(0, whole);
            host.finish(how);
            ToolCallOutcome outcome = host.calls().get(0).finish();
            if (how == ResponseEnd.COMPLETE) {
                assertEquals(
                        "{}",
                        OutcomeKinds.expect(ToolCallOutcome.Kind.APPROVED, outcome)
                                .approved()
                                .orElseThrow()
                                .arguments()
                                .toString());
            } else {
                assertEquals(
                        DiagnosticCode.TRUNCATED,
                        OutcomeKinds.expect(ToolCallOutcome.Kind.INVALID, outcome)
                                .error()
                                .orElseThrow()
                                .code());
            }
        }
    }

    @Test
    void aWholeTextAtTheEndIsTheTextIfNoneCameBefore() {
        response.start(0, "a", "get");
        response.end(0, "{\"x\":1}");
        response.start(1, "b", "get");
        response.append(1, " ");
        response.end(1, " {\"x\":2}");
        response.start(2, "c", "get");
        response.append(2, "{\"x\":3}");
        response.end(2, "{\"x\":4}");
        response.start(3, "d", "get");
        response.append(3, "{\"x\":");
        response.end(3, "{}");
        response.end(4, "{}");
        response.finish(ResponseEnd.CUT);
        assertApproved(0, "a", "get", "{\"x\":1}");
        assertApproved(1, "b", "get", "{\"x\":2}");
        assertApproved(2, "c", "get", "{\"x\":3}");
        assertInvalid(3, DiagnosticCode.TRUNCATED);
        assertEquals(4, response.calls().size());
    }

    @Test
    void noTextIsNoArgumentsIfTheResponseIsComplete() {
        complete("0 start a get");
        assertApproved(0, "a", "get", "{}");
    }

    @Test
    void halfATextIsTruncatedForEveryFinish() {
        complete("""
            0 start a get
            0 text {"x":48151
            0 end
            0 text }
            """);
        assertInvalid(0, DiagnosticCode.TRUNCATED);
    }

    @Test
    void aWholeTextIsWholeEvenIfTheResponseIsCut() {
        cut("""
            0 start a get
            0 text {"x":1}
            """);
        assertApproved(0, "a", "get", "{\"x\":1}");
    }

    @Test
    void aRepeatedEndIsIgnoredAndTextAfterTheEndIsNot() {
        complete("""
            0 start a get
            0 text {"x":1}
            0 end
            0 end
            0 text \\n\s
            1 start b get
            1 end
            1 text {"x":1}
            """);
        assertApproved(0, "a", "get", "{\"x\":1}");
        assertInvalid(1, DiagnosticCode.MALFORMED_JSON);
    }

    @Test
    void allTextAgainIsInvalid() {
        complete("""
            0 start a get
            0 text {"x":1}
            0 text {"x":1}
            """);
        assertInvalid(0, DiagnosticCode.MALFORMED_JSON);
    }

    @Test
    void aNameAndATextBeforeItMayBeAsLongAsTheirLimits() {
        String text = "{\"x\":1}";
        PolicySession narrow = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("four", ToolSchema.of(Parameter.optional("x", ParameterType.integer())))
                                .withRun(RuleList.always(Mode.ALLOW)))))
                .limits(ArgumentLimits.defaults().withName(4).withText(text.length()))
                .build()
                .session("s");
        ResponseStream calls = narrow.calls().response();
        calls.append(0, text.substring(0, 3)).append(text.substring(3));
        calls.start(0, "a", "four");
        calls.append(1, text + " ");
        calls.start(1, "b", "four");
        calls.start(2, "c", "fours").append("{}");
        calls.start(3, "d", "fo");
        calls.start(3, "d", "urs").append("{}");
        calls.finish(ResponseEnd.COMPLETE);
        List<ToolCallOutcome> outcomes =
                calls.calls().stream().map(ToolCallStream::finish).toList();
        assertEquals(ToolCallOutcome.Kind.APPROVED, outcomes.get(0).kind());
        assertEquals(
                DiagnosticCode.LIMIT_EXCEEDED,
                outcomes.get(1).error().orElseThrow().code());
        assertEquals(
                "Not run: the tool name is too long: \"fours\".",
                outcomes.get(2).forModel());
        assertEquals(
                "Not run: the tool name is too long: \"fo\".", outcomes.get(3).forModel());
    }
}
