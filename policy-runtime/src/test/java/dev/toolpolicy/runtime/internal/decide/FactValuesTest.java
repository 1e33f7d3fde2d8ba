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
import java.util.Map;
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

    private static Matcher in(String fact) {
        return Matcher.inFact(ArgumentPointer.parse("/" + fact));
    }

    private static Condition argument(String name, Matcher matcher) {
        return Condition.onArgument(ArgumentPointer.parse("/" + name), matcher);
    }

    private static Map<String, Condition> conditions() throws JsonProcessingException {
        return Map.ofEntries(
                Map.entry("words", fact("argv", Matcher.commands(List.of("git diff *"), false))),
                Map.entry("line", fact("line", Matcher.commands(List.of("git diff *", "ls"), false))),
                Map.entry("object", fact("place", Matcher.constant(json("{'a':'x'}")))),
                Map.entry("flag", fact("flag", Matcher.constant(json("true")))),
                Map.entry("path", fact("path", Matcher.constant(json("'src/a'")))),
                Map.entry("number", fact("numbers", Matcher.constant(json("1")))),
                Map.entry("all", fact("texts", Matcher.prefix("a")).match(Match.ALL)),
                Map.entry("p listed", argument("p", in("paths"))),
                Map.entry("n listed", argument("n", in("numbers"))),
                Map.entry("s listed", argument("s", in("texts"))),
                Map.entry("s in two", argument("s", in("texts")).and(in("others"))));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {
                "words    | {'argv':['git','diff','x']}    | true",
                "words    | {'argv':['git','push']}        | false",
                "words    | {'argv':['git diff x']}        | false",
                "words    | {'argv':[]}                    | false",
                "words    | {}                             | false",
                "line     | {'line':'git diff x; ls'}      | true",
                "line     | {'line':'git diff x; rm y'}    | false",
                "line     | {'line':'git diff `'}          | false",
                "object   | {'place':{'a':'x'}}            | true",
                "object   | {'place':{'a':'y'}}            | false",
                "flag     | {'flag':true}                  | true",
                "flag     | {'flag':false}                 | false",
                "path     | {'path':'src/b/../a'}          | true",
                "path     | {'path':'src/b'}               | false",
                "number   | {'numbers':[2,1.0]}            | true",
                "number   | {'numbers':[2]}                | false",
                "all      | {'texts':['ab','a']}           | true",
                "all      | {'texts':['ab','b']}           | false",
                "all      | {'texts':[]}                   | false",
                "all      | {}                             | false",
                "p listed | {'paths':['x','./src/a']}      | true",
                "p listed | {'paths':['src','src/a/b']}    | false",
                "p listed | {'paths':[]}                   | false",
                "n listed | {'numbers':[3,1]}              | true",
                "n listed | {'numbers':[3]}                | false",
                "n listed | {'numbers':[]}                 | false",
                "s listed | {'texts':['an','ann','anna']}  | true",
                "s listed | {'texts':['an','anna']}        | false",
                "s listed | {'texts':[]}                   | false",
                "s listed | {}                             | false",
                "s in two | {'texts':['ann','bob'],'others':['ann']} | true",
                "s in two | {'texts':['ann','bob'],'others':['bob']} | false",
                "s in two | {'texts':['ann']}              | false"
            })
    void factsLetARuleHold(String condition, String facts, boolean expected) throws JsonProcessingException {
        assertThat(holds(conditions().get(condition), facts)).isEqualTo(expected);
    }
}
