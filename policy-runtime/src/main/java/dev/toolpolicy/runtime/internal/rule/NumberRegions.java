package dev.toolpolicy.runtime.internal.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.internal.place.NumberPoints;
import dev.toolpolicy.runtime.internal.place.ValueTest;
import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;

/**
 * The regions of numbers at one place. All numbers in one region have the same outcome, for any number of rules.
 * Immutable.
 */
final class NumberRegions {
    /** How many regions times tests that need every value are kept with what they mean: some megabytes. */
    private static final long KEPT = 1_000_000;

    private final NumberPoints points;
    /** The first of the tests that the numbers of a region satisfy. */
    private final int[] firsts;
    /** What those numbers mean; none if that would be too much to keep. */
    private final Outcome[] outcomes;

    private final BiFunction<Integer, ToIntFunction<ExactNumber>, Outcome> meaning;

    /**
     * Regions of all numbers that some tests compare with.
     *
     * @param any the tests of which only the first matters that a number satisfies
     * @param all the others
     * @param meaning what the numbers of a region mean, by the index of the first test and how they compare with a
     *     point
     */
    NumberRegions(ValueTest[] any, ValueTest[] all, BiFunction<Integer, ToIntFunction<ExactNumber>, Outcome> meaning) {
        this.meaning = meaning;
        List<ExactNumber> numbers = new ArrayList<>();
        for (ValueTest test : any) {
            numbers.addAll(test.numbers());
        }
        for (ValueTest test : all) {
            numbers.addAll(test.numbers());
        }
        points = new NumberPoints(numbers);
        firsts = firsts(any);
        outcomes = new Outcome[all.length == 0 || (long) all.length * firsts.length <= KEPT ? firsts.length : 0];
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] = made(i);
        }
    }

    /** Gives each region its first test. A test means the same between any two of its own numbers. */
    private int[] firsts(ValueTest[] tests) {
        int[] found = new int[points.regions()];
        Arrays.fill(found, tests.length);
        // the next region from here on that has no test yet; itself, if it has none
        int[] free = new int[found.length + 1];
        Arrays.setAll(free, i -> i);
        for (int test = 0; test < tests.length; test++) {
            int from = 0;
            for (int own : tests[test].numbers().stream()
                    .mapToInt(points::regionOf)
                    .sorted()
                    .toArray()) {
                claim(tests[test], test, from, own, found, free);
                claim(tests[test], test, own, own + 1, found, free);
                from = own + 1;
            }
            claim(tests[test], test, from, found.length, found, free);
        }
        return found;
    }

    private void claim(ValueTest test, int number, int from, int to, int[] found, int[] free) {
        if (test.number(point -> points.order(from, point))) {
            for (int i = next(free, from); i < to; i = next(free, i)) {
                found[i] = number;
                free[i] = i + 1;
            }
        }
    }

    private static int next(int[] free, int from) {
        int end = from;
        while (free[end] != end) {
            end = free[end];
        }
        for (int i = from; free[i] != end && i != end; ) {
            int after = free[i];
            free[i] = end;
            i = after;
        }
        return end;
    }

    private Outcome made(int region) {
        return meaning.apply(firsts[region], point -> points.order(region, point));
    }

    private Outcome outcome(int region) {
        return outcomes.length > 0 ? outcomes[region] : made(region);
    }

    /** Returns what a literal means. */
    Outcome of(CharSequence literal) {
        return outcome(points.region(literal));
    }

    /** Returns what a number in a tree means. */
    Outcome of(JsonNode number) {
        return outcome(points.region(number));
    }
}
