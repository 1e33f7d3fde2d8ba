package dev.toolpolicy.runtime;

import static dev.toolpolicy.runtime.policy.Policies.requires;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.Fragment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The engine as a service sees it. */
class PolicyEngineTest {
    private static final ToolSchema PATH_SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()), Parameter.optional("content", ParameterType.string()));
    private static final RuleList SRC = RuleList.of(
            RuleSpec.when(Argument.Text.at("/path").prefix("src/"), Mode.ALLOW),
            RuleSpec.when(Argument.Text.at("/path").prefix(".git"), Mode.DENY),
            RuleSpec.otherwise(Mode.ASK));
    private static final DeclaredTool WRITE =
            DeclaredTool.of("write_file", PATH_SCHEMA).withRun(SRC);
    private static final DeclaredTool READ =
            DeclaredTool.of("read_file", PATH_SCHEMA).withRun(RuleList.always(Mode.ALLOW));
    private static final DeclaredTool TEST =
            DeclaredTool.of("test", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW));
    private static final DeclaredTool DEPLOY = DeclaredTool.of(
                    "deploy", ToolSchema.of(Parameter.optional("target", ParameterType.string())))
            .withRun(RuleList.always(Mode.ALLOW))
            .requiring(Requirement.allOf(List.of("test")));

    private static PolicyEngine engine(ToolPolicy... policies) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(WRITE, READ, TEST, DEPLOY)))
                .policies(policies)
                .build();
    }

    private static ApprovedCall approved(ToolCallStream call) {
        return OutcomeKinds.expect(ToolCallOutcome.Kind.APPROVED, call.finish())
                .approved()
                .orElseThrow();
    }

    private static DiagnosticCode invalid(ToolCallStream call) {
        return OutcomeKinds.expect(ToolCallOutcome.Kind.INVALID, call.finish())
                .error()
                .orElseThrow()
                .code();
    }

    @Test
    void anApprovedCallHasItsArguments() {
        PolicySession session = engine().session("s");
        ToolCallStream call = session.calls().call("c1", "write_file");
        call.append("{\"path\":\"sr").append("c/a\",");
        assertEquals(Mode.ALLOW, call.decision().orElseThrow().mode());
        assertEquals(OptionalInt.of(0), call.decision().orElseThrow().rule());
        call.append("\"content\":\"x\"}");
        ApprovedCall approved = approved(call);
        assertEquals(
                "{\"path\":\"src/a\",\"content\":\"x\"}", approved.arguments().toString());
        assertEquals("src/a", approved.arguments().get("path").textValue());
    }

    @Test
    void anApprovedCallThatTurnsInvalidDoesNotRun() {
        ToolCallStream call = engine().session("s").calls().call("c1", "write_file");
        call.append("{\"path\":\"src/a\"");
        assertTrue(call.decision().isPresent());
        call.append(",\"p\\u0061th\":\".env\"}");
        assertEquals(DiagnosticCode.DUPLICATE_KEY, invalid(call));
    }

    @Test
    void aSecondObjectMakesTheCallInvalid() {
        ToolCallStream call = engine().session("s").calls().call("c1", "write_file");
        call.append("{\"path\":\"src/a\"}").append("{\"path\":\".env\"}");
        assertEquals(DiagnosticCode.MALFORMED_JSON, invalid(call));
    }

    @Test
    void askWithoutAnybodyToAskDoesNotRun() {
        ToolCallStream call = engine().session("s").calls().call("c1", "write_file");
        call.append("{\"path\":\"src/../.env\"}");
        ToolCallOutcome open = OutcomeKinds.expect(ToolCallOutcome.Kind.NEEDS_APPROVAL, call.finish());
        assertEquals(OptionalInt.of(2), open.decision().orElseThrow().rule());
    }

    @Test
    void skipIsARefusal() {
        ToolCallStream call = engine().session("s").calls().call("c1", "write_file");
        ToolCallOutcome refused = OutcomeKinds.expect(
                ToolCallOutcome.Kind.DENIED,
                call.append("{\"path\":\".git/config\"}").finish());
        assertEquals("Denied by this tool's policy.", refused.forModel());
    }

    @Test
    void deployNeedsTestAndIsRefusedBeforeItsFirstArgument() {
        PolicySession session = engine().session("s");
        ToolCallStream early = session.calls().call("c1", "deploy");
        assertEquals("require:deploy", early.denial().orElseThrow().policy());
        assertEquals(0, early.deniedAt().orElseThrow());
        OutcomeKinds.expect(ToolCallOutcome.Kind.DENIED, early.append("{}").finish());

        approved(session.calls().call("c2", "test")).failed();
        assertTrue(session.calls().call("c3", "deploy").denial().isPresent(), "a failed test doesn't count");
        approved(session.calls().call("c4", "test")).succeeded(TextNode.valueOf("ok"));
        ToolCallStream late = session.calls().call("c5", "deploy");
        assertTrue(late.denial().isEmpty());
        approved(late);
        assertTrue(
                engine().session("s").calls().call("c6", "deploy").denial().isPresent(),
                "another session knows nothing");
    }

    @Test
    void aKeyedRefusalFallsWhenTheKeyIsCompleteWhileContentStreams() {
        PolicySession session = engine(requires("write_file", Requirement.sameArgument("/path", "read_file")))
                .session("s");
        ToolCallStream call = session.calls().call("c1", "write_file");
        call.append("{\"path\":\"src/a");
        assertTrue(call.denial().isEmpty());
        call.append("\",\"content\":\"lo");
        assertEquals("require:write_file", call.denial().orElseThrow().policy());

        approved(session.calls().call("c2", "read_file").append("{\"path\":\"./src//a\"}"))
                .succeeded(IntNode.valueOf(1));
        call.append("ng\"}");
        approved(call);
    }

    @Test
    void workspacePathsHaveOneKeyAndOthersNeedApproval() {
        PolicySession session = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(WRITE, READ)))
                .policies(requires("write_file", Requirement.sameArgument("/path", "read_file")))
                .paths(PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace("/workspace")))
                .build()
                .session("s");
        approved(session.calls().call("c1", "read_file").append("{\"path\":\"/workspace/src/c\"}"))
                .succeeded(IntNode.valueOf(1));
        approved(session.calls().call("c2", "write_file").append("{\"path\":\"src/c\"}"));
        OutcomeKinds.expect(
                ToolCallOutcome.Kind.NEEDS_APPROVAL,
                session.calls()
                        .call("c3", "read_file")
                        .append("{\"path\":\"/workspacex/c\"}")
                        .finish());
    }

    @Test
    void aRefusalThatNeedsNoArgumentDoesNotWaitForAnEarlierPolicy() {
        PolicySession session = engine(
                        requires("write_file", Requirement.sameArgument("/path", "read_file")), denyEverything())
                .session("s");
        assertEquals(
                "deny",
                session.calls().call("c1", "write_file").denial().orElseThrow().policy());
    }

    @Test
    void aPolicyThatDeniesEverythingLetsNothingRun() {
        PolicySession session = engine(denyEverything()).session("s");
        for (String tool : List.of("write_file", "read_file", "test", "deploy")) {
            String text = tool.endsWith("file") ? "{\"path\":\"src/a\"}" : "";
            OutcomeKinds.expect(
                    ToolCallOutcome.Kind.DENIED,
                    session.calls().call("c", tool).append(text).finish());
            ResponseStream response = session.calls().response();
            response.start(0, "c", tool);
            response.append(0, text);
            response.finish(ResponseEnd.COMPLETE);
            OutcomeKinds.expect(
                    ToolCallOutcome.Kind.DENIED, response.calls().get(0).finish());
        }
    }

    private static ToolPolicy denyEverything() {
        return new CheckPolicy("deny", ToolPolicy.ArgumentNeeds.none(), call -> PolicyDecision.deny("no"));
    }

    @Test
    void anUnknownToolIsInvalidAndItsTextIsDropped() {
        ToolCallStream call = engine().session("s").calls().call("c1", "rm");
        call.append("{\"anything\": [");
        assertEquals(DiagnosticCode.UNKNOWN_TOOL, invalid(call));
    }

    @Test
    void theFirstOutcomeStands() {
        ToolCallStream call = engine().session("s").calls().call("c1", "test");
        assertEquals(call.finish(), call.finish());
        assertThrows(IllegalStateException.class, () -> call.append("{}"));
        ApprovedCall approved = approved(call);
        approved.succeeded(TextNode.valueOf("ok"));
        assertThrows(IllegalStateException.class, approved::failed);
    }

    @Test
    void aClosedSessionTakesNoCalls() {
        PolicySession session = engine().session("s");
        session.close();
        assertThrows(IllegalStateException.class, () -> session.calls().call("c", "test"));
        assertThrows(IllegalStateException.class, () -> session.calls().response());
    }

    @Test
    void everythingWrongIsSaidAtOnce() {
        DeclaredTool wrong = DeclaredTool.of("wrong", PATH_SCHEMA)
                .withRun(RuleList.of(
                        RuleSpec.when(Argument.Text.at("/pth").prefix("a"), Mode.ASK), RuleSpec.otherwise(Mode.ASK)))
                .withResult(RuleList.of(RuleSpec.otherwise(Mode.ASK), RuleSpec.otherwise(Mode.DENY)))
                .requiring(Requirement.allOf(List.of("tset")));
        InvalidPolicyException e = assertThrows(
                InvalidPolicyException.class,
                () -> PolicyEngine.builder()
                        .tools(ToolCatalog.of(List.of(wrong, TEST)))
                        .build());
        assertEquals(
                List.of(DiagnosticCode.UNKNOWN_POINTER, DiagnosticCode.UNREACHABLE_RULE, DiagnosticCode.UNKNOWN_TOOL),
                e.problems().stream()
                        .map(problem -> problem.diagnostic().code())
                        .toList());
        assertTrue(String.valueOf(e.getMessage()).contains("tool \"wrong\", run: [toolpolicy/unknown-pointer]"));
    }

    @Test
    void aDefaultThatNoCallCouldGiveIsListedWithWhatElseIsWrong() {
        Parameter most = Parameter.optional("most", ParameterType.integer())
                .withDefault(DecimalNode.valueOf(new BigDecimal("1e999999999")));
        DeclaredTool search = DeclaredTool.of("search", ToolSchema.of(most)).withRun(RuleList.always(Mode.ALLOW));
        DeclaredTool wrong = DeclaredTool.of("wrong", ToolSchema.of())
                .withRun(RuleList.of(RuleSpec.otherwise(Mode.ASK), RuleSpec.otherwise(Mode.DENY)));
        InvalidPolicyException e = assertThrows(
                InvalidPolicyException.class,
                () -> PolicyEngine.builder()
                        .tools(ToolCatalog.of(List.of(search, wrong)))
                        .build());
        assertEquals(
                List.of(DiagnosticCode.DEFAULT_VALUE, DiagnosticCode.UNREACHABLE_RULE),
                e.problems().stream()
                        .map(problem -> problem.diagnostic().code())
                        .toList());
        String message = String.valueOf(e.getMessage());
        assertTrue(message.contains("tool \"search\": [toolpolicy/default-value]"), message);
        assertTrue(message.contains("the default of \"most\" doesn't fit"), message);
    }

    @Test
    void unreachableRulesCanBeWarnings() {
        DeclaredTool tool = DeclaredTool.of("t", PATH_SCHEMA)
                .withRun(RuleList.of(RuleSpec.otherwise(Mode.DENY), RuleSpec.otherwise(Mode.ALLOW)));
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool)))
                .unreachableRules(Severity.WARNING)
                .build();
        assertEquals(
                DiagnosticCode.UNREACHABLE_RULE,
                engine.warnings().get(0).diagnostic().code());
        ToolCallStream call = engine.session("s").calls().call("c", "t");
        assertEquals(Mode.DENY, call.decision().orElseThrow().mode());
        assertFalse(call.append("{\"path\":\"a\"}").finish().approved().isPresent());
    }

    @Test
    void twoPoliciesOfOneNameAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> engine(denyEverything(), denyEverything()));
    }

    @Test
    void aDisplayFollowsTheArgumentsAndCannotFailTheCall() {
        PolicySession session = engine().session("s");
        List<String> heard = new ArrayList<>();
        session.onProgress(progress -> {
            Fragment piece = progress.fragment();
            heard.add(String.join(
                    " ",
                    progress.id(),
                    progress.tool(),
                    piece.kind().name(),
                    piece.path().toString(),
                    piece.text()));
            if (heard.size() == 2) {
                throw new IllegalStateException("the terminal is gone");
            }
        });
        ToolCallStream call = session.calls().call("c1", "write_file");
        approved(call.append("{\"path\":\"src").append("/a\"}"));
        assertEquals(
                List.of(
                        "c1 write_file PIECE /path src",
                        "c1 write_file PIECE /path /a",
                        "c1 write_file DONE /path ",
                        "c1 write_file DONE  "),
                heard);
    }

    @Test
    void aDisplayGetsEachValueThatIsComplete() {
        PolicySession session = engine().session("s");
        List<String> heard = new ArrayList<>();
        session.onProgress(progress -> progress.value().ifPresent(value -> {
            heard.add(progress.fragment().path() + " " + value);
            if (value instanceof ObjectNode arguments) {
                arguments.put("path", "elsewhere"); // changes a copy
                heard.add(progress.value().orElseThrow().toString());
            }
        }));
        ToolCallStream call = session.calls().call("c1", "write_file");
        ApprovedCall approved = approved(call.append("{\"path\":\"src").append("/a\"}"));
        assertEquals(List.of("/path \"src/a\"", " {\"path\":\"src/a\"}", "{\"path\":\"src/a\"}"), heard);
        assertEquals("src/a", approved.arguments().get("path").asText());
    }
}
