package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first of two errors at one place. Each is the same for every size of chunks. */
class ErrorOrderTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("mode", ParameterType.string(List.of("r", "rw"))),
            Parameter.optional("count", ParameterType.integer(0, 9)),
            Parameter.optional("tags", ParameterType.arrayOf(ParameterType.string())));
    /** Two levels, 40 characters, names of 5, numbers of 3, 4 values. */
    private static final ArgumentLimits SMALL = new ArgumentLimits(2, 40, 5, 3, 4);

    /** The error of a text in which apostrophes stand for quotation marks. */
    private static String error(ArgumentLimits limits, String quoted) {
        String text = quoted.replace('\'', '"');
        String whole = error(limits, List.of(text));
        for (int size = 1; size < text.length(); size++) {
            assertThat(error(limits, Texts.chunks(text, size)))
                    .as("%s in chunks of %s", text, size)
                    .isEqualTo(whole);
        }
        return whole;
    }

    private static String error(ArgumentLimits limits, List<String> chunks) {
        FragmentParser parser = new FragmentParser(limits, new SchemaCheck(SCHEMA, new CheckedVisitor() {}));
        chunks.forEach(parser::append);
        return parser.finish()
                .error()
                .map(error -> error.code() + "@" + error.offset() + error.pointer())
                .orElse("none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{'path':1                   | type-mismatch@9/path",
                "{'path':1x                  | type-mismatch@9/path",
                "{'path':1.                  | truncated@10/path",
                "{'path':1.x                 | malformed-json@10/path",
                "{'path':'a','count':12      | type-mismatch@22/count",
                "{'path':'a','count':12]     | type-mismatch@22/count",
                "{'path':'a','count':012     | malformed-json@21/count",
                "{'path':'a','count':-       | truncated@21/count",
                "{'path':'a','mode':'w'      | not-allowed-value@21/mode",
                "{'path':'a','mode':'w'x     | not-allowed-value@21/mode",
                "{'path':'a','mode':'w       | truncated@21/mode",
                "{'path':null                | type-mismatch@11/path",
                "{'path':nullx               | type-mismatch@11/path",
                "{'path':nulx                | malformed-json@11/path",
                "{'path':tru                 | truncated@11/path",
                "{'path':'a\\u0000'          | type-mismatch@16/path",
                "{'path':'a\\u0000           | truncated@16/path",
                "{'count':1}                 | missing-parameter@10",
                "{'count':1,}                | malformed-json@11",
                "{'count':1]                 | malformed-json@10",
                "{'PATH'                     | unknown-parameter@6/PATH",
                "{'PATH'x                    | unknown-parameter@6/PATH",
                "{'PATH                      | truncated@6",
                "12                          | not-an-object@2",
                "12x                         | not-an-object@2",
                "-                           | truncated@1",
                "01                          | malformed-json@1",
                "nullx                       | not-an-object@3",
                "nul                         | truncated@3",
                "[                           | not-an-object@0",
                "[1                          | not-an-object@0",
                "'                           | not-an-object@0",
            })
    void aCompletedValuesOwnErrorComesFirst(String quoted, String expected) {
        assertThat(error(ArgumentLimits.defaults(), quoted)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{'path':1e400}              | limit-exceeded@13/path",
                "1e400                       | limit-exceeded@5",
                "{'mode':12345}              | limit-exceeded@11/mode",
                "{'tags':[{                  | limit-exceeded@9/tags/0",
                "{'tags':[1                  | type-mismatch@10/tags/0",
                "{'tags':['a','b',1          | limit-exceeded@17/tags/2",
                "{'tags':['a','b',['c        | limit-exceeded@17/tags/2",
                "{'tags':['a','b',{          | limit-exceeded@17/tags/2",
                "{'tags':['a',{              | limit-exceeded@13/tags/1",
                "{'tags':['a','b'],'count':'  | limit-exceeded@26/count",
                "{'tagged':1                 | limit-exceeded@7",
                "{'math':1                   | unknown-parameter@6/math",
            })
    void aLimitComesBeforeTheSchema(String quoted, String expected) {
        assertThat(error(SMALL.withNumber(quoted.contains("1e400") ? 9 : 3), quoted))
                .isEqualTo(expected);
    }

    @Test
    void namesAreCountedDecodedInUtf16() {
        for (String name : List.of("\ud83d\ude00\ud83d\ude00", "\\ud83d\\ude00\\ud83d\\ude00", "\\u0061b\\u0063d")) {
            assertThat(Texts.read(SMALL.withName(4), List.of("{\"" + name + "\":1}"))
                            .errorAt())
                    .as(name)
                    .isEqualTo("none");
            assertThat(Texts.read(SMALL.withName(3), List.of("{\"" + name + "\":1}"))
                            .errorAt())
                    .as(name)
                    .startsWith("limit-exceeded@");
        }
    }

    @Test
    void charactersAreCountedAsJavaDoes() {
        String text = "[\"\u20ac\ud83d\ude00\"]"; // 7 characters
        for (long limit = 5; limit < 9; limit++) {
            ArgumentLimits limits = ArgumentLimits.defaults().withText(limit);
            String expected = limit < 7 ? "limit-exceeded@" + limit : "none";
            assertThat(Texts.read(limits, Texts.chunks(text, 1)).errorAt()).startsWith(expected);
        }
    }
}
