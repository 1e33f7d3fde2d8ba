package dev.toolpolicy.test.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.test.policy.internal.file.Claim;
import dev.toolpolicy.test.policy.internal.prove.Proof;
import dev.toolpolicy.test.policy.internal.prove.Prover;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Proofs about tools with floors. */
class FloorProofTest {
    private static final Argument.Text TO = Argument.Text.at("/to");
    private static final RuleList FLOOR = RuleList.of(
            RuleSpec.pass(TO.constant("ann")),
            RuleSpec.when(TO.prefix("e"), Mode.DENY),
            RuleSpec.when(TO.prefix("b"), Mode.ASK));

    private static PolicyEngineBuilder engine() {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("send", ToolSchema.of(Parameter.required("to", ParameterType.string())))
                                .withRun(RuleList.always(Mode.ALLOW)))));
    }

    @Test
    void aClaimIsProvedByTheOwnListAndAllFloors() {
        PolicyEngine engine = engine().configuration(
                        PolicyEngine.layer(Map.of("*", FLOOR), Map.of()).asFloor())
                .build();
        assertThatThrownBy(() -> PolicyProof.of(engine)
                        .tools("send")
                        .never(Mode.ALLOW, Mode.ASK, Mode.EDIT)
                        .unless(TO.constant("ann"))
                        .isProved())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("refuted");
        assertThatThrownBy(() ->
                        PolicyProof.of(engine).tools("send").never(Mode.DENY).isProved())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("deny by rule 3 (floor, all tools, run by code)");
    }

    @Test
    void aClaimThatClaimsNothingIsAnError() {
        PolicyEngine engine = engine().build();
        assertThatThrownBy(() -> PolicyProof.of(engine).isProved()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> PolicyProof.of(engine).never()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PolicyProof.of(engine).tools()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void onlyWhatAFloorPassesIsAllowed() {
        RuleList closed = RuleList.of(RuleSpec.pass(TO.constant("ann")), RuleSpec.otherwise(Mode.DENY));
        PolicyEngine engine = engine().configuration(
                        PolicyEngine.layer(Map.of("send", closed), Map.of()).asFloor())
                .build();
        PolicyProof.of(engine)
                .tools("send")
                .never(Mode.ALLOW, Mode.ASK, Mode.EDIT)
                .unless(TO.constant("ann"))
                .isProved();
    }

    /** The text of the path is in the folder that is edited, its link leads to another place that the floor passes. */
    @Test
    void aLinkMayLeadOutOfTheFolderThatIsAllowed() {
        Argument.Text path = Argument.Text.at("/path");
        RuleList own = RuleList.of(
                RuleSpec.when(path.glob("src/pub/**"), Mode.ALLOW),
                RuleSpec.when(path.glob("src/pub/x/**"), Mode.EDIT),
                RuleSpec.otherwise(Mode.DENY));
        RuleList floor = RuleList.of(RuleSpec.pass(path.glob("src/**")), RuleSpec.otherwise(Mode.DENY));
        ToolSchema schema = ToolSchema.of(Parameter.required("path", ParameterType.path()));
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("write", schema).withRun(own))))
                .configuration(
                        PolicyEngine.layer(Map.of("write", floor), Map.of()).asFloor())
                .paths(PathSettings.plain()
                        .withLinks(text -> Optional.of(text.equals("src/pub/x/link") ? "src/secret" : text)))
                .build();
        assertThat(engine.session("s")
                        .calls()
                        .preview("write", "{\"path\":\"src/pub/x/link\"}")
                        .decision())
                .contains(RuleDecision.by(1, Mode.EDIT));
        assertThatThrownBy(() ->
                        PolicyProof.of(engine).tools("write").never(Mode.EDIT).isProved())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("undecided");
    }

    /** One question of the two about the rule is given up, the other finds a call. */
    @Test
    void aSuggestionNamesEachRuleOnce() {
        RuleList floor = RuleList.of(
                RuleSpec.when(TO.pattern("a[abc]{9}a"), Mode.ASK),
                RuleSpec.when(TO.pattern("b[abc]{8}b"), Mode.ASK),
                RuleSpec.when(TO.pattern("^(?:[abc]{2})*[abc][ab]$"), Mode.ASK),
                RuleSpec.when(TO.pattern("^(?:[abc]{2})*[abc]c$"), Mode.ASK),
                RuleSpec.pass(TO.pattern("^[abc]{60}$")),
                RuleSpec.when(TO.pattern("^[abc]+$"), Mode.ASK));
        Prover prover = new Prover(engine().configuration(
                        PolicyEngine.layer(Map.of("send", floor), Map.of()).asFloor())
                .build());
        Proof proof = prover.prove(
                new Claim("c", List.of("send"), List.of(), List.of(), Set.of(Mode.ALLOW), List.of(), false));
        assertThat(prover.suggestion(proof)).contains("if mode = \"ask\" in rule 1 of send");
    }
}
