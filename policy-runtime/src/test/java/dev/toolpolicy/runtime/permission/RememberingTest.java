package dev.toolpolicy.runtime.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.rule.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is remembered of an answer, and for what (C13, X30). */
class RememberingTest {
    private static final PromptReason BY_RULE = reason(Mode.ASK, OptionalInt.of(1), Optional.empty(), false);

    private final PermissionCoordinator coordinator = new PermissionCoordinator(new Desk().settings());

    private static PromptReason reason(Mode mode, OptionalInt rule, Optional<String> guarded, boolean need) {
        return new PromptReason(mode, rule, Optional.empty(), guarded,
                need ? Optional.of(new PromptReason.Need("approval", "no")) : Optional.empty());
    }

    private boolean isRemembered(PromptReason reason, Answer answer) {
        coordinator.remember("tool", "list 1", reason, answer);
        return coordinator.remembered("tool", "list 1", reason).isPresent();
    }

    private static Answer.Approve yes() {
        return new Answer.Approve(1, 1, true);
    }

    private static Answer.Decline no() {
        return new Answer.Decline(1, "never", true);
    }

    @Test
    void anApprovalIsForTheRuleOfThisVeryList() {
        assertThat(isRemembered(BY_RULE, new Answer.Approve(1, 1, false))).isFalse();
        assertThat(isRemembered(BY_RULE, yes())).isTrue();
        assertThat(coordinator.remembered("other", "list 1", BY_RULE)).isEmpty();
        assertThat(coordinator.remembered("tool", "list 2", BY_RULE)).isEmpty();
        assertThat(coordinator.remembered("tool", "list 1", reason(Mode.ASK, OptionalInt.of(0), Optional.empty(), false)))
                .isEmpty();
        assertThat(coordinator.remembered("tool", "list 1", reason(Mode.ASK, OptionalInt.of(1), Optional.of("/path"), false)))
                .isEmpty();
        assertThat(coordinator.remembered("tool", "list 1", reason(Mode.ASK, OptionalInt.of(1), Optional.empty(), true)))
                .as("what a policy requires is asked about").isEmpty();
    }

    @Test
    void anApprovalByAnythingElseIsForOneCall() {
        assertThat(isRemembered(reason(Mode.ASK, OptionalInt.empty(), Optional.empty(), false), yes())).isFalse();
        assertThat(isRemembered(reason(Mode.ASK, OptionalInt.of(2), Optional.of("/path"), false), yes())).isFalse();
        assertThat(isRemembered(reason(Mode.EDIT, OptionalInt.of(2), Optional.empty(), false), yes())).isFalse();
        assertThat(isRemembered(reason(Mode.ASK, OptionalInt.of(2), Optional.empty(), true), yes())).isFalse();
        assertThat(isRemembered(reason(Mode.UNATTENDED, OptionalInt.of(2), Optional.empty(), true), yes())).isFalse();
    }

    @Test
    void aRefusalIsRememberedUnlessAPolicyRequiresAnApproval() {
        assertThat(isRemembered(reason(Mode.ASK, OptionalInt.empty(), Optional.empty(), false), no())).isTrue();
        assertThat(isRemembered(reason(Mode.ASK, OptionalInt.of(2), Optional.of("/path"), false), no())).isTrue();
        assertThat(isRemembered(reason(Mode.EDIT, OptionalInt.of(3), Optional.empty(), false), no())).isTrue();
        assertThat(isRemembered(reason(Mode.ASK, OptionalInt.of(4), Optional.empty(), true), no())).isFalse();
    }

    @Test
    void aPathOutsideOfTheWorkspaceIsAskedAboutEachTime() {
        DeclaredTool read = DeclaredTool.of("read", ToolSchema.of(Parameter.required("path", ParameterType.path())))
                .withRun(RuleList.always(Mode.UNATTENDED));
        AtomicInteger asked = new AtomicInteger();
        Desk desk = new Desk();
        try (PolicySession session = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(read)))
                .paths(PathSettings.plain().form(NormalPath.Form.PLAIN.inWorkspace("/work")))
                .permission(desk.settings())
                .build()
                .session("s")) {
            for (int i = 0; i < 3; i++) {
                var call = session.call("c", "read").append("{\"path\":\"/etc/passwd\"}");
                desk.answer(prompt -> {
                    asked.incrementAndGet();
                    assertThat(prompt.reason()).hasToString("rule 1 (otherwise -> unattended), path /path");
                    return prompt.approve().remembered();
                });
                assertThat(call.conclude().toCompletableFuture().join()).isInstanceOf(ToolCallOutcome.Approved.class);
            }
        }
        assertThat(asked).hasValue(3);
    }
}
