package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.approve.Desk;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An approval of a path covers the place that its links led to when a person was asked. */
class LinkApprovalTest {
    private static final DeclaredTool READ = DeclaredTool.of(
            "read",
            ToolSchema.of(
                    Parameter.required("path", ParameterType.path()),
                    Parameter.optional("more", ParameterType.arrayOf(ParameterType.path())),
                    Parameter.optional("note", ParameterType.string())));
    private static final String CALL = "{\"path\":\"docs\",\"more\":[\"a\",\"b\"]}";

    private final Map<String, String> links = new HashMap<>(Map.of("docs", "/var/harmless", "b", "src/b"));
    private final Desk desk = new Desk();

    private PolicyEngineBuilder engine(Mode mode) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(READ.withRun(RuleList.always(mode)))))
                .paths(PathSettings.plain()
                        .withForm(NormalPath.Form.PLAIN.inWorkspace("/work"))
                        .withLinks(path -> Optional.ofNullable(links.getOrDefault(path, path))
                                .filter(target -> !target.isEmpty())));
    }

    private PolicySession asking(Mode mode) {
        return engine(mode)
                .permission(PermissionSettings.of(desk).withExecutor(Runnable::run))
                .build()
                .session("s");
    }

    private static ToolCallOutcome conclude(ToolCallStream call) {
        return call.conclude().toCompletableFuture().join();
    }

    @Test
    void thePersonSeesWhereEachLinkLeads() {
        links.put("a", "");
        ToolCallStream call = asking(Mode.ALLOW).calls().call("c", "read").append(CALL);
        assertThat(desk.call().reason().toString())
                .startsWith("allowed in the tool's declaration, but the path /path leads out of the workspace or to a"
                        + " guarded file, ")
                .endsWith(", \"docs\" leads to \"/var/harmless\", \"a\" leads to an unknown place,"
                        + " \"b\" leads to \"src/b\"");
        assertThat(desk.call().reason().links()).hasSize(3).contains("\"b\" leads to \"src/b\"");
        desk.answer(request -> request.approve());
        assertThat(conclude(call)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void aLinkThatChangesWhileItIsShownIsRefused() {
        for (Mode mode : List.of(Mode.ALLOW, Mode.ASK)) {
            for (String changed : List.of("docs", "b", "a")) {
                Map<String, String> before = Map.copyOf(links);
                ToolCallStream call = asking(mode).calls().call("c", "read").append(CALL);
                links.put(changed, changed.equals("docs") ? "/var/secret" : "src/secret");
                desk.answer(request -> request.approve());
                assertThat(conclude(call))
                        .as("%s %s", mode, changed)
                        .extracting(ToolCallOutcome::kind)
                        .isEqualTo(ToolCallOutcome.Kind.INVALID);
                links.clear();
                links.putAll(before);
            }
        }
    }

    @Test
    void aLinkThatChangesBetweenPiecesIsShownAgain() {
        PolicySession session =
                engine(Mode.ASK).permission(desk.settings()).build().session("s");
        ToolCallStream call = session.calls().call("c", "read").append("{\"path\":\"docs\",");
        assertThat(desk.call().reason().toString()).contains("/var/harmless");
        desk.answer(request -> request.approve());
        links.put("docs", "/var/secret");
        call.append("\"note\":\"\"}");
        assertThat(desk.call().reason().toString()).contains("/var/secret");
        desk.answer(request -> request.approve());
        assertThat(conclude(call)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(desk.isIdle()).isTrue();
    }

    @Test
    void anEditMayNotLeadWhereNothingWasShown() {
        PolicySession session = asking(Mode.EDIT);
        links.put("x", "/var/secret");
        ToolCallStream call = session.calls().call("c", "read").append(CALL);
        desk.answer(request -> Answer.edit(request.id(), request.revision(), "{\"path\":\"x\"}"));
        assertThat(desk.call().problem().orElseThrow()).contains("\"x\" leads to \"/var/secret\"");
        desk.answer(request -> Answer.edit(request.id(), request.revision(), "{\"path\":\"docs\"}"));
        assertThat(conclude(call)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void aStoredApprovalCoversTheTargetThatWasShown() {
        List<String> ran = new ArrayList<>();
        ToolHandlers handlers = ToolHandlers.builder(ToolCatalog.of(List.of(READ)))
                .otherwise((arguments, call) -> ran.add(links.get("docs")))
                .build();
        PolicySession session = engine(Mode.ALLOW)
                .sessions(SessionSettings.inMemory()
                        .withStore(SessionStore.inMemory())
                        .withStoredApprovals(Duration.ofHours(1)))
                .build()
                .session("s");
        for (boolean changes : List.of(true, false)) {
            String id = session.execute("c" + changes, "read", CALL, handlers)
                    .approval()
                    .orElseThrow();
            assertThat(session.policies()
                            .approvals()
                            .list(ApprovalQuery.pending())
                            .get(0)
                            .askedBy())
                    .contains("\"docs\" leads to \"" + links.get("docs") + "\"");
            Answers.approve(session.policies().approvals(), id, "boss");
            if (changes) {
                links.put("docs", "/var/secret");
            }
            session.calls().resume(id, handlers);
        }
        assertThat(ran).containsExactly("/var/secret");
    }
}
