package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Stored requests that people edit or decline: what is checked, and what is recorded. */
class StoredEditsTest {
    private static final ToolCatalog TOOLS = ToolCatalog.of(List.of(DeclaredTool.of(
                    "pay",
                    ToolSchema.of(
                            Parameter.required("amount", ParameterType.integer()),
                            Parameter.optional("to", ParameterType.string())))
            .withRun(RuleList.of(
                    RuleSpec.when(Argument.Numeric.at("/amount").minimum(1000), Mode.DENY)
                            .because("too much"),
                    RuleSpec.when(Argument.Numeric.at("/amount").minimum(100), Mode.ASK),
                    RuleSpec.otherwise(Mode.EDIT)))));

    private final SessionSettings settings =
            SessionSettings.inMemory().withStore(SessionStore.inMemory()).withStoredApprovals(Duration.ofHours(8));
    private final List<CallRecord> records = new ArrayList<>();
    private final PolicyEngine engine = PolicyEngine.builder()
            .tools(TOOLS)
            .sessions(settings)
            .onCall(records::add)
            .build();
    private final PolicySession session = engine.session("s");
    private final ToolHandlers handlers = ToolHandlers.builder(TOOLS)
            .otherwise((arguments, call) -> "paid " + arguments)
            .build();

    private Approval asked() {
        String id = session.execute("c", "pay", "{\"amount\":7}", handlers)
                .approval()
                .orElseThrow();
        return engine.approvals().find(id).orElseThrow();
    }

    private static ObjectNode json(String text) throws JsonProcessingException {
        return (ObjectNode) new ObjectMapper().readTree(text);
    }

    /** Returns the problem that a live approver hears of an edit. */
    private String atOnce(String edit) {
        List<String> problems = new ArrayList<>();
        PolicyEngine asking = PolicyEngine.builder()
                .tools(TOOLS)
                .permission(request -> {
                    request.problem().ifPresent(problems::add);
                    return CompletableFuture.completedFuture(
                            problems.isEmpty() ? request.edit(edit) : request.decline("enough"));
                })
                .build();
        asking.session("s").execute("c", "pay", "{\"amount\":7}", handlers);
        return problems.get(0);
    }

