package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The values that a fact lists, as values of another place are compared with them. Immutable.
 *
 * @param texts the strings, sorted by UTF-16 code units
 */
record FactSet(String[] texts, Set<ExactNumber> numbers, Set<NormalPath> paths) {
    /** The set without values. */
    static final FactSet NONE = new FactSet(new String[0], Set.of(), Set.of());

    /** Returns the set of some values. Their texts count as strings and as paths of a form. */
    static FactSet of(List<JsonNode> values, NormalPath.Form form) {
        String[] texts = values.stream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .distinct()
                .sorted()
                .toArray(String[]::new);
        Set<ExactNumber> numbers =
                values.stream().filter(JsonNode::isNumber).map(ExactNumber::of).collect(Collectors.toSet());
        return new FactSet(texts, numbers, Arrays.stream(texts).map(form::of).collect(Collectors.toSet()));
    }

    /** Returns the values that are in another set too. */
    FactSet and(FactSet other) {
        Set<ExactNumber> both = new HashSet<>(numbers);
        both.retainAll(other.numbers);
        Set<NormalPath> bothPaths = new HashSet<>(paths);
        bothPaths.retainAll(other.paths);
        return new FactSet(filtered(other::contains), both, bothPaths);
    }

    /** Returns the set with only those strings that satisfy a test. */
    FactSet withTexts(Predicate<String> test) {
        return new FactSet(filtered(test), numbers, paths);
    }

    /** Returns the set with only those numbers that satisfy a test. */
    FactSet withNumbers(Predicate<ExactNumber> test) {
        return new FactSet(texts, numbers.stream().filter(test).collect(Collectors.toSet()), paths);
    }

    /** Returns the set with the normal forms of its paths as its strings. */
    FactSet asPaths() {
        return new FactSet(paths.stream().map(NormalPath::toString).sorted().toArray(String[]::new), numbers, paths);
    }

    boolean hasNoNumbers() {
        return numbers.isEmpty();
    }

    boolean hasNoPaths() {
        return paths.isEmpty();
    }

    private String[] filtered(Predicate<String> test) {
        return Arrays.stream(texts).filter(test).toArray(String[]::new);
    }

    boolean contains(String text) {
        return Arrays.binarySearch(texts, text) >= 0;
    }

    boolean contains(ExactNumber number) {
        return numbers.contains(number);
    }

    boolean contains(NormalPath path) {
        return paths.contains(path);
    }

    /** Returns how many strings there are. */
    int size() {
        return texts.length;
    }

    /**
     * Returns the first of some strings, all of which start with the same characters, that isn't below a text with one
     * character more.
     *
     * @param low the first of the strings
     * @param high what follows the last of them
     * @param length how many characters are the same
     * @param next the character after them
     */
    int from(int low, int high, int length, int next) {
        int from = low;
        int to = high;
        while (from < to) {
            int middle = from + to >>> 1;
            String text = texts[middle];
            if (text.length() <= length || text.charAt(length) < next) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /** Returns whether one of the strings has this length. It can only be the first. */
    boolean endsAt(int low, int high, int length) {
        return low < high && texts[low].length() == length;
    }
}
