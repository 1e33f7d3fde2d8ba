package dev.toolpolicy.runtime.internal.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several conditions on the command of one argument vector. */
class ArgumentVectorTest {
    private static final ToolSchema SCHEMA =
            ToolSchema.of(Parameter.required("argv", ParameterType.arrayOf(ParameterType.string())));
    private static final Argument.Text ARGV = Argument.Text.at("/argv");
    private static final List<Condition> BOTH =
            List.of(ARGV.commands("git", "git *"), ARGV.commands("git status", "svn status"));

    private static RuleList list(List<Condition> conditions, Mode mode) {
        return RuleList.of(
                RuleSpec.whenAll(conditions, mode), RuleSpec.otherwise(mode == Mode.ALLOW ? Mode.DENY : Mode.ALLOW));
    }

    private static Mode decide(List<Condition> conditions, Mode mode, String argv) throws IOException {
        RuleList list = list(conditions, mode);
        assertThat(RuleListCheck.check(RuleScope.of(SCHEMA, PathReading.PLAIN), list)
                        .rules())
                .isPresent();
        CompiledRules rules = CompiledRules.of(SCHEMA, ToolSchema.of(), list, PathSettings.plain());
        String text = "{\"argv\":" + argv.replace('\'', '"') + "}";
        Mode whole = rules.evaluate((ObjectNode) new JsonMapper().readTree(text), Facts.NONE)
                .mode();
        RuleEvaluation evaluation = rules.begin(new TextPosition(), Facts.NONE, false);
        FragmentParser parser =
                new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(SCHEMA, evaluation.visitor()));
        parser.append(text).finish();
        assertThat(evaluation.verdict().orElseThrow().mode()).isEqualTo(whole);
        return whole;
    }

    @Test
    void everyConditionOnAVectorMustHold() throws IOException {
        for (Mode mode : List.of(Mode.ALLOW, Mode.DENY)) {
            Mode other = mode == Mode.ALLOW ? Mode.DENY : Mode.ALLOW;
            assertThat(decide(BOTH, mode, "['git','status']")).isEqualTo(mode);
            assertThat(decide(BOTH, mode, "['git','push']")).isEqualTo(other);
            assertThat(decide(BOTH, mode, "['svn','status']")).isEqualTo(other);
            assertThat(decide(BOTH, mode, "['svn','push']")).isEqualTo(other);
            assertThat(decide(BOTH, mode, "['git']")).isEqualTo(other);
            assertThat(decide(BOTH, mode, "['svn']")).isEqualTo(other);
        }
    }

    @Test
    void aVectorMustAlsoEqualTheValuesBesideItsCommands() throws IOException {
        ArrayNode status = JsonNodeFactory.instance.arrayNode().add("git").add("status");
        List<Condition> listed = List.of(ARGV.commands("git *").and(Matcher.oneOf(List.of(status))));
        for (Mode mode : List.of(Mode.ALLOW, Mode.DENY)) {
            Mode other = mode == Mode.ALLOW ? Mode.DENY : Mode.ALLOW;
            assertThat(decide(listed, mode, "['git','status']")).isEqualTo(mode);
            assertThat(decide(listed, mode, "['git','push']")).isEqualTo(other);
            assertThat(decide(listed, mode, "['svn','status']")).isEqualTo(other);
        }
    }
}
