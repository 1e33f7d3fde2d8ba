package dev.toolpolicy.runtime.internal.approve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reach of remembered answers. */
class RememberingTest {
    private static final ApprovalReason BY_RULE = reason(Mode.ASK, OptionalInt.of(1), Optional.empty(), false);

    private static final ObjectNode ARGUMENTS =
            JsonNodeFactory.instance.objectNode().put("path", "a");
    private static final RuleList EVERY_PATH =
            RuleList.of(RuleSpec.when(Argument.Text.at("/path").pattern("."), Mode.ASK));

    private final PermissionCoordinator coordinator =
            new PermissionCoordinator(new Desk().settings(), new SessionAnswers(), "session");

    private static ApprovalReason reason(Mode mode, OptionalInt rule, Optional<String> guarded, boolean need) {
        return new ApprovalReason(
                mode,
                rule,
                Optional.empty(),
                guarded,
                need ? Optional.of(new PolicyDenial("approval", "no", Map.of())) : Optional.empty());
    }

    private boolean isRemembered(ApprovalReason reason, Answer answer) {
        coordinator.memory().keep(asked("tool", "list 1", reason, ARGUMENTS), answer);
        return remembered("tool", "list 1", reason);
    }

    private boolean remembered(String tool, String list, ApprovalReason reason) {
        return coordinator.memory().find(asked(tool, list, reason, ARGUMENTS)).isPresent();
    }

    private static RememberedAnswers.Asked asked(
            String tool, String list, ApprovalReason reason, ObjectNode arguments) {
        return new RememberedAnswers.Asked(tool, list, reason, Optional.of(arguments));
    }

    private static Answer yes() {
        return Answer.approve(1, 1).remembered();
    }

    private static Answer no() {
        return Answer.decline(1, "never").remembered();
    }

    @Test
    void anApprovalIsForTheRuleOfThisVeryList() {
        assertThat(isRemembered(BY_RULE, Answer.approve(1, 1))).isFalse();
        assertThat(isRemembered(BY_RULE, yes())).isTrue();
        assertThat(remembered("other", "list 1", BY_RULE)).isFalse();
        assertThat(remembered("tool", "list 2", BY_RULE)).isFalse();
        assertThat(remembered("tool", "list 1", reason(Mode.ASK, OptionalInt.of(0), Optional.empty(), false)))
                .isFalse();
        assertThat(remembered("tool", "list 1", reason(Mode.ASK, OptionalInt.of(1), Optional.of("/path"), false)))
                .isFalse();
        assertThat(remembered("tool", "list 1", reason(Mode.ASK, OptionalInt.of(1), Optional.empty(), true)))
                .as("what a policy requires is asked about")
                .isFalse();
    }

    @Test
    void anApprovalByAnythingElseIsForOneCall() {
        assertThat(isRemembered(reason(Mode.ASK, OptionalInt.empty(), Optional.empty(), false), yes()))
                .isFalse();
        assertThat(isRemembered(reason(Mode.ASK, OptionalInt.of(2), Optional.of("/path"), false), yes()))
                .isFalse();
        assertThat(isRemembered(reason(Mode.EDIT, OptionalInt.of(2), Optional.empty(), false), yes()))
                .isFalse();
        assertThat(isRemembered(reason(Mode.ASK, OptionalInt.of(2), Optional.empty(), true), yes()))
                .isFalse();
        assertThat(isRemembered(reason(Mode.ALLOW, OptionalInt.of(2), Optional.empty(), true), yes()))
                .isFalse();
    }

    @Test
    void aRefusalIsRememberedUnlessAPolicyRequiresAnApproval() {
        assertThat(isRemembered(reason(Mode.ASK, OptionalInt.empty(), Optional.empty(), false), no()))
                .isTrue();
        assertThat(isRemembered(reason(Mode.ASK, OptionalInt.of(2), Optional.of("/path"), false), no()))
                .isTrue();
        assertThat(isRemembered(reason(Mode.EDIT, OptionalInt.of(3), Optional.empty(), false), no()))
                .isTrue();
        assertThat(isRemembered(reason(Mode.ASK, OptionalInt.of(4), Optional.empty(), true), no()))
                .isFalse();
    }

