package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Attacks by hostile streams of argument text. */
class AttacksTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.optional("path", ParameterType.path()).withDefault(JsonNodeFactory.instance.textNode(".env")),
            Parameter.optional(
                    "patterns",
                    ParameterType.arrayOf(ParameterType.objectOf(
                            Parameter.optional("paths", ParameterType.arrayOf(ParameterType.path())),
                            Parameter.optional("to", ParameterType.path())
                                    .withDefault(JsonNodeFactory.instance.textNode(".env"))))),
            Parameter.optional("regex", ParameterType.bool()),
            Parameter.optional("least", ParameterType.integer()));

    private static String error(String quoted) {
        return Texts.error(SCHEMA, quoted.replace('\'', '"')).replaceAll("@.*", "");
    }

    @Test
    void aDuplicateNameIsRefusedHoweverItIsWritten() {
        assertThat(error("{'path':'src/a','path':'.env'}")).isEqualTo("duplicate-key");
        assertThat(error("{'path':'src/a','p\\u0061th':'.env'}")).isEqualTo("duplicate-key");
        assertThat(error("{'patterns':[{'to':'a','\\u0074o':'b'}]}")).isEqualTo("duplicate-key");
        assertThat(error("{'path':null,'path':'.env'}")).isEqualTo("duplicate-key");
    }

    @Test
    void aValueOfAnotherKindIsNotCoerced() {
        for (String value : List.of("'[{\\'paths\\':[]}]'", "{}", "1", "true", "['x']", "[[]]")) {
            assertThat(error("{'patterns':" + value + "}")).as(value).isIn("type-mismatch", "malformed-json");
        }
        assertThat(error("{'regex':'true'}")).isEqualTo("type-mismatch");
        assertThat(error("{'regex':1}")).isEqualTo("type-mismatch");
        assertThat(error("{'least':'1'}")).isEqualTo("type-mismatch");
        assertThat(error("{'path':['src/a']}")).isEqualTo("type-mismatch");
    }

    @Test
    void aDefaultCountsAsAValueAtEveryLevel() {
        assertThat(Texts.value(SCHEMA, "{\"patterns\":[{},{\"to\":\"a\"}]}"))
                .isEqualTo("{\"patterns\":[{\"to\":\".env\"},{\"to\":\"a\"}],\"path\":\".env\"}");
    }

    @Test
    void aNameInAnotherSpellingIsUnknown() {
        for (String name : List.of("PATH", "Path", "path ", "p\u0430th", "pa\\u200dth", "")) {
            assertThat(error("{'path':'src/a','" + name + "':'.env'}")).isEqualTo("unknown-parameter");
        }
    }

    @Test
    void halfASurrogatePairIsMalformedInNamesAndValues() {
        assertThat(error("{'pa\\ud800th':'x'}")).isEqualTo("malformed-json");
        assertThat(error("{'path':'\\ud800x'}")).isEqualTo("malformed-json");
        assertThat(error("{'path':'" + '\ud800' + "'}")).isEqualTo("malformed-json");
    }

    @Test
    void onlyDecodedTextIsSeen() {
        assertThat(Texts.value(SCHEMA, "{\"path\":\"src\\u002f\\u002e\\u002e/.env\"}"))
                .isEqualTo("{\"path\":\"src/../.env\"}");
    }

    @Test
    void numbersAreExactOrRefused() {
        assertThat(error("{'least':1e400}")).isEqualTo("limit-exceeded");
        assertThat(error("{'least':1e1000000000}")).isEqualTo("limit-exceeded");
        assertThat(error("{'least':1e-1000000000000}")).isEqualTo("limit-exceeded");
        assertThat(error("{'least':" + "9".repeat(1_000_000) + "}")).isEqualTo("limit-exceeded");
        assertThat(error("{'least':1e-300}")).isEqualTo("type-mismatch");
        assertThat(Texts.value(SCHEMA, "{\"path\":\"a\",\"least\":9007199254740993}"))
                .isEqualTo("{\"path\":\"a\",\"least\":9007199254740993}");
        assertThat(error("{'path':'a','least':1000.0}")).isEqualTo("none");
        assertThat(error("{'path':'a','least':-0}")).isEqualTo("none");
    }

    @Test
    void depthAndNumberAreLimited() {
        assertThat(Texts.error("[".repeat(1_000_000))).startsWith("limit-exceeded@128/0/0");
        assertThat(Texts.error("{\"a\":".repeat(1_000_000))).startsWith("limit-exceeded@640/a/a");
        assertThat(Texts.error("[" + "0,".repeat(2_000_000))).isEqualTo("limit-exceeded@2097151/1048575");
        assertThat(Texts.error("{\"" + "a".repeat(1 << 20) + "\":1}")).isEqualTo("limit-exceeded@65538");
        assertThat(Texts.error("[" + "1".repeat(1 << 20) + "]")).isEqualTo("limit-exceeded@1001/0");
        assertThat(Texts.error("[\"" + "a".repeat(17 << 20) + "\"]")).isEqualTo("limit-exceeded@16777216/0");
    }

    @Test
    void withoutTheDefaultLimitsNothingOverflowsOrGoesUpInSteps() {
        ArgumentLimits wide = new ArgumentLimits(5_000_000, 1L << 40, 1 << 30, 1 << 30, Integer.MAX_VALUE);
        assertTimeoutPreemptively(Duration.ofMinutes(2), () -> {
            assertThat(read(wide, "[".repeat(3_000_000) + "]".repeat(3_000_000)))
                    .isEqualTo("none");
            assertThat(read(wide, "[" + "1".repeat(300) + ".0" + "1".repeat(4_000_000) + "]"))
                    .isEqualTo("none");
            assertThat(read(wide, "{\"" + "a".repeat(8_000_000) + "\":1}")).isEqualTo("none");
            assertThat(read(wide, "[" + "[],".repeat(3_000_000) + "0]")).isEqualTo("none");
        });
    }

    private static String read(ArgumentLimits limits, String text) {
        FragmentParser parser = new FragmentParser(limits, new FragmentVisitor() {});
        for (int from = 0; from < text.length(); from += 4_096) {
            parser.append(text.substring(from, Math.min(text.length(), from + 4_096)));
        }
        return parser.finish().error().map(error -> error.code().id()).orElse("none");
    }

    @Test
    void aMillionNamesThatCollideInJavaCostNoMoreThanOthers() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < 1 << 17; i++) {
            text.append(i == 0 ? "\"" : ",\"");
            for (int bit = 0; bit < 17; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            text.append("\":0");
        }
        ArgumentLimits wide = ArgumentLimits.defaults().withText(1L << 30);
        assertTimeoutPreemptively(
                Duration.ofMinutes(2), () -> assertThat(read(wide, text + "}")).isEqualTo("none"));
        assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> assertThat(read(wide, text + ",\"" + "Aa".repeat(17) + "\":0}"))
                        .isEqualTo("duplicate-key"));
    }

    @Test
    void nothingFollowsTheValue() {
        assertThat(error("{'path':'a'}{'path':'.env'}")).isEqualTo("malformed-json");
        assertThat(error("{}{'path':'.env'}")).isEqualTo("malformed-json");
        assertThat(error("{'path':'a'}]")).isEqualTo("malformed-json");
        assertThat(error("{'path':'a'} \n")).isEqualTo("none");
    }

    @Test
    void whatIsNotWholeIsNeverAnEmptyObject() {
        String text = "{\"path\":\"src/a\",\"patterns\":[{\"to\":\"b\"}],\"regex\":true}";
        for (int length = 0; length < text.length(); length++) {
            ValueAggregator values = new ValueAggregator();
            FragmentParser parser = Texts.parse(new SchemaCheck(SCHEMA, values), List.of(text.substring(0, length)));
            assertThat(parser.error().orElseThrow().code().id()).isEqualTo("truncated");
            assertThat(values.value()).isEmpty();
        }
    }

    @Test
    void theRootIsAnObject() {
        assertThat(error("'{\\'path\\':1}'")).isIn("not-an-object");
        assertThat(error("[{}]")).isEqualTo("not-an-object");
    }

    @Test
    void aPathHoldsNoNul() {
        assertThat(error("{'path':'src/a\\u0000/../../.env'}")).isEqualTo("type-mismatch");
        assertThat(error("{'patterns':[{'paths':['a','b\\u0000']}]}")).isEqualTo("type-mismatch");
    }
}
