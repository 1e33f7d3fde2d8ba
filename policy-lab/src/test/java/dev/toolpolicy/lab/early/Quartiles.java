package dev.toolpolicy.lab.early;

import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/**
 * The quartiles of some counts, each of which is one of the counts: the first of those in order that has a quarter, a
 * half, three quarters of them at or before it.
 */
record Quartiles(int first, int median, int third) {

    static Quartiles of(List<Timing> timings, ToIntFunction<Timing> count) {
        int[] sorted = timings.stream().mapToInt(count).sorted().toArray();
        return new Quartiles(at(sorted, 1), at(sorted, 2), at(sorted, 3));
    }

    private static int at(int[] sorted, int quarters) {
        return sorted[(sorted.length * quarters + 3) / 4 - 1];
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%,d / %,d / %,d", first, median, third);
    }
}
