package dev.toolpolicy.analysis.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException.Fault;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A text is JSON as RFC 8259 has it, or one kind of error with a place and without what the text holds. */
class StrictJsonTest {
    private static final StrictJson JSON = StrictJson.standard();
    private static final String LONG_EXPONENT = "-0.00001e1" + "0".repeat(45);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":[1,null,true]}",
                "\"\\u00e9\"",
                "100.00",
                "1.0E-5",
                "12345678901234567890123",
                "0.1000000000000000055511151231257827",
                "{\"a\":{\"a\":1},\"b\":{\"a\":1}}",
                "1.00E+400"
            })
    void valuesKeepWhatIsWritten(String text) throws MalformedJsonException {
        JsonNode value = JSON.read(" \n" + text + "\t\r\n");
        assertThat(value.toString()).isEqualTo(text.replace("\\u00e9", "é").replace("1.0E-5", "0.000010"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            nullValues = "none",
            delimiter = '|',
            value = {
                "``                          | 0  | there is no value",
                "` \n `                      | 3  | there is no value",
                "`{}\n {}`                   | 4  | more follows its end",
                "`1 2`                       | 2  | more follows its end",
                "`{\"a\":1}}`                | 7  | Unexpected close marker '}': no open Object to close",
                "`{\"name\":1,\"name\":2}`   | 16 | Duplicate field 'name'",
                "`[1,]`                      | 3  | Unexpected character (']' (code 93)): expected a valid value",
                "`[{\"a\":1]`                | 7  | Unexpected close marker ']': expected '}'",
                "`[1`                        | 2  | Unexpected end-of-input: expected close marker for Array",
                "`{\"a\" hidden}`            | 5  | Unexpected character ('h' (code 104)): was expecting a colon",
                "`'a'`                       | 0  | Unexpected character (''' (code 39))",
                "`/* hidden */ 1`            | 0  | Unexpected character ('/' (code 47))",
                "`NaN`                       | 3  | Non-standard token 'NaN'",
                "`01`                        | 1  | Invalid numeric value",
                "`[true, hidden]`            | 7  | Unrecognized token: was expecting (JSON String, Number, Array,"
                        + " Object",
            })
    void invalidJsonIsAnErrorAtItsPlaceWithoutTheText(String text, int offset, String message) {
        MalformedJsonException error = refused(JSON, text);

        assertThat(error)
                .hasMessageStartingWith(message)
                .hasMessageNotContaining("hidden")
                .hasMessageNotContaining("(start marker");
        assertThat(error.offset()).isEqualTo(offset);
        assertThat(error.fault()).isEqualTo(Fault.GRAMMAR);
        assertThat(error.getCause()).as("a cause, which could hold the text").isNull();
    }

    @Test
    void aPlaceHasALineAndAColumn() {
        MalformedJsonException error = refused(JSON, "{\n  \"a\": 1,\n  \"b\": [" + LONG_EXPONENT + "]\n}");

        assertThat(error).hasMessage("a number's exponent is too long");
        assertThat(error.fault()).isEqualTo(Fault.LENGTH);
        assertThat(error.line()).isEqualTo(3);
        assertThat(error.column()).isEqualTo(9);
        assertThat(error.offset()).isEqualTo(20);
    }

    /** But for zeros: newer JDKs read them whatever their exponent, and older ones don't. */
    @ParameterizedTest
    @ValueSource(strings = {"1e-2147483648", "1.0e-2147483647", "[100e-2147483649]", "{\"a\":1e99999999999}"})
    void exponentsThatBigDecimalDoesNotReadAreTooLong(String text) {
        assertThat(refused(JSON, text)).hasMessage("a number's exponent is too long");
        assertThat(refused(JSON.ofAnyLength(), text)).hasMessage("a number's exponent is too long");
    }

    @Test
    void aNameInAMessageIsOneLineThatIsSeen() {
        String name = "a\\n\\u001b[31m\\u202e\\u2028\ud800b";
        assertThat(refused(JSON, "{\"" + name + "\":1,\"" + name + "\":2}"))
                .hasMessage("Duplicate field 'a\\n\\u001b[31m\\u202e\\u2028\\ud800b'");
        String much = "x".repeat(1000);
        assertThat(refused(JSON, "{\"" + much + "\":1,\"" + much + "\":2}"))
                .hasMessage("Duplicate field '" + "x".repeat(483) + "...");
    }

    @Test
    void depthIsLimited() throws MalformedJsonException {
        assertThat(JSON.read("[".repeat(1000) + "]".repeat(1000))).hasSize(1);
        MalformedJsonException error = refused(JSON, "[".repeat(1001));
        assertThat(error).hasMessage("it is nested deeper than 1000 levels");
        assertThat(error.fault()).isEqualTo(Fault.DEPTH);
        assertThat(error.offset()).isEqualTo(1001);
        assertThat(refused(JSON.nesting(2), "{\"a\":{\"b\":[]}}")).hasMessage("it is nested deeper than 2 levels");
        assertThat(JSON.nesting(3).read("{\"a\":{\"b\":[]}}")).hasSize(1);
        assertThat(JSON.nesting(100_000).read("[".repeat(50_000) + "]".repeat(50_000)))
                .hasSize(1);
        assertThatThrownBy(() -> JSON.nesting(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void lengthsAreLimited() throws MalformedJsonException {
        assertThat(JSON.read("9".repeat(1000)).isBigInteger()).isTrue();
        tooLong("9".repeat(1001));
        tooLong("0." + "9".repeat(1001));
        assertThat(JSON.read("{\"" + "a".repeat(50_000) + "\":1}")).hasSize(1);
        tooLong("{\"" + "a".repeat(50_001) + "\":1}");
        tooLong("\"" + "a".repeat(20_000_001) + "\"");
    }

    private static void tooLong(String text) throws MalformedJsonException {
        MalformedJsonException error = refused(JSON, text);
        assertThat(error).hasMessage("a string, number or name is too long");
        assertThat(error.fault()).isEqualTo(Fault.LENGTH);
        assertThat(JSON.ofAnyLength().read(text).isMissingNode()).isFalse();
    }

    @Test
    void limitsOfOneKindLeaveTheOthers() {
        assertThat(refused(JSON.ofAnyLength(), "[".repeat(1001)).fault()).isEqualTo(Fault.DEPTH);
        assertThat(refused(JSON.nesting(64), "9".repeat(1001)).fault()).isEqualTo(Fault.LENGTH);
        assertThat(refused(JSON.ofAnyLength().nesting(64), "[".repeat(65)).fault())
                .isEqualTo(Fault.DEPTH);
    }

    @Test
    void tokensAreReadAsStrictlyButNamesMayComeTwice() throws MalformedJsonException {
        assertThat(JSON.read("{\"a\":1,\"a\":2}", StrictJsonTest::tokens)).isEqualTo(6);
        assertThat(JSON.read("", StrictJsonTest::tokens)).isZero();
        assertThatThrownBy(() -> JSON.read("1 2", StrictJsonTest::first)).hasMessage("more follows its end");
        assertThatThrownBy(() -> JSON.read("[1 2]", StrictJsonTest::tokens)).isInstanceOf(MalformedJsonException.class);
        assertThatThrownBy(() -> JSON.read(LONG_EXPONENT, parser -> {
                    parser.nextToken();
                    return parser.getDecimalValue();
                }))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage("a number's exponent is too long");
    }

    private static int tokens(JsonParser parser) throws IOException {
        int count = 0;
        while (parser.nextToken() != null) {
            count++;
        }
        return count;
    }

    private static int first(JsonParser parser) throws IOException {
        return parser.nextToken().id();
    }

    private static MalformedJsonException refused(StrictJson reader, String text) {
        MalformedJsonException error = catchThrowableOfType(MalformedJsonException.class, () -> reader.read(text));
        assertThat(error)
                .as("an error for %s", text.length() > 80 ? text.length() + " characters" : text)
                .isNotNull();
        return error;
    }
}
