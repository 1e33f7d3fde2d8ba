package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A1-A8: what is JSON text, what is wrong with others, and where. */
class FragmentParserTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{'a':1,}                 | malformed-json@7",
                "{'a':1 'b':2}            | malformed-json@7",
                "{a:1}                    | malformed-json@1",
                "[1,]                     | malformed-json@3/1",
                "[,1]                     | malformed-json@1/0",
                "{'a' 1}                  | malformed-json@5/a",
                "{'a':[1,{'b/~':tru}]}    | malformed-json@18/a/1/b~1~0",
                "{'a':01}                 | malformed-json@6/a",
                "{'a':-}                  | malformed-json@6/a",
                "{'a':1.}                 | malformed-json@7/a",
                "{'a':1e}                 | malformed-json@7/a",
                "{'a':+1}                 | malformed-json@5/a",
                "{'a':.5}                 | malformed-json@5/a",
                "{'a':NaN}                | malformed-json@5/a",
                "{'a':1}}                 | malformed-json@7",
                "{'a':1}{}                | malformed-json@7",
                "[1}                      | malformed-json@2",
                "{'a':1]                  | malformed-json@6",
                "/* */ {}                 | malformed-json@0",
                "{'a':'\\x'}              | malformed-json@7/a",
                "{'a':'\\u12g4'}          | malformed-json@10/a",
                "{'a':'\\ud800'}          | malformed-json@12/a",
                "{'a':'\\udc00'}          | malformed-json@11/a",
                "{'a':'\\ud800\\n'}       | malformed-json@13/a",
                "{'a':'\\ud800\\u0041'}   | malformed-json@17/a",
                "{'a\\ud800':1}           | malformed-json@9",
                "{'a':1,'a':2}            | duplicate-key@9/a",
                "{'a':1,'\\u0061':2}      | duplicate-key@14/a",
                "[{'x':{'a':1,'a':2}}]    | duplicate-key@15/0/x/a",
                "{'a':                    | truncated@5/a",
                "{'a':'b                  | truncated@7/a",
                "{'a':tru                 | truncated@8/a",
                "{'a':1                   | truncated@6",
                "{'a':-                   | truncated@6/a",
                "{'a'                     | truncated@4/a",
                "{'a                      | truncated@3",
                "{                        | truncated@1",
                "[                        | truncated@1/0",
                "{'a':1e400}              | limit-exceeded@10/a",
                "{'a':-1e99999999999}     | limit-exceeded@19/a",
                "{'a':1e-99999999999}     | limit-exceeded@19/a",
            })
    void theFirstErrorHasItsPlaceHoweverTheTextIsCut(String quoted, String expected) {
        String text = quoted.replace('\'', '"');
        for (int size = 1; size <= text.length(); size++) {
            assertThat(Texts.error(Texts.chunks(text, size).toArray(String[]::new)))
                    .as("%s in chunks of %s", text, size)
                    .isEqualTo(expected);
        }
    }

    @Test
    void aTextWithoutValueIsTruncated() {
        assertThat(Texts.error()).isEqualTo("truncated@0");
        assertThat(Texts.error(" \n")).isEqualTo("truncated@2");
    }

    @Test
    void aByteOrderMarkIsNoWhiteSpace() {
        assertThat(Texts.error("\ufeff{}")).isEqualTo("malformed-json@0");
        assertThat(Texts.error("\u00a0{}")).isEqualTo("malformed-json@0");
    }

    @Test
    void aControlCharacterMustBeEscaped() {
        assertThat(Texts.error("[\"a\nb\"]")).isEqualTo("malformed-json@3/0");
        assertThat(Texts.error("[\"a\u0000\"]")).isEqualTo("malformed-json@3/0");
        assertThat(Texts.error("[\"a\u007f\"]")).isEqualTo("none");
    }

    @Test
    void surrogatesArePairsAcrossChunksAndNotations() {
        String high = "\ud83d";
        String low = "\ude00";
        for (String pair : List.of(high + low, "\\ud83d" + "\\ude00", high + "\\ude00", "\\ud83d" + low)) {
            String text = "[\"a" + pair + "b\"]";
            for (int size = 1; size <= text.length(); size++) {
                Texts.Reading reading = Texts.read(Texts.chunks(text, size).toArray(String[]::new));
                assertThat(reading.fragments().get(0).toString()).contains("a\ud83d\ude00b");
            }
        }
        assertThat(Texts.error("[\"\ud83d", "x\"]")).isEqualTo("malformed-json@3/0");
        assertThat(Texts.error("[\"\ude00\"]")).isEqualTo("malformed-json@2/0");
        assertThat(Texts.error("[\"\ud83d")).isEqualTo("truncated@3/0");
    }

    @Test
    void valuesAtALimitPassAndLargerOnesFail() {
        ArgumentLimits limits = new ArgumentLimits(2, 20, 3, 4, 5);
        assertThat(error(limits, "[[1]]")).isEqualTo("none");
        assertThat(error(limits, "[[[")).isEqualTo("limit-exceeded@2/0/0");
        assertThat(error(limits, "{\"abc\":1}")).isEqualTo("none");
        assertThat(error(limits, "{\"abcd\":1}")).isEqualTo("limit-exceeded@5");
        assertThat(error(limits, "{\"ab\\u0063d\":1}")).isEqualTo("limit-exceeded@10");
        assertThat(error(limits, "[1234]")).isEqualTo("none");
        assertThat(error(limits, "[12345]")).isEqualTo("limit-exceeded@5/0");
        assertThat(error(limits, "[1,2,3,4]")).isEqualTo("none");
        assertThat(error(limits, "[1,2,3,4,5]")).isEqualTo("limit-exceeded@9/4");
        assertThat(error(limits, " ".repeat(18) + "{}")).isEqualTo("none");
        assertThat(error(limits, " ".repeat(18) + "{} ")).isEqualTo("limit-exceeded@20");
        assertThat(error(limits, " ".repeat(19) + "12")).isEqualTo("limit-exceeded@20");
    }

    private static String error(ArgumentLimits limits, String text) {
        String whole = Texts.read(limits, List.of(text)).errorAt();
        for (int size = 1; size < text.length(); size++) {
            assertThat(Texts.read(limits, Texts.chunks(text, size)).errorAt())
                    .as("in chunks of %s", size)
                    .isEqualTo(whole);
        }
        return whole;
    }

    @Test
    void anErrorIsFinalAndLaterTextIgnored() {
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), new FragmentVisitor() {});
        parser.append("{x").append("\"a\":1}").finish();
        assertThat(parser.error().orElseThrow().code()).isEqualTo(DiagnosticCode.MALFORMED_JSON);
        assertThat(parser.offset()).isEqualTo(1);
        assertThat(parser.isComplete()).isFalse();
    }

    @Test
    void aVisitorsRefusalIsTheTextsError() {
        FragmentVisitor refusing = new FragmentVisitor() {
            @Override
            public void number(CharSequence literal) {
                throw new FragmentVisitor.RefusedException(DiagnosticCode.TYPE_MISMATCH, "no numbers");
            }
        };
        FragmentParser parser = Texts.parse(refusing, List.of("{\"a\":[true,1", "2 }"));
        assertThat(parser.error().orElseThrow().toString())
                .isEqualTo("ArgumentError[code=type-mismatch, offset=13, pointer=/a/1, detail=no numbers]");
        assertThat(Texts.parse(refusing, List.of("12")).error().orElseThrow().offset())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab", "a\\n", "a\\u0041", "abcdefghij\\n", "abcdefghijklmnopqrst"})
    void aPieceIsRefusedBehindItsChunk(String chunk) {
        FragmentVisitor refusing = new FragmentVisitor() {
            @Override
            public void text(CharSequence buffer, int start, int end) {
                throw new FragmentVisitor.RefusedException(DiagnosticCode.TYPE_MISMATCH, "no text");
            }
        };
        FragmentParser parser = Texts.parse(refusing, List.of("[true,\"", chunk, "x\"]"));
        assertThat(parser.error().orElseThrow().toString())
                .isEqualTo("ArgumentError[code=type-mismatch, offset=" + (7 + chunk.length())
                        + ", pointer=/1, detail=no text]");
    }

    @Test
    void aFailingVisitorLeavesAnErrorBehind() {
        FragmentVisitor failing = new FragmentVisitor() {
            @Override
            public void bool(boolean value) {
                throw new IllegalStateException("broken");
            }
        };
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), failing);
        assertThatThrownBy(() -> parser.append("[true]")).hasMessage("broken");
        assertThat(parser.append("]").finish().error().orElseThrow().code()).isEqualTo(DiagnosticCode.INTERNAL);
    }

    @Test
    void nothingIsAppendedToAFinishedText() {
        FragmentParser parser = Texts.parse(new FragmentVisitor() {}, List.of("{}"));
        assertThatThrownBy(() -> parser.append(" ")).isInstanceOf(IllegalStateException.class);
        assertThat(parser.finish().isComplete()).isTrue();
    }
}
