package dev.toolpolicy.runtime.internal.place;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.schema.ExactNumber;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A long, also the least and the greatest, is in the region that comparing it with each point finds. */
class NumberPointsTest {
    private static final List<String> POINTS = List.of(
            "-1e30", "-9223372036854775808.5", "-9223372036854775808", "-0.5", "3", "9223372036854775807", "1e30");

    private final NumberPoints points =
            new NumberPoints(POINTS.stream().map(ExactNumber::of).toList());

    @Test
    void aLongHasTheRegionOfItsLiteral() {
        for (long value : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 3, 4, Long.MAX_VALUE}) {
            ExactNumber exact = ExactNumber.of(Long.toString(value));
            long below = POINTS.stream()
                    .map(ExactNumber::of)
                    .filter(point -> point.compareTo(exact) < 0)
                    .count();
            long equal =
                    POINTS.stream().map(ExactNumber::of).filter(exact::equals).count();
            assertThat(points.region(value)).as("%s", value).isEqualTo((int) (2 * below + equal));
        }
    }
}