    @Test
    void anEditThatCanNotRunIsRefusedAndThePersonCanCorrectIt() throws Exception {
        Approval shown = asked();
        for (Approvals approvals :
                List.of(engine.approvals(), session.policies().approvals())) {
            for (String bad :
                    List.of("{\"amount\":\"x\"}", "{}", "{\"amount\":1,\"sum\":2}", "{\"amount\":1,\"to\":2}")) {
                assertThatThrownBy(() -> approvals.edit(shown, json(bad), "ann"))
                        .as(bad)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage(atOnce(bad));
            }
            assertThatThrownBy(() -> approvals.edit(shown, json("{\"amount\":5000}"), "ann"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Denied by policy: too much");
        }
        assertThat(engine.approvals().find(shown.id()).orElseThrow().status()).isEqualTo(Approval.Status.PENDING);
        engine.approvals().edit(shown, json("{\"amount\":5}"), "ann");
        assertThat(session.calls().resume(shown.id(), handlers).forModel()).isEqualTo("paid {\"amount\":5}");
    }

    /** A person who edits needs no second answer where a rule asks about the new arguments. */
    @Test
    void anEditToWhatAnotherRuleAsksAboutRuns() throws Exception {
        Approval shown = asked();
        engine.approvals().edit(shown, json("{\"amount\":500}"), "ann");
        assertThat(session.calls().resume(shown.id(), handlers).forModel()).isEqualTo("paid {\"amount\":500}");
    }

    /** Where no tools are known, nothing can be checked before the call is resumed. */
    @Test
    void anEditWithoutAnEngineIsCheckedWhenTheCallIsResumed() throws Exception {
        for (String bad : List.of("{\"amount\":\"x\"}", "{\"amount\":5000}")) {
            Approval shown = asked();
            Approvals.of(settings).edit(shown, json(bad), "ann");
            assertThat(session.calls().resume(shown.id(), handlers).kind())
                    .isIn(CallResult.Kind.INVALID, CallResult.Kind.DENIED);
        }
    }

    @Test
    void anEditIsRecordedAsAnEditOfTheModelsArguments() throws Exception {
        Approval shown = asked();
        engine.approvals().edit(shown, json("{\"amount\":5}"), "ann");
        session.calls().resume(shown.id(), handlers);
        CallRecord ran = records.get(1);
        assertThat(ran.verdict()).contains(CallRecord.Verdict.RAN);
        assertThat(ran.arguments()).isEqualTo(json("{\"amount\":7}"));
        assertThat(ran.checkedArguments()).contains(json("{\"amount\":5}"));
        assertThat(ran.steps())
                .extracting(CallStep::kind)
                .containsSubsequence(CallStep.Kind.EDITED, CallStep.Kind.CONCLUDED);
        assertThat(ran.steps().stream()
                        .filter(step -> step.kind() == CallStep.Kind.EDITED)
                        .map(step -> step.arguments().orElseThrow()))
                .containsExactly(json("{\"amount\":5}"));
        Approval kept = engine.approvals().find(shown.id()).orElseThrow();
        assertThat(kept.call().arguments()).isEqualTo(json("{\"amount\":5}"));
        assertThat(kept.requested()).isEqualTo(json("{\"amount\":7}"));
        assertThat(kept.json().path("requested")).isEqualTo(json("{\"amount\":7}"));
        assertThat(shown.json().has("requested")).isFalse();
    }

    @Test
    void anEditIsRecordedWhereTheCallIsHandedOver() throws Exception {
        Approval shown = asked();
        engine.approvals().edit(shown, json("{\"amount\":5}"), "ann");
        CallListenerTest.approved(session.calls().resume(shown.id())).failed();
        assertThat(records.get(1).arguments()).isEqualTo(json("{\"amount\":7}"));
        assertThat(records.get(1).steps()).extracting(CallStep::kind).contains(CallStep.Kind.EDITED);
    }

    @Test
    void theDigestIsOfWhatIsShown() throws Exception {
        Approval shown = asked();
        Approval edited = engine.approvals().edit(shown, json("{\"amount\":5}"), "ann");
        assertThat(edited.digest())
                .isNotEqualTo(shown.digest())
                .isEqualTo(edited.json().path("digest").asText());
        session.calls().resume(shown.id(), handlers);
        Approval same = asked();
        assertThat(same.digest()).isEqualTo(shown.digest());
        Approval unchanged = engine.approvals().edit(same, json("{\"amount\":7}"), "ann");
        assertThat(unchanged.digest()).as("the same arguments").isEqualTo(shown.digest());
    }

    @Test
    void aDeclineIsRecordedWithWhoDeclinedAndLoggedOnce() {
        List<String> lines = new ArrayList<>();
        Handler log = new Handler() {
            @Override
            public void publish(LogRecord line) {
                if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
                    lines.add(line.getLoggerName());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Approval shown = asked();
        engine.approvals().decline(shown, "bob", "too risky");
        Logger root = Logger.getLogger("");
        root.addHandler(log);
        try {
            CallResult declined = session.calls().resume(shown.id(), handlers);
            assertThat(declined.kind()).isEqualTo(CallResult.Kind.DECLINED);
            assertThat(declined.forModel()).isEqualTo("The user declined this call: too risky.");
        } finally {
            root.removeHandler(log);
        }
        CallRecord.Decision decision = records.get(1).decision().orElseThrow();
        assertThat(decision.source()).contains("stored");
        assertThat(decision.approver()).isEqualTo(Optional.of("bob"));
        assertThat(lines).containsExactly(CallRecord.class.getName());
    }

    @Test
    void anAnswerNeedsAName() {
        Approval shown = asked();
        Approvals approvals = engine.approvals();
        for (String nameless : List.of("", " ")) {
            assertThatThrownBy(() -> approvals.approve(shown, nameless))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("approver");
            assertThatThrownBy(() -> approvals.edit(shown, shown.call().arguments(), nameless))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("approver");
            assertThatThrownBy(() -> approvals.decline(shown, nameless, ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("approver");
        }
        assertThat(approvals.find(shown.id()).orElseThrow().status()).isEqualTo(Approval.Status.PENDING);
    }
}
