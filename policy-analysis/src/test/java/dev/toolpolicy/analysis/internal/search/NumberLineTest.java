package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Matcher.Bound;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.Precision;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rest between two limits, on lines with gaps and without. */
class NumberLineTest {

    /**
     * The number that is left when rules take all below and all above a range, such as {@code [1..2)}, where the
     * brackets say whether the ends are left too; "none" if none is.
     */
    private static String left(ParameterType type, String range) {
        int dots = range.indexOf("..");
        String low = range.substring(1, dots);
        String high = range.substring(dots + 2, range.length() - 1);
        List<RuleSpec> rules = new ArrayList<>();
        if (!low.isEmpty()) {
            rules.add(rule(range.startsWith("[") ? Bound.EXCLUSIVE_MAXIMUM : Bound.MAXIMUM, low));
        }
        if (!high.isEmpty()) {
            rules.add(rule(range.endsWith("]") ? Bound.EXCLUSIVE_MINIMUM : Bound.MINIMUM, high));
        }
        ToolSchema schema = ToolSchema.of(Parameter.required("n", type));
        Reach end = Reachability.of(RuleScope.of(schema, PathReading.PLAIN), new RuleList(rules))
                .implicit();
        if (end instanceof Reach.Decides found) {
            return ExactNumber.of(found.arguments().get("n")).toString();
        }
        assertThat(end).isInstanceOf(Reach.Never.class);
        return "none";
    }

    static RuleSpec rule(Bound kind, String limit) {
        Matcher matcher = Matcher.bound(kind, ExactNumber.of(limit));
        return RuleSpec.when(Condition.onArgument(ArgumentPointer.parse("/n"), matcher), Mode.ASK);
    }

    @ParameterizedTest
    @CsvSource({
        "(..), 0",
        "(-1..1), 0",
        "(0..1), 0.1",
        "[1..1], 1",
        "(1..1], none",
        "(1..2), 1.1",
        "(1..2], 2",
        "[0.5..0.6), 0.5",
        "(0.5..0.500001), 0.5000001",
        "(0.25..0.3), 0.251",
        "(-0.3..-0.25), -0.251",
        "(0..1e-400), 1e-401",
        "(0..1e-999999999), 1e-1000000000",
        "(1e400..), 1e401",
        "(..-1e400), -1e401",
        "(-7.5..-7.4), -7.41",
        "(-8.5..-7.4), -8",
        "(9.99..10), 9.991",
        "(99..1000), 100",
        "(2..1), none"
    })
    void allNumbers(String range, String number) {
        assertThat(left(ParameterType.number(), range)).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({
        "(..), 0",
        "(0..1), none",
        "(0..2), 1",
        "(0.5..1), none",
        "(0.5..1], 1",
        "(-1.5..-0.5), -1",
        "(1e30..1e31), 1.000000000000000000000000000001e30",
        "(9007199254740992..9007199254740994), 9007199254740993",
        "(9007199254740992..9007199254740993), none",
        "(1e-999999999999..1), none",
        "(1e2500..), 1e2501"
    })
    void wholeNumbers(String range, String number) {
        String left = left(ParameterType.integer(), range);
        assertThat(left.equals("none") ? left : ExactNumber.of(left).toString())
                .isEqualTo(
                        number.equals("none") ? number : ExactNumber.of(number).toString());
    }

    @ParameterizedTest
    @CsvSource({"(..0), none", "(..0], 0", "(2..), none", "(1..), 2", "[3..), none", "(-5..5), 0"})
    void wholeNumbersOfAJavaType(String range, String number) {
        assertThat(left(ParameterType.integer(0, 2), range)).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({
        "(0..1), 0.1",
        "(0.1..0.10000000000000002), none",
        "(0.1..0.10000000000000003), 0.10000000000000002",
        "(0..5e-324), none",
        "(0..5e-324], 5e-324",
        "(1.7976931348623157e308..), none",
        "[1.7976931348623157e308..), 1.7976931348623157e308",
        "(..-1.7976931348623157e308), none",
        "(-1e309..1e309), 0",
        "(1e309..), none",
        "(5.684341886080801e-14..5.684341886080803e-14), 5.684341886080802e-14"
    })
    void doubles(String range, String number) {
        assertThat(left(ParameterType.number(Precision.DOUBLE), range)).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({
        "(0.1..0.10000001), none",
        "(0.1..0.10000002), 0.10000001",
        "(3.4028235e38..), none",
        "(1..1.0000001), none",
        "(1..1.0000002), 1.0000001"
    })
    void floats(String range, String number) {
        assertThat(left(ParameterType.number(Precision.FLOAT), range)).isEqualTo(number);
    }
}
