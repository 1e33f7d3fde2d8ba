package dev.toolpolicy.runtime.internal.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions on facts of each type, and arguments that a fact lists. Each row says which facts let the rule hold. */
class FactValuesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("p", ParameterType.path()),
            Parameter.required("n", ParameterType.number()),
            Parameter.required("s", ParameterType.string()));
    private static final ToolSchema FACTS = ToolSchema.of(
            Parameter.optional("argv", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional("line", ParameterType.string()),
            Parameter.optional("place", ParameterType.objectOf(Parameter.required("a", ParameterType.string()))),
            Parameter.optional("flag", ParameterType.bool()),
            Parameter.optional("path", ParameterType.path()),
            Parameter.optional("paths", ParameterType.arrayOf(ParameterType.path())),
            Parameter.optional("numbers", ParameterType.arrayOf(ParameterType.number())),
            Parameter.optional("texts", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional("others", ParameterType.arrayOf(ParameterType.string())));

    private static JsonNode json(String text) throws JsonProcessingException {
        return JSON.readTree(text.replace('\'', '"'));
    }

    private static boolean holds(Condition condition, String facts) throws JsonProcessingException {
        RuleList rules = RuleList.of(RuleSpec.when(condition, Mode.ALLOW), RuleSpec.otherwise(Mode.DENY));
        CompiledRules compiled = CompiledRules.of(SCHEMA, FACTS, rules, PathSettings.plain());
        ObjectNode arguments = (ObjectNode) json("{'p':'src/./a','n':1.0,'s':'ann'}");
        Facts known = Facts.of((ObjectNode) json(facts));
        assertThat(compiled.secondOpinion(arguments, known)).isEqualTo(compiled.evaluate(arguments, known));
        return compiled.evaluate(arguments, known).mode() == Mode.ALLOW;
    }

    private static Condition fact(String name, Matcher matcher) {
        return Condition.onFact(ArgumentPointer.parse("/" + name), matcher);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {
                "{'argv':['git','diff','x']} | true",
                "{'argv':['git','push']}     | false",
                "{'argv':['git diff x']}     | false",
                "{'argv':[]}                 | false",
                "{}                          | false"
            })
    void commandsInAFactOfWords(String facts, boolean expected) throws JsonProcessingException {
        assertThat(holds(fact("argv", Matcher.commands(List.of("git diff *"), false)), facts))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {
                "{'line':'git diff x; ls'}    | true",
                "{'line':'git diff x; rm y'}  | false",
                "{'line':'git diff `'}        | false"
            })
    void commandsInAFactOfALine(String facts, boolean expected) throws JsonProcessingException {
        assertThat(holds(fact("line", Matcher.commands(List.of("git diff *", "ls"), false)), facts))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {
                "place | {'a':'x'} | {'place':{'a':'x'}} | true",
                "place | {'a':'x'} | {'place':{'a':'y'}} | false",
                "flag  | true      | {'flag':true}       | true",
                "flag  | true      | {'flag':false}      | false",
                "path  | 'src/a'   | {'path':'src/b/../a'} | true",
                "path  | 'src/a'   | {'path':'src/b'}    | false",
                "numbers | 1       | {'numbers':[2,1.0]} | true",
                "numbers | 1       | {'numbers':[2]}     | false"
            })
    void constantsOfEachType(String name, String value, String facts, boolean expected) throws JsonProcessingException {
        assertThat(holds(fact(name, Matcher.constant(json(value))), facts)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {
                "{'texts':['ab','a']}  | true",
                "{'texts':['ab','b']}  | false",
                "{'texts':[]}          | false",
                "{}                    | false"
            })
    void allValuesOfAFact(String facts, boolean expected) throws JsonProcessingException {
        assertThat(holds(fact("texts", Matcher.prefix("a")).match(Match.ALL), facts))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {
                "p | paths   | {'paths':['x','./src/a']}  | true",
                "p | paths   | {'paths':['src','src/a/b']} | false",
                "p | paths   | {'paths':[]}               | false",
                "n | numbers | {'numbers':[3,1]}          | true",
                "n | numbers | {'numbers':[3]}            | false",
                "n | numbers | {'numbers':[]}             | false",
                "s | texts   | {'texts':['an','ann','anna']} | true",
                "s | texts   | {'texts':['an','anna']}    | false",
                "s | texts   | {'texts':[]}               | false",
                "s | texts   | {}                         | false"
            })
    void argumentsThatAFactLists(String name, String fact, String facts, boolean expected)
            throws JsonProcessingException {
        Condition listed = Condition.onArgument(
                ArgumentPointer.parse("/" + name), Matcher.inFact(ArgumentPointer.parse("/" + fact)));
        assertThat(holds(listed, facts)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {
                "{'texts':['ann','bob'],'others':['ann']} | true",
                "{'texts':['ann','bob'],'others':['bob']} | false",
                "{'texts':['ann']}                        | false"
            })
    void argumentsThatTwoFactsList(String facts, boolean expected) throws JsonProcessingException {
        Condition listed = Condition.onArgument(
                        ArgumentPointer.parse("/s"), Matcher.inFact(ArgumentPointer.parse("/texts")))
                .and(Matcher.inFact(ArgumentPointer.parse("/others")));
        assertThat(holds(listed, facts)).isEqualTo(expected);
    }
}
