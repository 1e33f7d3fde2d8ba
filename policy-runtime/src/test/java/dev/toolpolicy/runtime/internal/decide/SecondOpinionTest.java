package dev.toolpolicy.runtime.internal.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.engine.OpenSession;
import dev.toolpolicy.runtime.internal.run.CallSetting;
import dev.toolpolicy.runtime.internal.run.PreparedTool;
import dev.toolpolicy.runtime.internal.run.StreamedCall;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The plain evaluation right before a call runs, which catches what the program got wrong. */
class SecondOpinionTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("files", ParameterType.arrayOf(ParameterType.path())));
    private static final ToolSchema FACTS = ToolSchema.of(Parameter.optional("role", ParameterType.string()));
    private static final Argument.Text PATH = Argument.Text.at("/path");
    private static final RuleList ALLOW = RuleList.always(Mode.ALLOW);
    private static final RuleList CAREFUL =
            RuleList.of(RuleSpec.when(PATH.prefix("secret"), Mode.DENY), RuleSpec.otherwise(Mode.ALLOW));

    /** Rules whose program decides by one list, and whose second opinion by another. */
    private static CompiledRules wrong(RuleList program, RuleList second) {
        PathSettings paths = PathSettings.plain();
        RuleScope scope = new RuleScope(SCHEMA, FACTS, PathReading.PLAIN);
        return new CompiledRules(
                paths,
                () -> new CompoundRules(SCHEMA, FACTS, program, paths, RuleDecision.IMPLICIT),
                () -> new RuleEvaluator(scope, second.rules()),
                program.rules(),
                () -> false);
    }

    /** Starts a call of a tool with these rules, by what is known; an approver edits it. */
    private static ToolCallStream call(CompiledRules run, Supplier<Facts> known, String edit) {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("edit", SCHEMA).withRun(CAREFUL))))
                .permission(PermissionSettings.of(request -> CompletableFuture.completedFuture(request.edit(edit)))
                        .withExecutor(Runnable::run))
                .build();
        CallSetting setting = OpenSession.settingsOf(engine.session("s")).get().knowing(known);
        PreparedTool right = setting.tools().get("edit");
        PreparedTool tool = new PreparedTool(
                right.definition(), right.schema(), run, right.result(), right.wording(), right.source());
        return StreamedCall.named(setting.with(Map.of("edit", tool), Map.of()), "c", "edit");
    }

    private static ToolCallOutcome outcome(CompiledRules run, String text) {
        return call(run, () -> Facts.NONE, text).append(text).finish();
    }

    @Test
    void aWrongProgramIsCaught() {
        assertThat(outcome(wrong(ALLOW, CAREFUL), "{\"path\":\"secret/key\"}"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.INVALID);
        assertThat(outcome(wrong(ALLOW, RuleList.of()), "{\"path\":\"a\"}"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.INVALID);
        assertThat(outcome(wrong(CAREFUL, CAREFUL), "{\"path\":\"a\"}"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void aWrongProgramIsCaughtAfterAnEdit() {
        RuleSpec edited = RuleSpec.when(PATH.prefix("draft"), Mode.EDIT);
        RuleList program = RuleList.of(edited, RuleSpec.otherwise(Mode.ALLOW));
        for (Mode mode : List.of(Mode.DENY, Mode.ALLOW)) {
            CompiledRules rules = wrong(program, RuleList.of(edited, RuleSpec.otherwise(mode)));
            ToolCallStream call =
                    call(rules, () -> Facts.NONE, "{\"path\":\"secret\"}").append("{\"path\":\"draft/a\"}");
            assertThat(call.conclude().toCompletableFuture().join())
                    .extracting(ToolCallOutcome::kind)
                    .isEqualTo(mode == Mode.ALLOW ? ToolCallOutcome.Kind.APPROVED : ToolCallOutcome.Kind.INVALID);
        }
    }

    @Test
    void aWrongProgramIsCaughtByTheFactsOfNow() {
        RuleList second = RuleList.of(
                RuleSpec.when(Argument.Text.fact("/role").constant("boss"), Mode.ALLOW), RuleSpec.otherwise(Mode.DENY));
        for (String later : List.of("guest", "boss")) {
            AtomicReference<Facts> known = new AtomicReference<>(role("boss"));
            ToolCallStream call = call(wrong(ALLOW, second), known::get, "").append("{\"path\":\"a\"}");
            known.set(role(later));
            assertThat(call.finish())
                    .extracting(ToolCallOutcome::kind)
                    .isEqualTo(later.equals("boss") ? ToolCallOutcome.Kind.APPROVED : ToolCallOutcome.Kind.INVALID);
        }
    }

    private static Facts role(String role) {
        return Facts.of(JsonNodeFactory.instance.objectNode().put("role", role));
    }

    @Test
    void aFailingSecondOpinionRunsNothing() {
        CompiledRules failing = new CompiledRules(
                PathSettings.plain(),
                () -> new CompoundRules(SCHEMA, ToolSchema.of(), ALLOW, PathSettings.plain(), RuleDecision.IMPLICIT),
                () -> {
                    throw new IllegalStateException("broken");
                },
                ALLOW.rules(),
                () -> false);
        assertThat(outcome(failing, "{\"path\":\"a\"}"))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.INVALID);
    }

    /** Written or resolved, one form of the path must satisfy all conditions on it. */
    @Test
    void conditionsOnOnePathCountInOneForm() {
        PathSettings linked = PathSettings.plain().withLinks(path -> Optional.of(path.replace("link", "real")));
        for (Mode mode : List.of(Mode.DENY, Mode.ALLOW)) {
            RuleList list = RuleList.of(
                    RuleSpec.whenAll(List.of(PATH.prefix("link"), PATH.pattern("^real")), mode),
                    RuleSpec.whenAll(
                            List.of(
                                    Argument.Text.at("/files").prefix("link"),
                                    Argument.Text.at("/files").all().pattern("x$")),
                            mode),
                    RuleSpec.otherwise(Mode.EDIT));
            CompiledRules rules = CompiledRules.of(SCHEMA, ToolSchema.of(), list, linked);
            for (String path : List.of("link/x", "real/x", "a")) {
                ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("path", path);
                assertThat(rules.secondOpinion(arguments, Facts.NONE)).isEqualTo(rules.evaluate(arguments, Facts.NONE));
                arguments.putArray("files").add(path).add("link/y");
                assertThat(rules.secondOpinion(arguments, Facts.NONE)).isEqualTo(rules.evaluate(arguments, Facts.NONE));
            }
        }
    }
}
