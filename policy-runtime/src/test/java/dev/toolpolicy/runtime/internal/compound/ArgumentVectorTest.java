package dev.toolpolicy.runtime.internal.compound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.internal.place.Facts;
import dev.toolpolicy.runtime.internal.rule.CompiledRules;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several matchers of the command in one array of words. */
class ArgumentVectorTest {
    private static final ToolSchema SCHEMA =
            ToolSchema.of(Parameter.required("argv", ParameterType.arrayOf(ParameterType.string())));

    private static Condition bothOf(String one, String two) {
        return Condition.onArgument(ArgumentPointer.parse("/argv"), new Matcher.Commands(List.of(one), false))
                .and(new Matcher.Commands(List.of(two), false));
    }

    private static Mode decide(Mode mode, Mode otherwise, String command) {
        RuleList rules =
                RuleList.of(RuleSpec.when(bothOf("git log *", "git * -1 x"), mode), RuleSpec.otherwise(otherwise));
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        List.of(command.split(" ")).forEach(arguments.withArray("/argv")::add);
        return CompiledRules.of(SCHEMA, rules).evaluate(arguments, Facts.NONE).mode();
    }

    @ParameterizedTest
    @CsvSource({"git log -1 x, ALLOW", "git log -1, ASK", "git push -1 x, ASK", "ls, ASK"})
    void aRuleThatAllowsHoldsOnlyIfAllMatch(String command, Mode expected) {
        assertEquals(expected, decide(Mode.ALLOW, Mode.ASK, command));
    }

    @ParameterizedTest
    @CsvSource({"git log -1 x, DENY", "git log -1, ALLOW", "git push -1 x, ALLOW", "ls, ALLOW"})
    void aStricterRuleHoldsOnlyIfAllMatch(String command, Mode expected) {
        assertEquals(expected, decide(Mode.DENY, Mode.ALLOW, command));
    }
}
