package dev.toolpolicy.runtime;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.decide.CompiledRules;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lists that the compiler checked, which an engine doesn't check again; each has a rule that never applies. */
class CompiledListsTest {
    private static final ToolSchema PATH = schema(ParameterType.path());
    private static final ToolSchema TEXT = schema(ParameterType.string());
    private static final RuleList DEAD = RuleList.of(
            RuleSpec.otherwise(ASK), RuleSpec.when(Argument.Text.at("/value").prefix("a/"), DENY));

    private static ToolSchema schema(ParameterType type) {
        return ToolSchema.of(Parameter.required("value", type));
    }

    /** A definition like a generated one. */
    private record Compiled(ToolSchema schema, RuleList list, int edition) implements ToolSpec<ObjectNode> {
        @Override
        public String name() {
            return "tool";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public Optional<RuleList> run() {
            return Optional.of(list);
        }

        @Override
        public Optional<RuleList> result() {
            return Optional.empty();
        }

        @Override
        public List<Requirement> requirements() {
            return List.of();
        }

        @Override
        public boolean isChecked(RuleList rules, ToolSchema parameters, int asked) {
            return rules == list && parameters == schema && asked == edition;
        }

        @Override
        public ObjectNode bind(ObjectNode arguments) {
            return arguments;
        }
    }

    private static PolicyEngineBuilder engine(ToolSpec<?> tool) {
        return PolicyEngine.builder().tools(ToolCatalog.of(List.of(tool)));
    }

    private static PathSettings inWorkspace() {
        return PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace("/work"));
    }

    @Test
    void theCompilersProofIsNotRepeated() {
        PolicyEngine engine =
                engine(new Compiled(PATH, DEAD, RuleListCheck.EDITION)).build();

        assertThat(engine.warnings()).isEmpty();
        try (PolicySession session = engine.newSession()) {
            assertThat(session.calls()
                            .call("1", "tool")
                            .append("{\"value\": \"a/b\"}")
                            .finish()
                            .word())
                    .isEqualTo("needs_approval");
        }
    }

    @Test
    void anotherEditionsProofIs() {
        assertRefused(engine(new Compiled(PATH, DEAD, RuleListCheck.EDITION - 1)));
    }

    @Test
    void aProofForPlainPathsIsRepeatedForAnEngineThatReadsThemOtherwise() {
        assertRefused(engine(new Compiled(PATH, DEAD, RuleListCheck.EDITION)).paths(inWorkspace()));

        assertThat(engine(new Compiled(TEXT, DEAD, RuleListCheck.EDITION))
                        .paths(inWorkspace())
                        .build()
                        .warnings())
                .isEmpty();
    }

    @Test
    void aListInItsPlaceIsChecked() {
        RuleList other = RuleList.of(DEAD.rules().toArray(RuleSpec[]::new));
        PolicyEngineBuilder replaced = engine(new Compiled(PATH, RuleList.always(ALLOW), RuleListCheck.EDITION));

        assertRefused(replaced.run("tool", other));
        assertRefused(engine(new Compiled(PATH, RuleList.always(ALLOW), RuleListCheck.EDITION))
                .configuration(PolicyEngine.layer(Map.of("tool", DEAD), Map.of())));
    }

    @Test
    void aLongListIsCompiledWithItsEngine() {
        RuleSpec nowhere = RuleSpec.when(Argument.Text.at("/other").prefix("a"), DENY);
        List<RuleSpec> rules = new ArrayList<>();
        rules.add(nowhere);
        ToolSchema facts = ToolSchema.of();

        CompiledRules shortList = CompiledRules.of(PATH, facts, new RuleList(rules), PathSettings.plain());
        while (rules.size() <= 64) {
            rules.add(nowhere);
        }
        RuleList longList = new RuleList(rules);

        assertThat(shortList).isNotNull();
        assertThatThrownBy(() -> CompiledRules.of(PATH, facts, longList, PathSettings.plain()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertRefused(PolicyEngineBuilder engine) {
        assertThatThrownBy(engine::build)
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("unreachable-rule");
    }
}