    @Test
    void anAnswerAboutOneListDoesNotCoverAnotherThatAsks() {
        Argument.Text path = Argument.Text.at("/path");
        DeclaredTool open = DeclaredTool.of("open", ToolSchema.of(Parameter.required("path", ParameterType.string())))
                .withRun(RuleList.of(RuleSpec.when(path.pattern("x$"), Mode.ASK), RuleSpec.otherwise(Mode.ALLOW)));
        RuleList floor = RuleList.of(RuleSpec.when(path.prefix("b"), Mode.ASK));
        AtomicInteger asked = new AtomicInteger();
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(open)))
                .configuration(
                        PolicyEngine.layer(Map.of("open", floor), Map.of()).asFloor())
                .permission(PermissionSettings.of(request -> {
                            asked.incrementAndGet();
                            return CompletableFuture.completedFuture(
                                    request.approve().remembered());
                        })
                        .withExecutor(Runnable::run))
                .build();
        Map<String, Integer> requests = new LinkedHashMap<>();
        try (PolicySession session = engine.session("s")) {
            for (String each : List.of("b1", "b2", "ax", "bx", "bx ", "bx")) {
                var call = session.calls().call("c", "open").append("{\"path\":\"" + each + "\"}");
                assertThat(call.conclude().toCompletableFuture().join().kind())
                        .isEqualTo(ToolCallOutcome.Kind.APPROVED);
                requests.put(each, asked.get());
            }
        }
        assertThat(requests.values()).containsExactly(1, 1, 2, 4, 3);
    }

    @Test
    void aPathOutsideOfTheWorkspaceIsAskedAboutEachTime() {
        DeclaredTool read = DeclaredTool.of("read", ToolSchema.of(Parameter.required("path", ParameterType.path())))
                .withRun(RuleList.always(Mode.ALLOW));
        AtomicInteger asked = new AtomicInteger();
        Desk desk = new Desk();
        try (PolicySession session = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(read)))
                .paths(PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace("/work")))
                .permission(desk.settings())
                .build()
                .session("s")) {
            for (int i = 0; i < 3; i++) {
                var call = session.calls().call("c", "read").append("{\"path\":\"/etc/passwd\"}");
                desk.answer(request -> {
                    asked.incrementAndGet();
                    assertThat(request.reason())
                            .hasToString(
                                    "allowed in the tool's declaration, but the path /path leads out of the workspace"
                                            + " or to a guarded file");
                    return request.approve().remembered();
                });
                assertThat(call.conclude().toCompletableFuture().join())
                        .extracting(ToolCallOutcome::kind)
                        .isEqualTo(ToolCallOutcome.Kind.APPROVED);
            }
        }
        assertThat(asked).hasValue(3);
    }

    /** A tool whose every call is asked about, in a workspace, with links that lead where the map says. */
    private static PolicySession asking(Desk desk, Map<String, String> links) {
        return asking(desk, links, EVERY_PATH);
    }

    private static PolicySession asking(Desk desk, Map<String, String> links, RuleList rules) {
        DeclaredTool write = DeclaredTool.of(
                        "write",
                        ToolSchema.of(
                                Parameter.required("path", ParameterType.path()),
                                Parameter.optional("more", ParameterType.mapOf(ParameterType.path()))))
                .withRun(rules);
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(write)))
                .paths(PathSettings.plain()
                        .withForm(NormalPath.Form.PLAIN.inWorkspace("/work"))
                        .withLinks(path -> Optional.of(links.getOrDefault(path, path))))
                .permission(desk.settings())
                .build()
                .session("s");
    }

    /** A tool whose calls need approval by one rule. */
    private static PolicySession shell(Desk desk, RuleSpec rule, PermissionSettings settings) {
        DeclaredTool run = DeclaredTool.of("run", ToolSchema.of(Parameter.required("command", ParameterType.string())))
                .withRun(RuleList.of(rule));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(run)))
                .permission(settings)
                .build()
                .session("s");
    }

    private static boolean asks(PolicySession session, Desk desk, String command) {
        ToolCallStream call = session.calls().call("c", "run").append("{\"command\":\"" + command + "\"}");
        boolean asked = !desk.isIdle();
        if (asked) {
            desk.answer(request -> request.approve().remembered());
        }
        assertThat(call.conclude().toCompletableFuture().join())
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        return asked;
    }

    @Test
    void approvalsOfWideRulesCoverTheSameArgumentsOnly() {
        Argument.Text command = Argument.Text.at("/command");
        for (RuleSpec rule :
                List.of(RuleSpec.otherwise(Mode.ASK), RuleSpec.when(command.commands("git *", "rm *"), Mode.ASK))) {
            for (boolean early : List.of(false, true)) {
                Desk desk = new Desk();
                PermissionSettings settings =
                        early ? desk.settings() : PermissionSettings.of(desk).withExecutor(Runnable::run);
                try (PolicySession session = shell(desk, rule, settings)) {
                    String which = rule + " early " + early;
                    assertThat(asks(session, desk, "git push")).as(which).isTrue();
                    assertThat(asks(session, desk, "rm -rf /")).as(which).isTrue();
                    assertThat(asks(session, desk, "git push")).as(which).isFalse();
                    assertThat(asks(session, desk, "git push ")).as(which).isTrue();
                }
            }
        }
    }

    @Test
    void settingsWithoutMemoryRememberNothing() {
        Desk desk = new Desk();
        try (PolicySession session = shell(
                desk,
                RuleSpec.when(Argument.Text.at("/command").prefix("g"), Mode.ASK),
                desk.settings().withoutMemory())) {
            for (int i = 0; i < 2; i++) {
                ToolCallStream call = session.calls().call("c", "run").append("{\"command\":\"git\"}");
                assertThat(desk.shown().reason().canRememberApproval()).isFalse();
                assertThat(desk.shown().reason().canRememberDecline()).isFalse();
                desk.answer(request -> request.decline("").remembered());
                assertThat(call.conclude().toCompletableFuture().join())
                        .extracting(ToolCallOutcome::kind)
                        .isEqualTo(ToolCallOutcome.Kind.DECLINED);
            }
        }
    }

    @Test
    void manyRememberedAnswersAreForgottenInTheirOrder() {
        for (int i = 0; i < 1_001; i++) {
            ObjectNode arguments = ARGUMENTS.deepCopy().put("i", i);
            coordinator.memory().keep(asked("tool", "list 1", BY_RULE, arguments), yes());
        }
        assertThat(isKept(0)).isFalse();
        assertThat(isKept(1)).isTrue();
    }

    private boolean isKept(int i) {
        return coordinator
                .memory()
                .find(asked("tool", "list 1", BY_RULE, ARGUMENTS.deepCopy().put("i", i)))
                .isPresent();
    }

    private static void approveForLater(PolicySession session, Desk desk) {
        ToolCallStream first = session.calls().call("c", "write").append("{\"path\":\"src/a\"}");
        desk.answer(request -> request.approve().remembered());
        assertThat(first.conclude().toCompletableFuture().join())
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        ToolCallStream like = session.calls().call("c", "write").append("{\"path\":\"src/b\"}");
        assertThat(like.conclude().toCompletableFuture().join())
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(desk.isIdle()).isTrue();
    }

    @Test
    void rememberedAnswersDontCoverPathsThatNeedApproval() {
        Desk desk = new Desk();
        Map<String, String> links = Map.of("src/link", "/etc/passwd");
        try (PolicySession session = asking(desk, links)) {
            approveForLater(session, desk);
            for (String arguments : List.of(
                    "{\"path\":\"/etc/passwd\"}",
                    "{\"path\":\"../x\"}",
                    "{\"path\":\"src/link\"}",
                    "{\"path\":\"src/c\",\"more\":{\"x\":\"/etc/passwd\"}}")) {
                ToolCallStream call = session.calls().call("d", "write");
                arguments.chars().forEach(c -> call.append(String.valueOf((char) c)));
                assertThat(desk.shown().reason().guarded()).as(arguments).isPresent();
                assertThat(desk.shown().reason().canRememberApproval()).isFalse();
                assertThat(desk.call().complete()).isTrue();
                desk.answer(request -> request.approve().remembered());
                assertThat(call.conclude().toCompletableFuture().join())
                        .extracting(ToolCallOutcome::kind)
                        .isEqualTo(ToolCallOutcome.Kind.APPROVED);
            }
        }
    }

    @Test
    void aLinkMadeAfterARememberedAnswerStopsTheCall() {
        Desk desk = new Desk();
        Map<String, String> links = new HashMap<>();
        try (PolicySession session = asking(desk, links)) {
            approveForLater(session, desk);
            ToolCallStream call = session.calls().call("d", "write").append("{\"path\":\"src/link\"}");
            assertThat(desk.isIdle()).isTrue();
            links.put("src/link", "/etc/passwd");
            assertThat(call.conclude().toCompletableFuture().join().forModel())
                    .contains("doesn't cover the path at /path");
        }
    }

    @Test
    void anApprovalOfTheSameArgumentsCoversTheTargetsOfTheirLinksOnly() {
        Desk desk = new Desk();
        Map<String, String> links = new HashMap<>();
        try (PolicySession session = asking(desk, links, RuleList.always(Mode.ASK))) {
            List<Boolean> asked = new ArrayList<>();
            for (String target : List.of("lib/a", "lib/a", "lib/b", "lib/a")) {
                links.put("src/link", target);
                ToolCallStream call = session.calls().call("c", "write").append("{\"path\":\"src/link\"}");
                asked.add(!desk.isIdle());
                if (!desk.isIdle()) {
                    assertThat(desk.shown().reason().toString()).contains("leads to \"" + target);
                    desk.answer(request -> request.approve().remembered());
                }
                assertThat(call.conclude().toCompletableFuture().join().kind())
                        .isEqualTo(ToolCallOutcome.Kind.APPROVED);
            }
            assertThat(asked).containsExactly(true, false, true, false);
        }
    }

    @Test
    void rememberedAnswersDontCoverPolicyFiles(@TempDir Path folder) throws IOException {
        Path policy = Files.writeString(
                folder.resolve("policy.toml"),
                "[tools.write.policy]\nrun = [{ arg = '/path', pattern = '.', mode = 'ask' }]\n");
        DeclaredTool write = DeclaredTool.of("write", ToolSchema.of(Parameter.required("path", ParameterType.path())));
        Desk desk = new Desk();
        try (PolicySession session = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(write)))
                .configuration(PolicyConfiguration.read(policy))
                .permission(desk.settings())
                .build()
                .session("s")) {
            approveForLater(session, desk);
            session.calls().call("d", "write").append("{\"path\":\"" + policy + "\"}");
            assertThat(desk.shown().reason().guarded()).contains("/path");
        }
    }
}
