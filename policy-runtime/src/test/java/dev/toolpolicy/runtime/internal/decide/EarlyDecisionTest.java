package dev.toolpolicy.runtime.internal.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.read.CompiledSchema;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** After how many characters a decision falls. */
class EarlyDecisionTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("content", ParameterType.string()),
            Parameter.optional("count", ParameterType.integer()),
            Parameter.optional("force", ParameterType.bool()).withDefault(BooleanNode.FALSE),
            Parameter.optional("files", ParameterType.arrayOf(ParameterType.path())));
    private static final Argument.Text PATH = Argument.Text.at("/path");
    private static final Argument.Text CONTENT = Argument.Text.at("/content");
    private static final Argument.Text FILES = Argument.Text.at("/files");

    @Test
    void aListWithoutConditionsNeedsNoArgument() {
        assertDecided(RuleList.always(Mode.DENY), "|{\"path\":\"a\"}", Mode.DENY, 0);
    }

    @Test
    void anEmptyListIsTheImplicitAsk() {
        assertDecided(RuleList.empty(), "|{\"path\":\"a\"}", Mode.ASK, -1);
    }

    @Test
    void aPathWaitsForItsClosingQuote() {
        RuleList rules = RuleList.of(RuleSpec.when(PATH.prefix("src/"), Mode.ALLOW));
        assertDecided(rules, "{\"path\":\"src/a\"|,\"content\":\"long\"}", Mode.ALLOW, 0);
        assertDecided(rules, "{\"path\":\"src/../.env\"|}", Mode.ASK, -1);
        assertDecided(rules, "{\"path\":\"src-old/a\"|}", Mode.ASK, -1);
    }

    @Test
    void aPrefixOfAStringHoldsAtItsLastCharacter() {
        RuleList rules = RuleList.of(RuleSpec.when(CONTENT.prefix("rm -rf"), Mode.DENY), RuleSpec.otherwise(Mode.EDIT));
        assertDecided(rules, "{\"content\":\"rm -rf| /\",\"path\":\"a\"}", Mode.DENY, 0);
        assertDecided(rules, "{\"content\":\"rm x| /\",\"path\":\"a\"}", Mode.EDIT, 1);
    }

    @Test
    void constantsFailAtTheFirstDifferenceAndHoldAtTheClosingQuote() {
        RuleList rules = RuleList.of(RuleSpec.when(CONTENT.oneOf("ls", "lsof"), Mode.ALLOW));
        assertDecided(rules, "{\"content\":\"ls\"|,\"path\":\"a\"}", Mode.ALLOW, 0);
        assertDecided(rules, "{\"content\":\"lx|oooo\",\"path\":\"a\"}", Mode.ASK, -1);
        assertDecided(rules, "{\"content\":\"lso\"|,\"path\":\"a\"}", Mode.ASK, -1);
        assertDecided(rules, "{\"content\":\"lsofx|\",\"path\":\"a\"}", Mode.ASK, -1);
    }

    @Test
    void aPatternHoldsWhereItStandsAndFailsWhereItNoMoreCan() {
        RuleList found =
                RuleList.of(RuleSpec.when(CONTENT.pattern("rm\\s+-rf"), Mode.DENY), RuleSpec.otherwise(Mode.EDIT));
        assertDecided(found, "{\"content\":\"cd x && rm  -rf| / && echo done\",\"path\":\"a\"}", Mode.DENY, 0);
        assertDecided(found, "{\"content\":\"rm\\u0020-rf| /\",\"path\":\"a\"}", Mode.DENY, 0);
        assertDecided(found, "{\"content\":\"rm -\\nrf\"|,\"path\":\"a\"}", Mode.EDIT, 1);
        RuleList anchored = RuleList.of(RuleSpec.when(CONTENT.pattern("^git (?:log|diff)\\b"), Mode.ALLOW));
        assertDecided(anchored, "{\"content\":\"git log |-1\",\"path\":\"a\"}", Mode.ALLOW, 0);
        assertDecided(anchored, "{\"content\":\"git p|ush\",\"path\":\"a\"}", Mode.ASK, -1);
        assertDecided(anchored, "{\"content\":\"git logs|\",\"path\":\"a\"}", Mode.ASK, -1);
    }

    @Test
    void anEscapedCharacterCountsOnceItIsWhole() {
        RuleList rules = RuleList.of(RuleSpec.when(CONTENT.prefix("\u00e9"), Mode.DENY));
        assertDecided(rules, "{\"content\":\"\\u00e9|\",\"path\":\"a\"}", Mode.DENY, 0);
    }

    @Test
    void anEarlierOpenRuleHoldsALaterMatchBack() {
        RuleList rules = RuleList.of(
                RuleSpec.when(FILES.prefix(".env"), Mode.ASK), RuleSpec.when(FILES.prefix("src"), Mode.ALLOW));
        assertDecided(rules, "{\"files\":[\"src/a\",\".env\"|],\"path\":\"a\"}", Mode.ASK, 0);
        assertDecided(rules, "{\"files\":[\"src/a\",\"b\"]|,\"path\":\"a\"}", Mode.ALLOW, 1);
    }

    @Test
    void allFailsAtTheFirstThatFailsAndHoldsWhenThereAreNoMore() {
        RuleList rules = RuleList.of(RuleSpec.when(FILES.all().prefix("src"), Mode.ALLOW));
        assertDecided(rules, "{\"files\":[\"src/a\",\"b\"|,\"src/c\"],\"path\":\"a\"}", Mode.ASK, -1);
        assertDecided(rules, "{\"files\":[\"src/a\",\"src\"]|,\"path\":\"a\"}", Mode.ALLOW, 0);
        assertDecided(rules, "{\"files\":[]|,\"path\":\"a\"}", Mode.ASK, -1);
    }

    @Test
    void aNumberIsKnownAtTheCharacterAfterIt() {
        RuleList rules = RuleList.of(RuleSpec.when(Argument.Numeric.at("/count").minimum(1000), Mode.EDIT));
        assertDecided(rules, "{\"count\":1000,|\"path\":\"a\"}", Mode.EDIT, 0);
        assertDecided(rules, "{\"count\":1e3,|\"path\":\"a\"}", Mode.EDIT, 0);
        assertDecided(rules, "{\"count\":999.0,|\"path\":\"a\"}", Mode.ASK, -1);
    }

    @Test
    void aMissingParameterIsSettledWhenItsObjectCloses() {
        RuleList rules = RuleList.of(RuleSpec.when(CONTENT.constant("x"), Mode.DENY), RuleSpec.otherwise(Mode.EDIT));
        assertDecided(rules, "{\"path\":\"a\"}|", Mode.EDIT, 1);
    }

    @Test
    void nullsAreDecidedAtOnceOrWithADefaultAtTheObjectsEnd() {
        RuleList content = RuleList.of(RuleSpec.when(CONTENT.constant("x"), Mode.DENY), RuleSpec.otherwise(Mode.EDIT));
        assertDecided(content, "{\"content\":null|,\"path\":\"a\"}", Mode.EDIT, 1);
        RuleList force = RuleList.of(RuleSpec.when(Argument.Flag.at("/force").constant(false), Mode.DENY));
        assertDecided(force, "{\"force\":null,\"path\":\"a\"}|", Mode.DENY, 0);
    }

    @Test
    void aValueOfAnyKindIsJudgedByItsKind() {
        ToolSchema any = ToolSchema.of(
                Parameter.required("v", ParameterType.any()), Parameter.optional("w", ParameterType.string()));
        RuleList text = RuleList.of(RuleSpec.when(constant("/v", "abc"), Mode.DENY), RuleSpec.otherwise(Mode.EDIT));
        assertDecided(any, text, "{\"v\":[|\"abc\"]}", Mode.EDIT, 1);
        assertDecided(any, text, "{\"v\":\"x|\"}", Mode.EDIT, 1);
        assertDecided(any, text, "{\"v\":\"abc\"|}", Mode.DENY, 0);
        assertDecided(any, text, "{\"v\":true|}", Mode.EDIT, 1);
        assertDecided(any, text, "{\"v\":null|}", Mode.EDIT, 1);
    }

    private static Condition constant(String pointer, String value) {
        return Condition.onArgument(ArgumentPointer.parse(pointer), Matcher.constant(TextNode.valueOf(value)));
    }

    private static void assertDecided(RuleList rules, String marked, Mode mode, int rule) {
        assertDecided(SCHEMA, rules, marked, mode, rule);
    }

    /** The bar in the text stands where the decision falls. */
    private static void assertDecided(ToolSchema schema, RuleList rules, String marked, Mode mode, int rule) {
        int expectedAt = marked.indexOf('|');
        String text = marked.replace("|", "");
        RuleEvaluation evaluation = CompiledRules.of(schema, ToolSchema.of(), rules, PathSettings.plain())
                .begin(new TextPosition(), Facts.NONE, false);
        FragmentParser parser =
                new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(CompiledSchema.of(schema), evaluation));
        int decidedAt = evaluation.verdict().isPresent() ? 0 : -1;
        for (int i = 0; i < text.length(); i++) {
            parser.append(text.substring(i, i + 1));
            if (decidedAt < 0 && evaluation.verdict().isPresent()) {
                decidedAt = i + 1;
            }
        }
        assertEquals(Optional.empty(), parser.error(), text);
        assertEquals(
                rule < 0 ? RuleDecision.IMPLICIT : RuleDecision.by(rule, mode),
                evaluation.verdict().orElseThrow(),
                text);
        assertEquals(expectedAt, decidedAt, text);
    }
}
