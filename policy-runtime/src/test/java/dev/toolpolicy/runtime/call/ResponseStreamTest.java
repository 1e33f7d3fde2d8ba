package dev.toolpolicy.runtime.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What real streams do to the calls of one response. */
class ResponseStreamTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(Parameter.optional("x", ParameterType.integer()));
    private static final PolicyEngine ENGINE = PolicyEngine.builder()
            .tools(ToolCatalog.of(List.of(unattended("get"), unattended("get_weather"))))
            .build();
    private final ResponseStream response = ENGINE.session("s").response();

    private static DeclaredTool unattended(String name) {
        return DeclaredTool.of(name, SCHEMA).withRun(RuleList.always(Mode.UNATTENDED));
    }

    private void assertApproved(int call, String id, String tool, String arguments) {
        ToolCallStream stream = response.calls().get(call);
        ApprovedCall approved =
                assertInstanceOf(ToolCallOutcome.Approved.class, stream.finish(), stream::toString).call();
        assertEquals(id, approved.call().id());
        assertEquals(tool, approved.call().tool());
        assertEquals(arguments, approved.arguments().toString());
    }

    private void assertInvalid(int call, DiagnosticCode code) {
        ToolCallOutcome outcome = response.calls().get(call).finish();
        assertEquals(code, assertInstanceOf(ToolCallOutcome.Invalid.class, outcome).error().code());
    }

    @Test
    void partsOfSeveralCallsInterleave() {
        response.start(0, "a", "get");
        response.start(1, "b", "get_weather");
        response.append(0, "{\"x\":");
        response.append(1, "{\"x\":2");
        response.append(0, "1}");
        response.append(1, "}");
        response.finish(ResponseEnd.COMPLETE);
        assertApproved(0, "a", "get", "{\"x\":1}");
        assertApproved(1, "b", "get_weather", "{\"x\":2}");
    }

    @Test
    void twoCallsOfOneIdAreTwoCalls() {
        response.start(0, "same", "get");
        response.start(1, "same", "get");
        response.append(0, "{\"x\":1}");
        response.append(1, "{\"x\":2}");
        response.finish(ResponseEnd.COMPLETE);
        assertApproved(0, "same", "get", "{\"x\":1}");
        assertApproved(1, "same", "get", "{\"x\":2}");
    }

    @Test
    void aNewIdAtAPositionInUseIsAnotherCall() {
        response.start(0, "a", "get");
        response.append(0, "{\"x\":1}");
        response.start(0, "b", "get");
        response.append(0, "{\"x\":2}");
        response.finish(ResponseEnd.COMPLETE);
        assertApproved(0, "a", "get", "{\"x\":1}");
        assertApproved(1, "b", "get", "{\"x\":2}");
    }

    @Test
    void theSameIdWithAnotherNameIsInvalid() {
        response.start(0, "a", "get");
        response.append(0, "{\"x\":1");
        response.start(0, "a", "get_weather");
        response.append(0, "}");
        response.finish(ResponseEnd.COMPLETE);
        assertInvalid(0, DiagnosticCode.UNKNOWN_TOOL);
    }

    @Test
    void whatTheModelIsToldOfNamesIsShort() {
        String name = "x".repeat(100_000);
        response.start(0, "a", name);
        response.append(0, "{}");
        response.start(0, "a", name + "y");
        response.start(1, "b", name);
        response.append(1, "{}");
        response.finish(ResponseEnd.COMPLETE);
        for (ToolCallStream call : response.calls()) {
            String told = assertInstanceOf(ToolCallOutcome.Invalid.class, call.finish()).forModel();
            assertTrue(told.contains("unknown-tool") && told.length() < 600, () -> told.length() + "");
        }
    }

    @Test
    void aNameComesInPiecesOrIsRepeatedWhole() {
        response.start(0, "a", "get");
        response.start(0, "", "_weather");
        response.append(0, "{}");
        response.start(1, "b", "get");
        response.start(1, "b", "get");
        response.append(1, "{}");
        response.start(1, "b", "get");
        response.finish(ResponseEnd.COMPLETE);
        assertApproved(0, "a", "get_weather", "{}");
        assertApproved(1, "b", "get", "{}");
    }

    @Test
    void theNameComesAfterTheFirstText() {
        response.append(3, "{\"x\":");
        assertTrue(response.calls().get(0).error().isEmpty());
        response.start(3, "late", "get");
        response.append(3, "1}");
        response.finish(ResponseEnd.COMPLETE);
        assertApproved(0, "late", "get", "{\"x\":1}");
    }

    @Test
    void aCallThatIsNeverNamedIsInvalid() {
        response.append(0, "{\"x\":1}");
        response.finish(ResponseEnd.COMPLETE);
        assertInvalid(0, DiagnosticCode.UNKNOWN_TOOL);
    }

    @Test
    void noTextIsNoArgumentsIfTheCallEndedOfItself() {
        response.start(0, "a", "get");
        response.end(0);
        response.start(1, "b", "get");
        response.finish(ResponseEnd.CUT);
        assertApproved(0, "a", "get", "{}");
        assertInvalid(1, DiagnosticCode.TRUNCATED);
    }

    @Test
    void noTextIsNoArgumentsIfTheResponseIsComplete() {
        response.start(0, "a", "get");
        response.finish(ResponseEnd.COMPLETE);
        assertApproved(0, "a", "get", "{}");
    }

    @Test
    void halfATextIsTruncatedWhateverTheEndSays() {
        response.start(0, "a", "get");
        response.append(0, "{\"x\":48151");
        response.end(0);
        response.append(0, "}");
        response.finish(ResponseEnd.COMPLETE);
        assertInvalid(0, DiagnosticCode.TRUNCATED);
    }

    @Test
    void aWholeTextIsWholeEvenIfTheResponseIsCut() {
        response.start(0, "a", "get");
        response.append(0, "{\"x\":1}");
        response.finish(ResponseEnd.CUT);
        assertApproved(0, "a", "get", "{\"x\":1}");
    }

    @Test
    void aRepeatedEndIsIgnoredAndTextAfterTheEndIsNot() {
        response.start(0, "a", "get");
        response.append(0, "{\"x\":1}");
        response.end(0);
        response.end(0);
        response.append(0, "\n ");
        response.start(1, "b", "get");
        response.end(1);
        response.append(1, "{\"x\":1}");
        response.finish(ResponseEnd.COMPLETE);
        assertApproved(0, "a", "get", "{\"x\":1}");
        assertInvalid(1, DiagnosticCode.MALFORMED_JSON);
    }

    @Test
    void allTextAgainIsInvalid() {
        response.start(0, "a", "get");
        response.append(0, "{\"x\":1}");
        response.append(0, "{\"x\":1}");
        response.finish(ResponseEnd.COMPLETE);
        assertInvalid(0, DiagnosticCode.MALFORMED_JSON);
    }
}
