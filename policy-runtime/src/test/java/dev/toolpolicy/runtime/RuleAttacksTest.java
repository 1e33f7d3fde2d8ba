package dev.toolpolicy.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Attacks by valid arguments that try to get past a rule. */
class RuleAttacksTest {
    private static final Argument.Text PATH = Argument.Text.at("/path");
    private static final Argument.Text FILES = Argument.Text.at("/patterns/paths");
    private static final Argument.Text COMMAND = Argument.Text.at("/command");
    private static final Argument.Numeric COUNT = Argument.Numeric.at("/count");
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.optional("path", ParameterType.path()),
            Parameter.optional(
                    "patterns",
                    ParameterType.arrayOf(ParameterType.objectOf(
                            Parameter.optional("paths", ParameterType.arrayOf(ParameterType.path())),
                            Parameter.optional("to", ParameterType.path()).withDefault(TextNode.valueOf(".env"))))),
            Parameter.optional("command", ParameterType.string()),
            Parameter.optional("count", ParameterType.number()),
            Parameter.optional("force", ParameterType.bool()));
    private static final RuleSpec REST = RuleSpec.otherwise(Mode.ALLOW);

    private static Feeding tool(RuleSpec... rules) {
        return Feeding.to(DeclaredTool.of("modify", SCHEMA).withRun(RuleList.of(rules)));
    }

    private static RuleSpec ask(Condition condition) {
        return RuleSpec.when(condition, Mode.ASK);
    }

    private static RuleSpec unattended(Condition condition) {
        return RuleSpec.when(condition, Mode.ALLOW);
    }

    private static List<DiagnosticCode> warnings(Feeding tool) {
        return tool.engine().warnings().stream()
                .map(problem -> problem.diagnostic().code())
                .toList();
    }

    @Test
    void aDefaultIsAValueOfTheCall() {
        DeclaredTool tool = DeclaredTool.of(
                        "modify",
                        ToolSchema.of(
                                Parameter.optional("path", ParameterType.path())
                                        .withDefault(TextNode.valueOf("./src/../.env")),
                                Parameter.optional("content", ParameterType.string())))
                .withRun(RuleList.of(ask(PATH.prefix(".env")), REST));
        Feeding feeding = Feeding.to(tool);
        for (String text : List.of("{}", "", "{'path':null}", "{'content':'x'}", "{'content':'x','path':null}")) {
            assertEquals("unanswered by 1", feeding.verdict(text), text);
        }
        feeding.assertDecidedAtBar("{'content':'x'}|");
        assertTrue(feeding.verdict("{'path':'a'}").startsWith("approved by 2"));
    }

    @Test
    void aDefaultInsideOfAnArraysElementIsAValueToo() {
        Feeding tool = tool(ask(Argument.Text.at("/patterns/to").prefix(".env")), REST);
        assertEquals("unanswered by 1", tool.verdict("{'patterns':[{}]}"));
        assertEquals("unanswered by 1", tool.verdict("{'patterns':[{'to':'a'},{'to':null}]}"));
        assertTrue(tool.verdict("{'patterns':[{'to':'a'}]}").startsWith("approved by 2"));
        assertTrue(tool.verdict("{'patterns':[]}").startsWith("approved by 2"));
        tool.assertDecidedAtBar("{'patterns':[{}|]}");
    }

    @Test
    void oneAllowedElementAllowsOthersOnlyWithAWarning() {
        Feeding lax = tool(unattended(FILES.prefix("src")), RuleSpec.otherwise(Mode.ASK));
        assertTrue(warnings(lax).contains(DiagnosticCode.ANY_ELEMENT));

        Feeding every = tool(unattended(FILES.all().prefix("src")), RuleSpec.otherwise(Mode.ASK));
        Feeding stricterFirst = tool(ask(FILES.prefix(".env")), REST);
        for (String files : List.of("'src/a','.env'", "'.env','src/a'", "'src/a','src/../.env','src/b'")) {
            String one = "{'patterns':[{'paths':[" + files + "]}]}";
            String two = "{'patterns':[{'paths':['src/a']},{'paths':[" + files + "]},{'paths':[]}]}";
            for (String text : List.of(one, two)) {
                assertEquals("unanswered by 2", every.verdict(text), text);
                assertEquals("unanswered by 1", stricterFirst.verdict(text), text);
            }
        }
        assertTrue(every.verdict("{'patterns':[{'paths':['src/a']},{'paths':['src']}]}")
                .startsWith("approved by 1"));
    }

    @Test
    void nothingIsNotEverything() {
        Feeding every = tool(unattended(FILES.all().prefix("src")), RuleSpec.otherwise(Mode.ASK));
        for (String text : List.of("{}", "{'patterns':[]}", "{'patterns':[{}]}", "{'patterns':[{'paths':[]}]}")) {
            assertEquals("unanswered by 2", every.verdict(text), text);
        }
    }

    @Test
    void unguardedTargetsAreWarnedAboutAndCaughtByEarlierRules() {
        Feeding lax = tool(unattended(PATH.prefix("src")), RuleSpec.otherwise(Mode.ASK));
        assertTrue(warnings(lax).contains(DiagnosticCode.UNGUARDED_PATH));

        Feeding strict = tool(ask(FILES.prefix(".env")), unattended(PATH.prefix("src")), REST);
        String hostile = "{'path':'src/a','patterns':[{'paths':['.env'],'to':'a'}]}";
        assertEquals("unanswered by 1", strict.verdict(hostile));
        strict.assertDecidedAtBar("{'path':'src/a','patterns':[{'paths':['.env'|],'to':'a'}]}");
        strict.assertDecidedAtBar("{'path':'src/a','patterns':[{'paths':['b'],'to':'a'}]|}");
        strict.assertDecidedAtBar("{'path':'src/a'}|");
    }

    @Test
    void anEarlierOpenRuleBlocksALaterMatch() {
        Feeding tool = tool(ask(FILES.prefix(".env")), unattended(FILES.prefix("src/")), RuleSpec.otherwise(Mode.DENY));
        tool.assertDecidedAtBar("{'patterns':[{'paths':['src/a']}]|}");
        tool.assertDecidedAtBar("{'patterns':[{'paths':['src/a','.env'|]}]}");
        assertEquals("unanswered by 1", tool.verdict("{'patterns':[{'paths':['src/a','.env']}]}"));
        assertEquals("unanswered by 1", tool.verdict("{'patterns':[{'paths':['src/a']},{'paths':['./.env']}]}"));
        assertTrue(tool.verdict("{'patterns':[{'paths':['src/a']}]}").startsWith("approved by 2"));
        assertEquals("refused: Denied by this tool's policy.", tool.verdict("{'patterns':[{'paths':['b']}]}"));
    }

    @Test
    void theOrderOfNamesChangesNothing() {
        List<Feeding> lists = List.of(
                tool(ask(FILES.prefix(".env")), unattended(PATH.prefix("src")), RuleSpec.otherwise(Mode.EDIT)),
                tool(
                        ask(COMMAND.prefix("rm")),
                        ask(COUNT.minimum(10)),
                        unattended(FILES.all().prefix("src")),
                        REST),
                tool(
                        RuleSpec.when(Argument.Flag.at("/force").constant(true), Mode.DENY),
                        unattended(COMMAND.constant("ls")),
                        ask(PATH.constant("a")),
                        REST));
        for (List<String> members : List.of(
                List.of(
                        "'path':'src/a'",
                        "'patterns':[{'paths':['.env']}]",
                        "'command':'ls'",
                        "'count':3",
                        "'force':null"),
                List.of(
                        "'path':'src/a'",
                        "'patterns':[{'paths':['src']}]",
                        "'command':'rm x'",
                        "'count':3",
                        "'force':false"),
                List.of("'path':'./a'", "'patterns':null", "'command':'l'", "'count':1e1", "'force':true"),
                List.of("'path':'a'", "'patterns':[]", "'command':''", "'count':-0", "'force':false"),
                List.of("'path':'a'", "'patterns':[]", "'command':'ls'", "'count':1e400", "'hidden':1"))) {
            for (Feeding list : lists) {
                List<String> verdicts = permutations(members)
                        .map(order -> list.verdict("{" + String.join(",", order) + "}"))
                        .map(verdict -> verdict.replaceAll(" [{].*", "").replaceAll("invalid .*", "invalid"))
                        .distinct()
                        .toList();
                assertEquals(1, verdicts.size(), () -> members + ": " + verdicts);
            }
        }
    }

    private static Stream<List<String>> permutations(List<String> members) {
        if (members.isEmpty()) {
            return Stream.of(List.of());
        }
        return members.stream().flatMap(first -> {
            List<String> others = new ArrayList<>(members);
            others.remove(first);
            return permutations(others)
                    .map(rest -> Stream.concat(Stream.of(first), rest.stream()).toList());
        });
    }

    @Test
    void aRuleOnWhatComesLaterIsNotDecidedBeforeIt() {
        Feeding tool = tool(ask(COMMAND.prefix("rm ")), unattended(PATH.prefix("src")), RuleSpec.otherwise(Mode.ASK));
        tool.assertDecidedAtBar("{'path':'src/a','command':'rm |-rf'}");
        assertEquals("unanswered by 1", tool.verdict("{'path':'src/a','command':'rm -rf'}"));
        tool.assertDecidedAtBar("{'path':'src/a','command':'rx|'}");
        ToolCallStream call = tool.engine().session("s").calls().call("c", "modify");
        call.append("{\"path\":\"src/a\"");
        assertTrue(call.decision().isEmpty(), "the command may still come");
    }

    @Test
    void aValueOfAnyKindIsTestedAsItIs() {
        DeclaredTool any = DeclaredTool.of("modify", ToolSchema.of(Parameter.optional("target", ParameterType.any())))
                .withRun(RuleList.of(ask(Argument.Value.at("/target").constant(TextNode.valueOf(".env"))), REST));
        Feeding tool = Feeding.to(any);
        assertEquals("unanswered by 1", tool.verdict("{'target':'.env'}"));
        assertEquals("unanswered by 1", tool.verdict("{'target':'\\u002eenv'}"));
        assertTrue(tool.verdict("{'target':['.env']}").startsWith("approved by 2"), "another value, as the list says");
    }

    @Test
    void numbersAreComparedExactlyByValue() {
        Feeding bound =
                tool(unattended(COUNT.exclusiveMaximum(BigDecimal.valueOf(1_000))), RuleSpec.otherwise(Mode.ASK));
        for (String number : List.of("1000.0", "1e3", "1000", "10000e-1", "1000.000000000000000000000001", "1e308")) {
            assertEquals("unanswered by 2", bound.verdict("{'count':" + number + "}"), number);
        }
        for (String number : List.of("999.999999999999999999999999999", "-0", "0e5", "-1e308", "1e-300")) {
            assertTrue(bound.verdict("{'count':" + number + "}").startsWith("approved by 1"), number);
        }
        Feeding constant = tool(ask(COUNT.constant(9_007_199_254_740_993L)), REST);
        assertEquals("unanswered by 1", constant.verdict("{'count':9007199254740993}"));
        assertEquals("unanswered by 1", constant.verdict("{'count':9007199254740993.000}"));
        assertTrue(constant.verdict("{'count':9007199254740992}").startsWith("approved by 2"));
        Feeding zero = tool(ask(COUNT.constant(0)), REST);
        for (String number : List.of("0", "-0", "0.0", "-0e-7", "0e300")) {
            assertEquals("unanswered by 1", zero.verdict("{'count':" + number + "}"), number);
        }
    }

    @Test
    void aPatternIsRefusedOrTakesTimeInStepWithTheValue() {
        List<String> hostile =
                List.of("(a+)+$", "(a|aa)+$", "(.*a){9}$", "^(?:.*,){11}P", "(?:a?){30}a{30}$", "(x+x+)+y");
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            for (String regex : hostile) {
                Feeding tool = tool(ask(COMMAND.pattern(regex)), REST);
                for (String part : List.of("a", "a,", "x", ",")) {
                    String value = part.repeat(200_000 / part.length());
                    String verdict = tool.verdict("{'command':'" + value + "!'}");
                    assertTrue(verdict.startsWith("approved by 2"), () -> regex + " on " + part);
                }
            }
            for (String regex :
                    List.of("(a|b)*a(a|b){20}", "((a{0,100}){0,100}){0,100}", "(a)\\1", "a(?=b)", "(?<!a)b")) {
                assertThrows(InvalidPolicyException.class, () -> tool(ask(COMMAND.pattern(regex)), REST), regex);
            }
        });
    }

    @Test
    void aLineBreakDodgesAPatternOnlyWhereItSaysSo() {
        Feeding dot = tool(ask(COMMAND.pattern("rm.*-rf")), RuleSpec.otherwise(Mode.DENY));
        assertEquals("unanswered by 1", dot.verdict("{'command':'rm  -rf'}"));
        for (String lineBreak : List.of("\\n", "\\r", "\u2028", "\\u2029")) {
            String verdict = dot.verdict("{'command':'rm " + lineBreak + "-rf'}");
            assertEquals("refused: Denied by this tool's policy.", verdict, "a dot doesn't match a line break");
        }
        Feeding everything = tool(ask(COMMAND.pattern("rm[^]*-rf")), RuleSpec.otherwise(Mode.DENY));
        Feeding space = tool(ask(COMMAND.pattern("rm\\s+-rf")), RuleSpec.otherwise(Mode.DENY));
        for (String lineBreak : List.of("\\n", "\\r\\n", "\u2028", "\\u2029", "\u00a0", "\ufeff")) {
            assertEquals("unanswered by 1", everything.verdict("{'command':'rm " + lineBreak + "-rf'}"));
            assertEquals("unanswered by 1", space.verdict("{'command':'rm " + lineBreak + "-rf'}"));
        }
    }

    @Test
    void theEndIsTheEndAndNoLineBreakBeforeIt() {
        Feeding end = tool(unattended(COMMAND.pattern("^ls$")), RuleSpec.otherwise(Mode.ASK));
        assertTrue(end.verdict("{'command':'ls'}").startsWith("approved by 1"));
        for (String more : List.of("\\n", "\\r", "\\r\\n", "\u2028", "\u0085", "\\nrm", "\\n\\n")) {
            assertEquals("unanswered by 2", end.verdict("{'command':'ls" + more + "'}"), more);
            assertEquals("unanswered by 2", end.verdict("{'command':'" + more + "ls'}"), more);
        }
    }

    @Test
    void aPatternOnAPathSeesItsNormalForm() {
        Feeding tool = tool(ask(PATH.pattern("^\\.env(?:/|$)")), REST);
        for (String path : List.of(".env", "./.env", "src/../.env", ".env/x", ".//.env/", "a/\\n/../../.env")) {
            assertEquals("unanswered by 1", tool.verdict("{'path':'" + path + "'}"), path);
        }
        assertTrue(tool.verdict("{'path':'.env\\n'}").startsWith("approved by 2"), "another name, as plain characters");
        assertTrue(tool.verdict("{'path':'src/.env'}").startsWith("approved by 2"));
    }

    @Test
    void aLineBreakInTheMiddleDodgesNoPrefixAndNoConstant() {
        Feeding tool = tool(ask(COMMAND.prefix("rm")), ask(COMMAND.constant("reboot")), RuleSpec.otherwise(Mode.DENY));
        assertEquals("unanswered by 1", tool.verdict("{'command':'rm -\\nrf'}"));
        assertEquals("unanswered by 1", tool.verdict("{'command':'rm\\u2028-rf'}"));
        assertEquals("unanswered by 2", tool.verdict("{'command':'reboot'}"));
        assertEquals("refused: Denied by this tool's policy.", tool.verdict("{'command':'reboot\\n'}"));
    }
}
