package dev.toolpolicy.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Delivery of a call's result: by the arguments that ran, with the words of the run list. */
class ResultDeliveryTest {
    private static final Argument.Text PATH = Argument.Text.at("/path");
    private static final DeclaredTool READ = DeclaredTool.of(
                    "read",
                    ToolSchema.of(
                            Parameter.required("path", ParameterType.path()),
                            Parameter.optional("lines", ParameterType.integer()).withDefault(IntNode.valueOf(9))))
            .withRun(RuleList.always(Mode.ALLOW));
    private static final DeclaredTool RULED = READ.withResult(RuleList.of(
            RuleSpec.when(PATH.prefix("secrets"), Mode.DENY),
            RuleSpec.when(PATH.pattern("\\.log$"), Mode.EDIT),
            RuleSpec.when(Argument.Numeric.at("/lines").minimum(10), Mode.ASK),
            RuleSpec.when(PATH.prefix("src"), Mode.ALLOW)));

    private static ApprovedCall approved(DeclaredTool tool, PathSettings paths, String arguments) {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool)))
                .paths(paths)
                .permission(PermissionSettings.of(request -> CompletableFuture.completedFuture(request.approve())))
                .build();
        ToolCallOutcome outcome = engine.session("s")
                .calls()
                .call("c", "read")
                .append(arguments)
                .conclude()
                .toCompletableFuture()
                .join();
        return outcome.approved().orElseThrow();
    }

    private static RuleDecision delivery(DeclaredTool tool, String arguments) {
        return approved(tool, PathSettings.plain(), arguments).delivery();
    }

    private static RuleDecision by(int rule, Mode mode) {
        return RuleDecision.by(rule, mode);
    }

    @Test
    void theFirstRuleThatHoldsDecides() {
        assertEquals(by(0, Mode.DENY), delivery(RULED, "{\"path\":\"src/../secrets/a.log\"}"));
        assertEquals(by(1, Mode.EDIT), delivery(RULED, "{\"path\":\"a.log\",\"lines\":12}"));
        assertEquals(by(2, Mode.ASK), delivery(RULED, "{\"path\":\"src/a\",\"lines\":12}"));
        assertEquals(by(3, Mode.ALLOW), delivery(RULED, "{\"path\":\"src/a\"}"));
    }

    @Test
    void resultsWithoutAMatchingRuleNeedApproval() {
        RuleDecision implicit = RuleDecision.IMPLICIT;
        assertEquals(implicit, delivery(RULED, "{\"path\":\"a\"}"));
        assertEquals(RuleDecision.DELIVERED, delivery(READ, "{\"path\":\"src/a\"}"));
    }

    @Test
    void aPaymentThatRanIsNotHiddenForWantOfAResultList() {
        DeclaredTool pay = DeclaredTool.of("pay", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW));
        PolicyEngine engine =
                PolicyEngine.builder().tools(ToolCatalog.of(List.of(pay))).build();
        ToolHandlers handlers = ToolHandlers.builder(engine.tools())
                .handle("pay", (arguments, call) -> "paid")
                .build();
        try (PolicySession session = engine.session("s")) {
            assertEquals("paid", session.execute("c", "pay", "{}", handlers).forModel());
        }
    }

    @Test
    void aListForAllToolsWithoutAFittingRuleStillAsks() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(
                        List.of(READ, DeclaredTool.of("pay", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW)))))
                .configuration(PolicyConfiguration.of(
                        ConfigurationFormat.TOML,
                        "p.toml",
                        "tools.\"*\".policy.result = [{ arg = '/path', prefix = 'src', mode = 'allow' }]"))
                .build();
        ToolCallOutcome outcome =
                engine.session("s").calls().call("c", "pay").append("{}").finish();
        assertEquals(Mode.ASK, outcome.approved().orElseThrow().delivery().mode());
    }

    @Test
    void aDefaultCountsAsAValue() {
        DeclaredTool tool = READ.withResult(
                RuleList.of(RuleSpec.when(Argument.Numeric.at("/lines").constant(9), Mode.ALLOW)));
        assertEquals(by(0, Mode.ALLOW), delivery(tool, "{\"path\":\"a\"}"));
    }

    @Test
    void aResultFromOutsideOfTheWorkspaceNeedsApproval() {
        PathSettings paths = PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace("/w"));
        DeclaredTool allowed = READ.withResult(RuleList.always(Mode.ALLOW));
        assertEquals(
                by(0, Mode.ALLOW),
                approved(allowed, paths, "{\"path\":\"/w/a\"}").delivery());
        for (String outside : List.of("/x/a", "../a", "/w/../x")) {
            RuleDecision delivery =
                    approved(allowed, paths, "{\"path\":\"" + outside + "\"}").delivery();
            assertEquals(by(0, Mode.ASK).guardedBy("/path"), delivery, outside);
        }
    }

    @Test
    void withheldResultsAreReportedWithoutTheirContent() {
        ApprovedCall call = approved(RULED, PathSettings.plain(), "{\"path\":\"secrets/key\"}");
        call.succeeded(TextNode.valueOf("the key"));
        assertEquals(
                "The call ran. Its result is not shown: denied by this tool's result rules.",
                call.deliveryNotice(ToolResult.Kind.SUCCESS));
    }

    @Test
    void aResultListIsCheckedLikeARunList() {
        DeclaredTool tool = READ.withResult(RuleList.of(
                RuleSpec.when(PATH.prefix("src"), Mode.ASK), RuleSpec.when(PATH.constant("src/a"), Mode.DENY)));
        InvalidPolicyException refused = assertThrows(
                InvalidPolicyException.class,
                () -> PolicyEngine.builder()
                        .tools(ToolCatalog.of(List.of(tool)))
                        .build());
        assertTrue(refused.getMessage().contains("tool \"read\", result"), refused.getMessage());
    }
}
