package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.approve.Desk;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a stored approval covers, how often it is asked for, and how much of it is kept. */
class StoredApprovalSafetyTest extends SampleTools {
    private static PolicySession linked(
            SessionSettings settings, PermissionSettings permission, Map<String, String> links) {
        PolicyEngineBuilder builder = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("write", PATH).withRun(RuleList.always(Mode.ASK)))))
                .paths(dev.toolpolicy.runtime.call.PathSettings.plain()
                        .withForm(dev.toolpolicy.schema.NormalPath.Form.PLAIN.inWorkspace("/work"))
                        .withLinks(path -> Optional.of(links.getOrDefault(path, path))));
        if (settings != null) {
            builder.sessions(settings);
        }
        if (permission != null) {
            builder.permission(permission);
        }
        return builder.build().session("s");
    }

    @Test
    void aResumedCallAsksNobodyAgain() {
        SessionStore store = SessionStore.inMemory();
        SessionSettings settings = SessionSettings.inMemory().withStore(store).withStoredApprovals(Duration.ofHours(1));
        PolicySession asks =
                PolicyEngine.builder().tools(tools()).sessions(settings).build().session("u1");
        String id = asks.execute("c1", "deploy", "{}", handlers()).approval().orElseThrow();
        Answers.approve(asks.policies().approvals(), id, "boss");
        List<String> asked = new ArrayList<>();
        PolicySession runs = PolicyEngine.builder()
                .tools(tools())
                .sessions(settings)
                .permission(PermissionSettings.of(request -> {
                            asked.add(request.toString());
                            return CompletableFuture.completedFuture(Answer.decline(request.id(), "no"));
                        })
                        .withExecutor(Runnable::run))
                .build()
                .session("u1");
        CallResult resumed = runs.calls().resume(id, handlers());
        assertThat(asked.isEmpty() + " " + resumed.kind()).isEqualTo("true RAN");
        String next = asks.execute("c2", "deploy", "{}", handlers()).approval().orElseThrow();
        Answers.approve(asks.policies().approvals(), next, "boss");
        assertThat(runs.calls().resume(next).approved()).isPresent();
        assertThat(asked).isEmpty();
    }

    /** The request says what asked, and an answer to it holds, also if the rules were replaced after the turn began. */
    @Test
    void aCallIsStoredUnderTheRulesThatAskAboutIt() {
        WholeCalls calls = new WholeCalls();
        PolicyEngine engine = calls.engine(SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1)))
                .build();
        PolicySession session = engine.session("s");
        ToolTurn turn = session.turn(calls.handlers, TurnSettings.defaults());
        RuleSpec asks = RuleSpec.otherwise(Mode.ASK).named("reading");
        engine.replace(DeclaredTool.of("read", ToolSchema.of()).withRun(RuleList.of(asks)));
        turn.start(0, "c", "read");
        turn.append(0, "{}");
        CallResult pending = turn.finish(ResponseEnd.COMPLETE)
                .toCompletableFuture()
                .join()
                .results()
                .get(0);
        Approval asked =
                engine.approvals().find(pending.approval().orElseThrow()).orElseThrow();
        assertThat(asked.evidence().path("name").asText()).isEqualTo("reading");
        Answers.approve(engine.approvals(), asked.id(), "ann");
        assertThat(session.calls().resume(asked.id(), calls.handlers).kind()).isEqualTo(CallResult.Kind.RAN);
    }

    @Test
    void anApprovalDoesntCoverALinkMadeLater() {
        SessionStore store = SessionStore.inMemory();
        SessionSettings settings = SessionSettings.inMemory().withStore(store).withStoredApprovals(Duration.ofHours(1));
        Map<String, String> links = new java.util.HashMap<>();
        PolicySession session = linked(settings, null, links);
        ToolHandlers handlers = ToolHandlers.builder(ToolCatalog.of(List.of(DeclaredTool.of("write", PATH))))
                .otherwise((arguments, call) -> {
                    ran.add(arguments.toString());
                    return "done";
                })
                .build();
        String id = session.execute("c", "write", "{\"path\":\"src/a\"}", handlers)
                .approval()
                .orElseThrow();
        Answers.approve(session.policies().approvals(), id, "boss"); // sees src/a, in the workspace
        links.put("src/a", "/etc/passwd");
        CallResult result = session.calls().resume(id, handlers);
        assertThat(ran).as(result.toString()).isEmpty();
    }

    @Test
    void anApprovalDoesntCoverALinkMadeWhileItWasOpen() {
        Desk desk = new Desk();
        Map<String, String> links = new java.util.HashMap<>();
        PolicySession session = linked(null, PermissionSettings.of(desk).withExecutor(Runnable::run), links);
        var call = session.calls().call("c", "write").append("{\"path\":\"src/a\"}");
        assertThat(desk.call().reason().guarded()).as("shown as inside").isEmpty();
        desk.answer(request -> Answer.approve(request.id(), request.revision()));
        links.put("src/a", "/etc/passwd"); // an earlier call of the response made it
        assertThat(call.conclude().toCompletableFuture().join().approved()).isEmpty();
    }

    @Test
    void anApprovalIsOfTheRuleThatAsked() {
        dev.toolpolicy.rule.Argument.Text path = dev.toolpolicy.rule.Argument.Text.at("/path");
        Map<String, String> links = new java.util.HashMap<>();
        SessionSettings settings =
                SessionSettings.inMemory().withStore(SessionStore.inMemory()).withStoredApprovals(Duration.ofHours(1));
        ToolCatalog catalog = ToolCatalog.of(List.of(DeclaredTool.of("write", PATH)
                .withRun(RuleList.of(RuleSpec.when(path.prefix("prod/"), Mode.ASK), RuleSpec.otherwise(Mode.ASK)))));
        PolicySession session = PolicyEngine.builder()
                .tools(catalog)
                .paths(dev.toolpolicy.runtime.call.PathSettings.plain()
                        .withForm(dev.toolpolicy.schema.NormalPath.Form.PLAIN.inWorkspace("/work"))
                        .withLinks(its -> Optional.of(links.getOrDefault(its, its))))
                .sessions(settings)
                .build()
                .session("s");
        ToolHandlers handlers = ToolHandlers.builder(catalog)
                .otherwise((arguments, call) -> ran.add(arguments.toString()))
                .build();
        String id = session.execute("c", "write", "{\"path\":\"src/a\"}", handlers)
                .approval()
                .orElseThrow();
        assertThat(session.calls()
                        .preview("write", "{\"path\":\"src/a\"}")
                        .decision()
                        .orElseThrow()
                        .rule())
                .hasValue(1);
        Answers.approve(session.policies().approvals(), id, "boss");
        links.put("src/a", "prod/db");
        assertThat(session.calls()
                        .preview("write", "{\"path\":\"src/a\"}")
                        .decision()
                        .orElseThrow()
                        .rule())
                .hasValue(0);
        CallResult result = session.calls().resume(id, handlers);
        assertThat(ran).as(result.toString()).isEmpty();
    }

    @Test
    void theSameCallWaitsOnce() {
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .sessions(SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1)))
                .build()
                .session("u1");
        String one =
                session.execute("c1", "deploy", "{}", handlers()).approval().orElseThrow();
        String two =
                session.execute("c1", "deploy", "{}", handlers()).approval().orElseThrow();
        Answers.approve(session.policies().approvals(), one, "boss");
        if (!two.equals(one)) {
            Answers.approve(session.policies().approvals(), two, "boss");
        }
        session.calls().resume(one, handlers());
        session.calls().resume(two, handlers());
        assertThat(ran).hasSize(1);
    }

    @Test
    void answeredApprovalsDontBlockNewOnes() {
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .sessions(SessionSettings.inMemory().withOpenCalls(3).withStoredApprovals(Duration.ofHours(8)))
                .build()
                .session("u1");
        for (int i = 0; i < 4; i++) {
            CallResult result = session.execute("c" + i, "deploy", "{}", handlers());
            assertThat(result.kind()).as("call " + i).isEqualTo(CallResult.Kind.PENDING);
            Answers.approve(session.policies().approvals(), result.approval().orElseThrow(), "boss");
            session.calls().resume(result.approval().get(), handlers());
        }
        assertThat(ran).hasSize(4);
    }

    @Test
    void pendingRequestsAreNotHiddenByAnsweredOnes() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools())
                .sessions(SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(8)))
                .build();
        PolicySession busy = engine.session("a");
        for (int i = 0; i < 20; i++) {
            String id =
                    busy.execute("c" + i, "deploy", "{}", handlers()).approval().orElseThrow();
            Answers.decline(busy.policies().approvals(), id, "boss", "no");
        }
        engine.session("b").execute("c", "deploy", "{}", handlers());
        assertThat(busy.policies().approvals().list(ApprovalQuery.pending())).hasSize(1);
    }

    @Test
    void aCallOfARemovedToolCantBeApproved() {
        PolicyEngine engine = PolicyEngine.builder().tools(tools()).build();
        PolicySession session = engine.session("u1");
        var call = session.calls().call("c1", "deploy").append("{}");
        call.finish();
        RuleList unfit = RuleList.of(
                RuleSpec.when(dev.toolpolicy.rule.Argument.Text.at("/path").prefix("prod/"), Mode.ASK));
        engine.replace(DeclaredTool.of("deploy", NONE).withRun(unfit)); // disables it
        assertThatThrownBy(() -> session.calls().requestApproval(call, Duration.ofHours(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("its tool was removed");
    }
}
