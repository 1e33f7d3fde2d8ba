package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Facts that a service says: by session, by call, changed while a call is read, and what they do to approvals. */
class FactsTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(Parameter.required("to", ParameterType.string()));
    private static final ToolSchema FACTS = ToolSchema.of(
            Parameter.required("role", ParameterType.string()),
            Parameter.optional("tenant", ParameterType.string()),
            Parameter.optional("known_payees", ParameterType.arrayOf(ParameterType.string())));
    private static final Argument.Text TO = Argument.Text.at("/to");
    private static final String ANN = "{\"to\":\"ann\"}";

    /** The caller as a service has it. */
    record Caller(String role, Optional<String> tenant, List<String> knownPayees) {}

    private static Condition role(String role) {
        return Condition.onFact(ArgumentPointer.parse("/role"), Matcher.constant(TextNode.valueOf(role)));
    }

    private static final RuleList LIST = RuleList.of(
            RuleSpec.when(role("guest"), Mode.DENY).named("no-guests").because("guests can't pay"),
            RuleSpec.when(role("clerk"), Mode.ASK).named("clerks-ask"),
            RuleSpec.when(
                    Condition.onArgument(
                            ArgumentPointer.parse("/to"), Matcher.inFact(ArgumentPointer.parse("/known_payees"))),
                    Mode.ALLOW),
            RuleSpec.when(role("auditor"), Mode.EDIT));

    private static PolicyEngineBuilder engine(RuleList run) {
        return PolicyEngine.builder()
                .facts(FACTS)
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("pay", SCHEMA).withRun(run))));
    }

    private static PolicySession session() {
        return engine(LIST).build().newSession();
    }

    private static RuleDecision decision(PolicySession session) {
        return session.calls().preview("pay", ANN).decision().orElseThrow();
    }

    @Test
    void aFactThatWasNeverSaidIsNotKnown() {
        try (PolicySession session = session()) {
            assertThat(decision(session)).isEqualTo(RuleDecision.IMPLICIT);
            session.facts(Map.of("known_payees", List.of("ann")));
            assertThat(decision(session)).isEqualTo(RuleDecision.unreadBy(0));
        }
    }

    @Test
    void aRecordSaysFactsAndReplacesAllEarlierOnes() {
        try (PolicySession session = session()) {
            session.facts(new Caller("boss", Optional.empty(), List.of("ann", "bob")));
            assertThat(decision(session)).isEqualTo(RuleDecision.by(2, Mode.ALLOW));
            session.facts("{\"role\":\"boss\"}");
            assertThat(decision(session)).isEqualTo(RuleDecision.IMPLICIT);
            session.facts(new Caller("guest", Optional.of("t"), List.of("ann")));
            assertThat(decision(session)).isEqualTo(RuleDecision.by(0, Mode.DENY));
            assertThat(session.calls().preview("pay", ANN).forModel()).isEqualTo("Denied by policy: guests can't pay");
        }
    }

    @Test
    void anEmptyComponentOfARecordIsKnownToHaveNoValue() {
        Condition tenant = Condition.onFact(ArgumentPointer.parse("/tenant"), Matcher.constant(TextNode.valueOf("t")));
        RuleList list = RuleList.of(RuleSpec.when(tenant, Mode.DENY), RuleSpec.otherwise(Mode.ALLOW));
        try (PolicySession session = engine(list).build().newSession()) {
            session.facts(Map.of("role", "boss"));
            assertThat(decision(session).mode()).isEqualTo(Mode.ASK);
            session.facts(new Caller("boss", Optional.empty(), List.of()));
            assertThat(decision(session)).isEqualTo(RuleDecision.by(1, Mode.ALLOW));
        }
    }

    @Test
    void factsOfACallHoldForItAlone() {
        try (PolicySession session = session()) {
            PolicySession boss = session.withFacts(Map.of("role", "boss", "known_payees", List.of("ann")));
            assertThat(decision(boss).mode()).isEqualTo(Mode.ALLOW);
            assertThat(decision(session)).isEqualTo(RuleDecision.IMPLICIT);
            session.facts(Map.of("role", "guest"));
            assertThat(decision(boss).mode()).isEqualTo(Mode.ALLOW);
            assertThat(boss.calls().call("1", "pay").append(ANN).finish().kind())
                    .isEqualTo(ToolCallOutcome.Kind.APPROVED);
            assertThat(session.calls().call("1", "pay").append(ANN).finish().kind())
                    .isEqualTo(ToolCallOutcome.Kind.DENIED);
        }
    }

    @Test
    void factsThatAreNotDeclaredOrDontFitAreErrors() {
        try (PolicySession session = session()) {
            session.facts(Map.of("role", "guest"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> session.facts(Map.of("rule", "boss")))
                    .withMessage("the fact \"rule\" is not declared");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> session.facts(Map.of("role", 7)))
                    .withMessageStartingWith("the fact \"role\" doesn't fit its type: ");
            assertThatIllegalArgumentException().isThrownBy(() -> session.facts("{\"role\":null}"));
            assertThatIllegalArgumentException().isThrownBy(() -> session.facts("[]"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> session.facts("{\"role\":"))
                    .withMessageStartingWith("facts must be a JSON object: invalid arguments at /role, character 8");
            assertThat(decision(session)).isEqualTo(RuleDecision.by(0, Mode.DENY));
        }
    }

    @Test
    void aChangedFactDecidesAnewBeforeTheCallRunsAndTheStricterAnswerCounts() {
        try (PolicySession session = session()) {
            Map<String, Object> boss = Map.of("role", "boss", "known_payees", List.of("ann"));
            session.facts(boss);
            ToolCallStream demoted = session.calls().call("1", "pay").append(ANN);
            assertThat(demoted.decision()).contains(RuleDecision.by(2, Mode.ALLOW));
            session.facts(Map.of("role", "guest"));
            assertThat(demoted.finish().kind()).isEqualTo(ToolCallOutcome.Kind.DENIED);
            ToolCallStream promoted = session.calls().call("2", "pay").append(ANN);
            session.facts(boss);
            assertThat(promoted.finish().kind()).isEqualTo(ToolCallOutcome.Kind.DENIED);
            ToolCallStream lost = session.calls().call("3", "pay").append(ANN);
            session.facts(Map.of());
            assertThat(lost.finish().kind()).isEqualTo(ToolCallOutcome.Kind.NEEDS_APPROVAL);
        }
    }

    @Test
    void anApprovalHoldsOnlyIfTheSameRuleDecides() {
        List<Runnable> whileAsked = new ArrayList<>();
        PolicyEngine engine = engine(LIST)
                .permission(request -> {
                    whileAsked.forEach(Runnable::run);
                    return CompletableFuture.completedFuture(request.approve());
                })
                .build();
        try (PolicySession session = engine.newSession()) {
            session.facts(Map.of("role", "clerk"));
            assertThat(concluded(session, ANN)).isEqualTo(ToolCallOutcome.Kind.APPROVED);
            whileAsked.add(() -> session.facts(Map.of("role", "clerk", "tenant", "t")));
            assertThat(concluded(session, ANN)).isEqualTo(ToolCallOutcome.Kind.APPROVED);
            whileAsked.add(() -> session.facts(Map.of("role", "auditor", "known_payees", List.of())));
            ToolCallOutcome outdated = outcome(session, ANN);
            assertThat(outdated.kind()).isEqualTo(ToolCallOutcome.Kind.NEEDS_APPROVAL);
            assertThat(outdated.forModel())
                    .isEqualTo("Not run: this call needs a person's approval, and the one that was given doesn't count,"
                            + " since labels or facts of the session have changed.");
        }
    }

    private static ToolCallOutcome.Kind concluded(PolicySession session, String arguments) {
        return outcome(session, arguments).kind();
    }

    private static ToolCallOutcome outcome(PolicySession session, String arguments) {
        ToolCallStream call = session.calls().call("", "pay").append(arguments);
        return call.conclude().toCompletableFuture().join();
    }

    @Test
    void aRememberedApprovalNeverLetsAMarkedCallRun() {
        RuleList list = RuleList.of(
                RuleSpec.when(TO.host("evil.example"), Mode.DENY).named("no-evil"),
                RuleSpec.when(TO.prefix("http"), Mode.ASK),
                RuleSpec.otherwise(Mode.ALLOW));
        List<ApprovalReason> asked = new ArrayList<>();
        PolicyEngine engine = engine(list)
                .permission(request -> {
                    asked.add(request.reason());
                    return CompletableFuture.completedFuture(request.approve().remembered());
                })
                .build();
        try (PolicySession session = engine.newSession()) {
            assertThat(concluded(session, "{\"to\":\"https://docs.rs\"}")).isEqualTo(ToolCallOutcome.Kind.APPROVED);
            assertThat(concluded(session, "{\"to\":\"http://a.example/x\"}")).isEqualTo(ToolCallOutcome.Kind.APPROVED);
            assertThat(asked).hasSize(1);
            for (int i = 2; i < 4; i++) {
                assertThat(concluded(session, "{\"to\":\"http://evil%2eexample\"}"))
                        .isEqualTo(ToolCallOutcome.Kind.APPROVED);
                assertThat(asked).hasSize(i);
                assertThat(asked.get(i - 1).canRememberApproval()).isFalse();
                assertThat(asked.get(i - 1).toString())
                        .contains("rule 2 (", "rule no-evil (/to host \"evil.example\" -> deny) can't be read");
            }
            concluded(session, "{\"to\":\"ftp://x\"}");
            assertThat(asked.get(3).toString())
                    .startsWith("rule no-evil (/to host \"evil.example\" -> deny) can't be read");
            concluded(session, "{\"to\":\"ftp://x\"}");
            assertThat(asked).hasSize(5);
        }
    }

    @Test
    void toolsThatDenyEveryCallAreNotOffered() {
        try (PolicySession session = session()) {
            assertThat(offered(session)).containsExactly("pay");
            assertThat(offered(session.withFacts(Map.of("role", "guest")))).isEmpty();
            assertThat(offered(session.withFacts(Map.of("role", "boss")))).containsExactly("pay");
        }
    }

    private static List<String> offered(PolicySession session) {
        return session.offeredTools().tools().stream().map(ToolSpec::name).toList();
    }

    /** A policy that lets only a boss pay, by what the service says of the call. */
    private static final class BossPolicy implements ToolPolicy {
        @Override
        public String name() {
            return "boss";
        }

        @Override
        public String kind() {
            return "boss";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.named(List.of("pay"));
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return call.facts().path("role").asText().equals("boss")
                    ? PolicyDecision.allow()
                    : PolicyDecision.deny("only a boss pays");
        }
    }

    @Test
    void policiesReadTheFactsOfACall() {
        PolicyEngine engine =
                engine(RuleList.always(Mode.ALLOW)).policies(new BossPolicy()).build();
        try (PolicySession session = engine.newSession()) {
            assertThat(session.calls().preview("pay", ANN).willRun()).isFalse();
            PolicySession boss = session.withFacts(Map.of("role", "boss"));
            assertThat(boss.calls().preview("pay", ANN).willRun()).isTrue();
            ToolCallStream call = boss.calls().call("1", "pay");
            call.append(ANN);
            assertThat(call.finish().kind()).isEqualTo(ToolCallOutcome.Kind.APPROVED);
            ToolCallStream other = session.calls().call("2", "pay");
            other.append(ANN);
            assertThat(other.finish().kind()).isEqualTo(ToolCallOutcome.Kind.DENIED);
        }
    }

    @Test
    void aPolicyChecksWithTheFactsThatAreKnownWhenTheCallRuns() {
        PolicyEngine engine =
                engine(RuleList.always(Mode.ALLOW)).policies(new BossPolicy()).build();
        try (PolicySession session = engine.newSession()) {
            session.facts(Map.of("role", "boss"));
            ToolCallStream call = session.calls().call("1", "pay");
            call.append(ANN);
            session.facts(Map.of("role", "clerk"));
            assertThat(call.finish().kind()).isEqualTo(ToolCallOutcome.Kind.DENIED);
        }
    }
}
