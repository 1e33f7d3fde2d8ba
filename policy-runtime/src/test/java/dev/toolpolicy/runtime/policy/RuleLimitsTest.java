package dev.toolpolicy.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Limits of the calls on which one rule decides. */
class RuleLimitsTest {
    private static final ToolResult DONE = ToolResult.success(TextNode.valueOf("done"));
    private static final Argument.Text TO = Argument.Text.at("/to");
    private static final ToolSchema MAIL = ToolSchema.of(
            Parameter.required("to", ParameterType.string()), Parameter.optional("size", ParameterType.number()));
    private static final RuleList RULES = RuleList.of(
            RuleSpec.when(TO.constant("ann"), Mode.ALLOW).named("colleagues"),
            RuleSpec.when(TO.prefix("team-"), Mode.ALLOW),
            RuleSpec.when(TO.constant("eve"), Mode.EDIT).named("eve"),
            RuleSpec.otherwise(Mode.ASK).named("strangers"));

    private final ManualClock clock = new ManualClock();
    private final SessionStore store = SessionStore.inMemory();
    private final List<ToolResult> answers = new ArrayList<>();
    private UnaryOperator<String> edit = to -> to;
    private int asked;

    private PolicyEngine engine(CallLimit... limits) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(
                        List.of(DeclaredTool.of("mail", MAIL).withRun(RULES).withLimits(limits))))
                .sessions(SessionSettings.inMemory().withStore(store).withClock(clock))
                .permission(request -> CompletableFuture.completedFuture(answer(request)))
                .build();
    }

    private Answer answer(ApprovalRequest request) {
        asked++;
        String to = request.arguments().path("to").asText();
        return edit.apply(to).equals(to) ? request.approve() : request.edit(text(edit.apply(to)));
    }

    private static String text(String to) {
        return "{\"to\":\"" + to + "\"}";
    }

    private CallResult mail(PolicyEngine engine, String to) {
        return call(engine, text(to));
    }

    private CallResult call(PolicyEngine engine, String arguments) {
        ToolHandlers handlers = ToolHandlers.builder(engine.tools())
                .on(Runnable::run)
                .handle("mail", (read, call) -> answers.isEmpty() ? DONE : answers.remove(0))
                .build();
        return engine.session("s").execute("c", "mail", arguments, handlers);
    }

    @Test
    void onlyTheCallsOfTheRuleCount() {
        PolicyEngine engine = engine(CallLimit.calls(2).rule("strangers"));
        for (int i = 0; i < 5; i++) {
            assertThat(mail(engine, "ann").kind()).isEqualTo(CallResult.Kind.RAN);
            assertThat(mail(engine, "team-" + i).kind()).isEqualTo(CallResult.Kind.RAN);
        }
        assertThat(mail(engine, "bob").kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(mail(engine, "carl").kind()).isEqualTo(CallResult.Kind.RAN);
        int before = asked;
        CallResult third = mail(engine, "dora");
        assertThat(third.kind()).isEqualTo(CallResult.Kind.DENIED);
        assertThat(third.forModel()).contains("mail under rule strangers can run 2 times in this session.");
        assertThat(asked)
                .as("nobody is asked about a call that the limit denies")
                .isEqualTo(before);
        assertThat(mail(engine, "ann").kind()).isEqualTo(CallResult.Kind.RAN);
    }

    @Test
    void anEditedCallCountsForTheRuleOfWhatWasApproved() {
        PolicyEngine engine =
                engine(CallLimit.calls(1).rule("strangers"), CallLimit.calls(1).rule("eve"));
        edit = to -> to.equals("eve") ? "bob" : to;
        assertThat(mail(engine, "eve").kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(mail(engine, "bob").kind()).isEqualTo(CallResult.Kind.DENIED);
        assertThat(mail(engine, "eve").kind()).as("edited to a stranger again").isEqualTo(CallResult.Kind.DENIED);
        edit = to -> to;
        assertThat(mail(engine, "eve").kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(mail(engine, "eve").kind()).isEqualTo(CallResult.Kind.DENIED);
    }

    @Test
    void aMarkCountsForTheRuleThatMarked() {
        RuleList rules = RuleList.of(
                RuleSpec.when(Argument.Text.fact("/role").constant("guest"), Mode.DENY)
                        .named("guests"),
                RuleSpec.otherwise(Mode.ALLOW).named("others"));
        DeclaredTool tool = DeclaredTool.of("mail", MAIL)
                .withRun(rules)
                .withLimits(
                        CallLimit.calls(1).rule("guests"), CallLimit.calls(1).rule("others"));
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool)))
                .facts(ToolSchema.of(Parameter.optional("role", ParameterType.string())))
                .sessions(SessionSettings.inMemory().withStore(store))
                .permission(request -> CompletableFuture.completedFuture(request.approve()))
                .build();
        PolicySession clerk = engine.session("s")
                .withFacts(JsonNodeFactory.instance.objectNode().put("role", "clerk"));
        assertThat(clerk.guard("c", "mail", text("ann")).begin()).isEmpty();
        assertThat(clerk.guard("c", "mail", text("ann")).begin().orElseThrow().forModel())
                .contains("under rule others can run once");
        assertThat(mail(engine, "ann").kind())
                .as("the role isn't known, so the first rule marks")
                .isEqualTo(CallResult.Kind.RAN);
        assertThat(mail(engine, "ann").forModel()).contains("under rule guests can run once");
    }

    @Test
    void whatIsTakenBackIsTakenFromItsRule() {
        PolicyEngine engine =
                engine(CallLimit.calls(1).rule("strangers"), CallLimit.calls(2).rule("colleagues"));
        answers.add(ToolResult.failureWithoutEffect("refused"));
        assertThat(mail(engine, "bob").kind()).isEqualTo(CallResult.Kind.FAILED);
        assertThat(mail(engine, "bob").kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(mail(engine, "ann").kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(mail(engine, "bob").kind()).isEqualTo(CallResult.Kind.DENIED);
        assertThat(mail(engine, "ann").kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(mail(engine, "ann").kind()).isEqualTo(CallResult.Kind.DENIED);
    }

    @Test
    void aCallThatEndsOnAnotherNodeIsTakenBackFromItsRule() {
        PolicySession here = engine(CallLimit.calls(1).rule("colleagues")).session("s");
        PolicySession there = engine(CallLimit.calls(1).rule("colleagues")).session("s");
        GuardedCall call = here.guard("c", "mail", text("ann"));
        assertThat(call.begin()).isEmpty();
        assertThat(here.guard("d", "mail", text("ann")).begin()).isPresent();
        there.calls().finished(call.ticket(), ToolResult.failureWithoutEffect("refused"));
        assertThat(here.guard("e", "mail", text("ann")).begin()).isEmpty();
    }

    @Test
    void aStoredApprovalCountsWhenItsCallRuns() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("mail", MAIL)
                        .withRun(RULES)
                        .withLimits(CallLimit.calls(1).rule("strangers")))))
                .sessions(SessionSettings.inMemory()
                        .withStore(store)
                        .withClock(clock)
                        .withStoredApprovals(Duration.ofHours(1)))
                .build();
        String first = mail(engine, "bob").approval().orElseThrow();
        String second = mail(engine, "carl").approval().orElseThrow();
        for (Approval each : engine.approvals().list(ApprovalQuery.all())) {
            engine.approvals().approve(each, "boss");
        }
        ToolHandlers handlers = ToolHandlers.builder(engine.tools())
                .on(Runnable::run)
                .handle("mail", (read, call) -> DONE)
                .build();
        assertThat(engine.session("s").calls().resume(first, handlers).kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(engine.session("s").calls().resume(second, handlers).forModel())
                .contains("under rule strangers can run once");
    }

    @Test
    void aTotalOfARuleNeedsNoAmountOfOthers() {
        PolicyEngine engine = engine(CallLimit.total("5", "/size").rule("strangers"));
        assertThat(mail(engine, "ann").kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(mail(engine, "bob").forModel()).contains("must say its amount at /size");
        assertThat(call(engine, "{\"to\":\"bob\",\"size\":5}").kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(call(engine, "{\"to\":\"ann\",\"size\":5}").kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(call(engine, "{\"to\":\"bob\",\"size\":1}").forModel())
                .contains("the sum of /size of mail under rule strangers in this session would be 6; the limit is 5.");
    }

    @Test
    void aNameThatTheListLacksStopsTheEngine() {
        assertThatThrownBy(() -> engine(CallLimit.calls(1).rule("stranger")))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining(
                        "tool \"mail\", limits: [toolpolicy/unknown-rule] no rule of the run list is named"
                                + " \"stranger\"")
                .hasMessageContaining("did you mean \"strangers\"?");
    }

    @Test
    void aReplayByRuleAgrees() {
        long seed = Long.getLong("toolpolicy.seed", 36);
        Random random = new Random(seed);
        List<String> receivers = List.of("ann", "bob", "eve", "team-1");
        Map<String, String> rules = Map.of("ann", "colleagues", "bob", "strangers", "eve", "eve");
        for (int round = 0; round < 100; round++) {
            Map<String, Integer> most = new HashMap<>();
            List<CallLimit> limits = new ArrayList<>();
            for (String rule : List.of("colleagues", "strangers", "eve")) {
                if (random.nextBoolean()) {
                    most.put(rule, 1 + random.nextInt(4));
                    limits.add(CallLimit.calls(most.get(rule)).rule(rule));
                }
            }
            PolicyEngine engine = engine(limits.toArray(CallLimit[]::new));
            engine.session("s").policies().clear();
            Map<String, Integer> counted = new HashMap<>();
            for (int i = 0; i < 20; i++) {
                String to = receivers.get(random.nextInt(receivers.size()));
                boolean effect = random.nextInt(4) > 0;
                answers.clear();
                answers.add(effect ? DONE : ToolResult.failureWithoutEffect("refused"));
                String rule = rules.get(to);
                boolean runs = rule == null || counted.getOrDefault(rule, 0) < most.getOrDefault(rule, 1_000);
                boolean ran = mail(engine, to).kind() != CallResult.Kind.DENIED;
                assertThat(ran)
                        .as("seed %s, round %s, call %s to %s", seed, round, i, to)
                        .isEqualTo(runs);
                if (ran && effect && rule != null) {
                    counted.merge(rule, 1, Integer::sum);
                }
            }
        }
    }
}
