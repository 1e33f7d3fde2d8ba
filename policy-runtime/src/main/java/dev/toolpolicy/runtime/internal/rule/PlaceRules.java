package dev.toolpolicy.runtime.internal.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.match.FirstMatch;
import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.runtime.internal.place.JudgedPath;
import dev.toolpolicy.runtime.internal.place.PathJudge;
import dev.toolpolicy.runtime.internal.place.Place;
import dev.toolpolicy.runtime.internal.place.ValueTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rules at one place, compiled so that the cost of a value doesn't depend on their number. Of the rules that one
 * matching value satisfies, only the first matters. Rules that need all values to match fail one by one. Immutable.
 */
final class PlaceRules {
    private static final int[] NO_RULES = {};

    private final List<ValueTest> tests;
    /** The rules that one satisfying value makes hold, then those that need every value to satisfy them. */
    private final int[] any;

    private final int[] all;
    private final ValueTest[] anyTests;
    private final ValueTest[] allTests;
    /** For strings, or for paths' normal forms. */
    private final @Nullable FirstMatch texts;

    private final @Nullable TextAutomaton allTexts;
    private final NumberRegions numbers;
    private final Outcome yes;
    private final Outcome no;
    private final Outcome none;
    private final Outcome opening;
    private final boolean takesContainers;
    /** Only explanations need it; if two threads make it at once, both are right. */
    private volatile @Nullable TextAutomaton eachText;

    /**
     * Creates the rules at a place.
     *
     * @param here the rules, ascending
     * @param needsAll which of them need every value
     * @param allTested the tests of all rules of the list
     */
    PlaceRules(int[] here, IntPredicate needsAll, List<? extends @Nullable ValueTest> allTested) {
        any = Arrays.stream(here).filter(needsAll.negate()).toArray();
        all = Arrays.stream(here).filter(needsAll).toArray();
        anyTests = tests(any, allTested);
        allTests = tests(all, allTested);
        tests = List.of(tests(here, allTested));
        texts = any.length == 0
                ? null
                : FirstMatch.of(
                        Arrays.stream(anyTests).map(test -> test.texts().get(0)).toList(),
                        any,
                        AutomatonLimits.DEFAULT);
        allTexts = all.length == 0 ? null : automaton(List.of(allTests));
        numbers = new NumberRegions(anyTests, allTests, (first, order) -> outcome(first, test -> test.number(order)));
        yes = outcome(test -> test.bool(true));
        no = outcome(test -> test.bool(false));
        none = outcome(test -> false);
        opening = outcome(ValueTest::takesContainers);
        takesContainers = tests.stream().anyMatch(ValueTest::takesContainers);
    }

    private static ValueTest[] tests(int[] rules, List<? extends @Nullable ValueTest> tests) {
        List<ValueTest> found = new ArrayList<>();
        for (int rule : rules) {
            ValueTest test = tests.get(rule);
            if (test == null) {
                throw new IllegalArgumentException("rule " + (rule + 1) + " looks at no place");
            }
            found.add(test);
        }
        return found.toArray(ValueTest[]::new);
    }

    private static TextAutomaton automaton(List<ValueTest> tests) {
        return TextAutomaton.of(tests.stream().map(test -> test.texts().get(0)).toList(), AutomatonLimits.DEFAULT);
    }

    /** Returns what a value means of which it is known which tests it satisfies. */
    Outcome outcome(Predicate<ValueTest> satisfies) {
        int first = 0;
        while (first < any.length && !satisfies.test(anyTests[first])) {
            first++;
        }
        return outcome(first, satisfies);
    }

    /** Returns the same where the first of the tests is known that need one value. */
    private Outcome outcome(int first, Predicate<ValueTest> satisfies) {
        int[] failed = new int[all.length];
        int count = 0;
        for (int i = 0; i < all.length; i++) {
            if (!satisfies.test(allTests[i])) {
                failed[count++] = i;
            }
        }
        return new Outcome(
                first < any.length ? any[first] : Place.NONE, count == 0 ? NO_RULES : Arrays.copyOf(failed, count));
    }

    /** Returns the lowest rule that one value makes hold, or {@link Place#NONE}. */
    int lowestAny() {
        return any.length == 0 ? Place.NONE : any[0];
    }

    /** Returns the rules that need every value. */
    int[] all() {
        return all;
    }

    /** Returns the automaton for the first rule that a single string satisfies; null if there are no such rules. */
    @Nullable
    FirstMatch texts() {
        return texts;
    }

    /** Returns the automaton for the rules that need every value, by their index; null if there are none. */
    @Nullable
    TextAutomaton allTexts() {
        return allTexts;
    }

    /** Returns the automaton for all rules of this place, by their index. It is created on first use. */
    TextAutomaton eachText() {
        TextAutomaton made = eachText;
        if (made == null) {
            made = automaton(tests);
            eachText = made;
        }
        return made;
    }

    NumberRegions numbers() {
        return numbers;
    }

    Outcome bool(boolean value) {
        return value ? yes : no;
    }

    /** Returns what a value means that satisfies none of the rules. */
    Outcome none() {
        return none;
    }

    /**
     * Returns what an opening container means: which rule is the first that it may still satisfy, and what it fails.
     */
    Outcome opening() {
        return opening;
    }

    boolean takesContainers() {
        return takesContainers;
    }

    Outcome container(JsonNode value, PathJudge judge) {
        return outcome(test -> test.container(value, judge));
    }

    Outcome path(JudgedPath path) {
        return outcome(test -> test.path(path));
    }
}
