package dev.toolpolicy.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers by value, against BigDecimal where that can bear it. */
class ExactNumberTest {

    @Test
    void agreesWithBigDecimal() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (int round = 0; round < 50_000; round++) {
            Random random = new Random(seed + round);
            String left = literal(random);
            String right = random.nextInt(4) == 0 ? new BigDecimal(left).toString() : literal(random);
            String what = "seed " + (seed + round) + ": " + left + " and " + right;
            ExactNumber a = ExactNumber.of(left);
            ExactNumber b = ExactNumber.of(right);
            int expected = new BigDecimal(left).compareTo(new BigDecimal(right));
            assertEquals(expected, Integer.signum(a.compareTo(b)), what);
            assertEquals(expected, Integer.signum(a.compareTo((CharSequence) right)), what);
            assertEquals(expected == 0, a.equals(b), what);
            assertTrue(expected != 0 || a.hashCode() == b.hashCode(), what);
            assertEquals(0, new BigDecimal(a.toString()).compareTo(new BigDecimal(left)), what);
            assertEquals(isWhole(new BigDecimal(left)), a.isInteger(), what);
        }
    }

    private static boolean isWhole(BigDecimal value) {
        return value.setScale(0, RoundingMode.FLOOR).compareTo(value) == 0;
    }

    private static String literal(Random random) {
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
        text.append(random.nextInt(3) == 0 ? "0" : String.valueOf(1 + random.nextInt(2000)));
        if (random.nextBoolean()) {
            text.append('.').append(List.of("0", "00", "5", "50", "05", "123").get(random.nextInt(6)));
        }
        if (random.nextBoolean()) {
            text.append(random.nextBoolean() ? "e" : "E")
                    .append(List.of("", "+", "-").get(random.nextInt(3)));
            text.append(random.nextInt(12));
        }
        return text.toString();
    }

    @Test
    void hugeExponentsCostNothing() {
        ExactNumber tiny = ExactNumber.of("1e-99999999999999999999");
        assertTrue(tiny.compareTo("1e-99999999999999999998") < 0);
        assertTrue(tiny.compareTo("-0.000e+7") > 0);
        assertEquals(0, tiny.compareTo("0.10e-99999999999999999998"));
        assertTrue(tiny.compareTo(ExactNumber.of("0")) > 0);
        assertTrue(tiny.compareTo(ExactNumber.of("1e-99999999999999999998")) < 0);
        assertFalse(tiny.isInteger());
        assertTrue(ExactNumber.of("1e999999999").isInteger());
        assertEquals(ExactNumber.of("0e999999999999"), ExactNumber.of("-0.0"));
    }

    @Test
    void neighboursBeyondDoublesDiffer() {
        assertTrue(ExactNumber.of("9007199254740993").compareTo(ExactNumber.of("9007199254740992")) > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", "NaN", "1 ", "--1", "1e5.0", "\u0661"})
    void onlyJsonNumbers(String text) {
        assertFalse(ExactNumber.isLiteral(text));
        assertThrows(NumberFormatException.class, () -> ExactNumber.of(text));
    }
}
