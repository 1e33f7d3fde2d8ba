package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.Precision;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A20-A25: what a schema allows, and what is passed on of it. */
class SchemaCheckTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("mode", ParameterType.string(List.of("r", "rw"))),
            Parameter.optional("count", ParameterType.integer(BigInteger.valueOf(-128), BigInteger.valueOf(127))),
            Parameter.optional("ratio", ParameterType.number(Precision.FLOAT)),
            Parameter.optional("force", ParameterType.bool()).withDefault(NODES.booleanNode(true)),
            Parameter.optional(
                    "edits",
                    ParameterType.arrayOf(ParameterType.objectOf(
                            Parameter.required("old", ParameterType.string()),
                            Parameter.optional("to", ParameterType.string()).withDefault(NODES.textNode(".env"))))),
            Parameter.optional("extra", ParameterType.any()));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "[]                              | not-an-object@0",
                "'x'                             | not-an-object@0",
                "null                            | not-an-object@3",
                "12                              | not-an-object@2",
                "12 }                            | not-an-object@2",
                "{}                              | missing-parameter@1",
                "{'path':null}                   | type-mismatch@11/path",
                "{'path':1}                      | type-mismatch@9/path",
                "{'path':1]                      | type-mismatch@9/path",
                "{'path':1e400}                  | limit-exceeded@13/path",
                "{'path':01}                     | malformed-json@9/path",
                "{'path':true}                   | type-mismatch@11/path",
                "{'path':['a']}                  | type-mismatch@8/path",
                "{'path':{}}                     | type-mismatch@8/path",
                "{'path':'a\\u0000b'}            | type-mismatch@17/path",
                "{'path':'a','PATH':'b'}         | unknown-parameter@17/PATH",
                "{'path':'a','path':'b'}         | duplicate-key@17/path",
                "{'path':'a','mode':'w'}         | not-allowed-value@21/mode",
                "{'path':'a','mode':'rww'}       | not-allowed-value@23/mode",
                "{'path':'a','mode':'\\u0072w'}  | none",
                "{'path':'a','count':1.5}        | type-mismatch@23/count",
                "{'path':'a','count':128}        | type-mismatch@23/count",
                "{'path':'a','count':-128.0}     | none",
                "{'path':'a','count':1.27e2}     | none",
                "{'path':'a','count':'1'}        | type-mismatch@20/count",
                "{'path':'a','ratio':1e39}       | type-mismatch@24/ratio",
                "{'path':'a','force':null}       | none",
                "{'path':'a','force':0}          | type-mismatch@21/force",
                "{'path':'a','edits':'[]'}       | type-mismatch@20/edits",
                "{'path':'a','edits':[null]}     | type-mismatch@24/edits/0",
                "{'path':'a','edits':[{}]}       | missing-parameter@22/edits/0",
                "{'path':'a','edits':[{'old':'x','new':1}]} | unknown-parameter@36/edits/0/new",
                "{'path':'a','extra':{'a':[1,null,{'a':{}}]}} | none",
                "{'path':'a','extra':{'a':1,'a':2}} | duplicate-key@29/extra/a",
                "{'path':'a',                    | truncated@12",
            })
    void mismatchesAreFoundAsEarlyAsPossible(String quoted, String expected) {
        String text = quoted.replace('\'', '"');
        for (int size = 1; size <= text.length(); size++) {
            assertThat(Texts.error(SCHEMA, Texts.chunks(text, size).toArray(String[]::new)))
                    .as("%s in chunks of %s", text, size)
                    .isEqualTo(expected);
        }
    }

    @Test
    void aNumberThatEndsBeforeTheTextsLimitIsCheckedBeforeTheLimit() {
        ToolSchema schema = ToolSchema.of(Parameter.required("n", ParameterType.string()));
        for (String text : List.of("{\"n\":12}", "{\"n\":12 }", "{\"n\":123}", "{\"n\":12.")) {
            for (int size : new int[] {1, 7, 100}) {
                FragmentParser parser = new FragmentParser(
                        ArgumentLimits.defaults().withText(7), new SchemaCheck(schema, new CheckedVisitor() {}));
                Texts.chunks(text, size).forEach(parser::append);
                boolean ended = text.charAt(7) == '}' || text.charAt(7) == ' ';
                assertThat(parser.error().orElseThrow().code().id())
                        .as(text)
                        .isEqualTo(ended ? "type-mismatch" : "limit-exceeded");
            }
        }
    }

    /** A reader that takes each number with a fraction for a double would get another one. */
    @Test
    void wholeNumbersHaveNoFractionAndNoExponent() {
        ToolSchema schema = ToolSchema.of(Parameter.required("n", ParameterType.integer()));
        String digits = "1234567890".repeat(30);
        for (String literal : List.of(digits, digits + ".000", digits + "00e-2", digits + "e0", "-" + digits + ".0")) {
            assertThat(Texts.value(schema, "{\"n\":" + literal + "}"))
                    .isEqualTo("{\"n\":" + (literal.startsWith("-") ? "-" : "") + digits + "}");
        }
        for (String literal : List.of("0.0", "-0e5", "0e-999999999", "0E+999999999")) {
            assertThat(Texts.value(schema, "{\"n\":" + literal + "}")).isEqualTo("{\"n\":0}");
        }
    }

    @Test
    void defaultsAreFilledInAtTheEndOfTheirObject() {
        assertThat(Texts.value(SCHEMA, "{\"edits\":[{\"old\":\"x\"},{\"to\":null,\"old\":\"y\"}],\"path\":\"a\"}"))
                .isEqualTo("{\"edits\":[{\"old\":\"x\",\"to\":\".env\"},{\"old\":\"y\",\"to\":\".env\"}],"
                        + "\"path\":\"a\",\"force\":true}");
    }

    private static ValueAggregator read(CompiledSchema schema, String text) {
        ValueAggregator values = new ValueAggregator();
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(schema, values));
        assertThat(parser.append(text).finish().error()).isEmpty();
        return values;
    }

    /** What is given is what a schema without defaults reads. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{'path':'a'}",
                "{'path':'a','force':null}",
                "{'force':true,'path':'a'}",
                "{'path':'a','edits':[]}",
                "{'path':'a','edits':[{'old':'x'},{'to':'.env','old':'y'},{'old':'z','to':null}],'force':false}",
                "{'deep':{'x':{}},'path':'a'}",
                "{'deep':{'inner':{'level':2},'more':{'level':null}},'path':'a'}",
                "{'path':'a','deep':null,'extra':{'force':null,'list':[{}]}}"
            })
    void defaultsCanBeTakenOffAgain(String quoted) {
        Parameter level = Parameter.optional("level", ParameterType.integer()).withDefault(NODES.numberNode(1));
        Parameter inner = Parameter.optional("inner", ParameterType.objectOf(level))
                .withDefault(NODES.objectNode().put("level", 1));
        List<Parameter> parameters = new ArrayList<>(SCHEMA.parameters());
        parameters.add(
                Parameter.optional("deep", ParameterType.objectOf(List.of(inner), ParameterType.objectOf(level))));
        CompiledSchema schema = CompiledSchema.of(ToolSchema.of(parameters.toArray(Parameter[]::new)));
        String text = quoted.replace('\'', '"');

        ValueAggregator values = read(schema, text);
        assertThat(values.given())
                .isEqualTo(read(schema.withoutDefaults(), text).value());
        assertThat(values.given().orElseThrow().equals(values.value().orElseThrow()))
                .isEqualTo(text.contains("\"force\":true") && !text.contains("deep"));
    }

    @Test
    void absentAndNullAreToldAlike() {
        List<String> events = new ArrayList<>();
        CheckedVisitor listener = new CheckedVisitor() {
            @Override
            public void name(String name) {
                events.add(name);
            }

            @Override
            public void nullValue() {
                events.add("null");
            }

            @Override
            public void absent(String name) {
                events.add("-" + name);
            }

            @Override
            public void objectEnd() {
                events.add("}");
            }
        };
        String text = "{\"count\":null,\"force\":null,\"path\":\"a\",\"extra\":null}";
        Texts.parse(new SchemaCheck(SCHEMA, listener), List.of(text));
        assertThat(events).containsExactly("-count", "path", "-extra", "-mode", "-ratio", "force", "-edits", "}");
    }

    @Test
    void nullIsAValueOfARequiredAny() {
        ToolSchema schema = ToolSchema.of(Parameter.required("value", ParameterType.any()));
        assertThat(Texts.value(schema, "{\"value\":null}")).isEqualTo("{\"value\":null}");
        assertThat(Texts.error(schema, "{}")).isEqualTo("missing-parameter@1");
    }

    /** Readers that don't see the case of names take the one for the other. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'path':'a','PATH':'b'}                | unknown-parameter@17/PATH",
                "{'PATH':'a','path':'b'}                | unknown-parameter@6/PATH",
                "{'path':'a','\u017Fize':1}             | unknown-parameter@17/\u017Fize",
                "{'path':'a','more':1,'More':2}         | unknown-parameter@26/More",
                "{'path':'a','in':[{'old':1,'Old':2}]}  | unknown-parameter@31/in/0/Old",
                "{'path':'a','in':[{'new':1,'New':2}]}  | none",
                "{'path':'a','more':{'a':1,'A':2}}      | none",
                "{'path':'a','N':1,'n':2}               | none",
            })
    void anUndeclaredNameDoesNotDifferOnlyInCase(String quoted, String expected) {
        ParameterType in =
                ParameterType.objectOf(List.of(Parameter.optional("old", ParameterType.any())), ParameterType.any());
        ToolSchema open = new ToolSchema(ParameterType.objectOf(
                List.of(
                        Parameter.required("path", ParameterType.string()),
                        Parameter.optional("size", ParameterType.any()),
                        Parameter.optional("in", ParameterType.arrayOf(in)),
                        Parameter.optional("n", ParameterType.any()),
                        Parameter.optional("N", ParameterType.any())),
                ParameterType.any()));
        String text = quoted.replace('\'', '"');
        for (int size = 1; size <= text.length(); size++) {
            assertThat(Texts.error(open, Texts.chunks(text, size).toArray(String[]::new)))
                    .as("%s in chunks of %s", text, size)
                    .isEqualTo(expected);
        }
    }

    @Test
    void additionalPropertiesHaveTheirType() {
        ToolSchema schema = new ToolSchema(ParameterType.objectOf(
                List.of(Parameter.required("a", ParameterType.string())), ParameterType.integer()));
        assertThat(Texts.value(schema, "{\"b\":1,\"a\":\"x\",\"c\":2}")).isEqualTo("{\"b\":1,\"a\":\"x\",\"c\":2}");
        assertThat(Texts.error(schema, "{\"b\":\"1\"}")).isEqualTo("type-mismatch@5/b");
        assertThat(Texts.error(schema, "{\"b\":null}")).isEqualTo("type-mismatch@8/b");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.1, 0.1",
        "0.10000000000000000000001, 0.1, 0.1",
        "2e0, 2, 2",
        "2.0, 2, 2",
        "1e23, 100000000000000000000000, 100000000000000000000000",
        "9007199254740993, 9007199254740992, 9007199000000000",
        "16777217, 16777217, 16777216",
        "3.4e38, 340000000000000000000000000000000000000, 340000000000000000000000000000000000000",
        "1e-400, 0, 0",
        "-0.0, 0, 0",
        "2e-3, 0.002, 0.002",
    })
    void numbersAreRoundedToTheirPrecision(String literal, String asDouble, String asFloat) {
        assertThat(rounded(Precision.EXACT, literal)).isEqualTo(literal);
        assertThat(rounded(Precision.DOUBLE, literal)).isEqualTo(asDouble);
        assertThat(rounded(Precision.FLOAT, literal)).isEqualTo(asFloat);
    }

    private static String rounded(Precision precision, String literal) {
        List<String> heard = new ArrayList<>();
        CheckedVisitor listener = new CheckedVisitor() {
            @Override
            public void number(CharSequence number) {
                heard.add(number.toString());
            }
        };
        ToolSchema schema = ToolSchema.of(Parameter.required("n", ParameterType.number(precision)));
        Texts.parse(new SchemaCheck(schema, listener), List.of("{\"n\":" + literal + "}"));
        return heard.get(0);
    }

    @Test
    void messagesSayWhatToMend() {
        assertThat(Texts.refusal(SCHEMA, "{\"paht\":\"a\"}").detail())
                .isEqualTo(
                        "there is no parameter \"paht\"; the parameters are \"path\", \"mode\", \"count\", \"ratio\", "
                                + "\"force\", \"edits\", \"extra\"");
        assertThat(Texts.refusal(SCHEMA, "{\"mode\":\"w\"}").detail())
                .isEqualTo("expected one of \"r\", \"rw\", got \"w\"");
        assertThat(Texts.refusal(SCHEMA, "{\"count\":1000}").detail())
                .isEqualTo("expected an integer from -128 up to 127, got 1000");
        assertThat(Texts.refusal(SCHEMA, "{}").detail()).isEqualTo("the required parameter \"path\" is missing");
    }

    @Test
    void aDefaultThatDoesNotFitIsRefusedWhenTheSchemaIsPrepared() {
        ToolSchema schema =
                ToolSchema.of(Parameter.optional("n", ParameterType.integer()).withDefault(NODES.textNode("x")));
        assertThatThrownBy(() -> CompiledSchema.of(schema))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the default of \"n\" doesn't fit: expected an integer, got a string");
    }
}
