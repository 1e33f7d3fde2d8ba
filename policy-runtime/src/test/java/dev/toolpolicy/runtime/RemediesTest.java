package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Changes with which a call would run without an approval, in open requests and in stored ones. */
class RemediesTest {
    private static final String PAY = "{\"to\":\"ann\",\"amount\":700}";
    private static final Argument.Text TO = Argument.Text.at("/to");

    private final List<ApprovalRequest> shown = new ArrayList<>();
    private RuleList rules = RuleList.of(
            RuleSpec.whenAll(
                    List.of(
                            TO.oneOf("ann", "bob"),
                            Argument.Numeric.at("/amount").maximum(100)),
                    Mode.ALLOW),
            RuleSpec.when(TO.constant("office"), Mode.ALLOW),
            RuleSpec.otherwise(Mode.ASK));
    private ToolPolicy policy = policy(call -> true);

    @Test
    void theAskedAndTheStoredRequestSayTheSame() {
        assertThat(asked(PAY)).containsExactly("/amount maximum 100", "/to const \"office\"");
        assertThat(shown.get(0).wholeText())
                .contains("Would run without approval: /amount maximum 100\n")
                .contains("Would run without approval: /to const \"office\"\n");
        assertThat(shown.get(0).reason().toString()).doesNotContain("Would run");
        assertThat(stored(PAY)).containsExactlyElementsOf(shown.get(0).remedies());
    }

    @Test
    void theTextOfAStoredRequestHasTheRulesReason() {
        rules = RuleList.of(RuleSpec.otherwise(Mode.ASK).because("The bank must see it."));
        assertThat(pending(PAY).wholeText())
                .contains("needs approval: rule 1 (otherwise -> ask)", "\nReason: The bank must see it.\n");
    }

    /** The rules would allow 100, but the session has paid too much already. */
    @Test
    void whatThePoliciesDenyIsNoRemedy() {
        policy = policy(call -> call.arguments().path("amount").asInt() > 500
                || call.arguments().path("amount").asInt() < 90);
        assertThat(asked(PAY)).containsExactly("/to const \"office\"");
        assertThat(stored(PAY)).containsExactly("/to const \"office\"");
    }

    /** A policy that needs an approval for each call leaves nothing that would run without one. */
    @Test
    void whatNeedsAnApprovalAnywayIsNoRemedy() {
        policy = Policies.approval("pay");
        assertThat(asked(PAY)).isEmpty();
        assertThat(stored(PAY)).isEmpty();
    }

    /** A policy that needs an approval of this call alone doesn't hide what would run without one. */
    @Test
    void aNeedOfThisCallAloneLeavesTheOthers() {
        policy = new Checking(call -> call.arguments().path("amount").asInt() <= 500, true);
        assertThat(asked(PAY)).containsExactly("/amount maximum 100");
        assertThat(stored(PAY)).containsExactly("/amount maximum 100");
    }

    @Test
    void aRequestOfACallThatStillArrivesSaysNothingYet() {
        rules = RuleList.of(
                RuleSpec.whenAll(
                        List.of(
                                TO.constant("ann"),
                                Argument.Numeric.at("/amount").maximum(100)),
                        Mode.ALLOW),
                RuleSpec.otherwise(Mode.ASK));
        List<ApprovalRequest> refreshed = new ArrayList<>();
        PermissionHandler handler = new PermissionHandler() {
            @Override
            public CompletableFuture<Answer> ask(ApprovalRequest request) {
                shown.add(request);
                return new CompletableFuture<>();
            }

            @Override
            public void refreshed(ApprovalRequest request) {
                refreshed.add(request);
            }
        };
        PolicyEngine engine = builder()
                .permission(PermissionSettings.of(handler).withEarly().withExecutor(Runnable::run))
                .build();
        ToolCallStream call = engine.session("s").calls().call("c", "pay").append("{\"to\":\"eve\",");
        call.append("\"amount\":7");
        call.append("}");
        call.finish();
        assertThat(shown).extracting(ApprovalRequest::remedies).containsExactly(Set.of());
        assertThat(refreshed.get(refreshed.size() - 1).remedies()).containsExactly("/to const \"ann\"");
    }

    private Set<String> asked(String arguments) {
        shown.clear();
        builder()
                .permission(request -> {
                    shown.add(request);
                    return CompletableFuture.completedFuture(request.decline(""));
                })
                .build()
                .session("s")
                .execute("c", "pay", arguments, handlers());
        return shown.get(0).remedies();
    }

    private List<String> stored(String arguments) {
        List<String> remedies = new ArrayList<>();
        pending(arguments).evidence().path("remedies").forEach(each -> remedies.add(each.asText()));
        return remedies;
    }

    private Approval pending(String arguments) {
        PolicyEngine engine = builder()
                .sessions(SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1)))
                .build();
        engine.session("s").execute("c", "pay", arguments, handlers());
        return engine.approvals().list(ApprovalQuery.pending()).get(0);
    }

    private ToolCatalog tools() {
        return ToolCatalog.of(List.of(DeclaredTool.of(
                        "pay",
                        ToolSchema.of(
                                Parameter.required("to", ParameterType.string()),
                                Parameter.required("amount", ParameterType.integer())))
                .withRun(rules)));
    }

    private PolicyEngineBuilder builder() {
        return PolicyEngine.builder().tools(tools()).policies(policy);
    }

    private ToolHandlers handlers() {
        return ToolHandlers.builder(tools())
                .otherwise((arguments, call) -> "paid")
                .build();
    }

    private static ToolPolicy policy(Predicate<ToolCall> allows) {
        return new Checking(allows, false);
    }

    /** A policy that denies some calls, or those without an approval. */
    private record Checking(Predicate<ToolCall> allows, boolean orApproved) implements ToolPolicy {
        @Override
        public String name() {
            return "checking";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.named(Set.of("pay"));
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return allows.test(call) || orApproved && context.approved()
                    ? PolicyDecision.allow()
                    : PolicyDecision.deny("no");
        }
    }
}
