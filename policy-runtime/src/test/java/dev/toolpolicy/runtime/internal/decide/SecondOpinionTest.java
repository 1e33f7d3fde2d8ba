package dev.toolpolicy.runtime.internal.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
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
import org.junit.jupiter.api.Test;

/** The plain evaluation right before a call runs, which catches what the program got wrong. */
class SecondOpinionTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("files", ParameterType.arrayOf(ParameterType.path())));
    private static final Argument.Text PATH = Argument.Text.at("/path");
    private static final RuleList ALLOW = RuleList.always(Mode.ALLOW);
    private static final RuleList CAREFUL =
            RuleList.of(RuleSpec.when(PATH.prefix("secret"), Mode.DENY), RuleSpec.otherwise(Mode.ALLOW));

    /** Rules whose program decides by one list, and whose second opinion by another. */
    private static CompiledRules wrong(RuleList program, RuleList second) {
        PathSettings paths = PathSettings.plain();
        RuleScope scope = RuleScope.of(SCHEMA, PathReading.PLAIN);
        return new CompiledRules(
                SCHEMA,
                paths,
                () -> new CompoundRules(SCHEMA, ToolSchema.of(), program, paths, RuleDecision.IMPLICIT),
                () -> new RuleEvaluator(scope, second.rules()),
                1,
                () -> false);
    }

    private static ToolCallOutcome outcome(CompiledRules run, String text) {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("edit", SCHEMA).withRun(CAREFUL))))
                .build();
        CallSetting setting = OpenSession.settingsOf(engine.session("s")).get();
        PreparedTool right = setting.tools().get("edit");
        PreparedTool tool = new PreparedTool(
                right.definition(), right.schema(), run, right.result(), right.wording(), right.source());
        ToolCallStream call = StreamedCall.named(setting.with(Map.of("edit", tool), Map.of()), "c", "edit");
        call.append(text);
        return call.finish();
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
    void aFailingSecondOpinionRunsNothing() {
        CompiledRules failing = new CompiledRules(
                SCHEMA,
                PathSettings.plain(),
                () -> new CompoundRules(SCHEMA, ToolSchema.of(), ALLOW, PathSettings.plain(), RuleDecision.IMPLICIT),
                () -> {
                    throw new IllegalStateException("broken");
                },
                1,
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
            CompiledRules rules = CompiledRules.of(SCHEMA, list, linked);
            for (String path : List.of("link/x", "real/x", "a")) {
                ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("path", path);
                assertThat(rules.secondOpinion(arguments, Facts.NONE)).isEqualTo(rules.evaluate(arguments, Facts.NONE));
                arguments.putArray("files").add(path).add("link/y");
                assertThat(rules.secondOpinion(arguments, Facts.NONE)).isEqualTo(rules.evaluate(arguments, Facts.NONE));
            }
        }
    }
}
