package dev.toolpolicy.runtime.internal.flow;

import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.FragmentVisitor;
import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A reader of the values at some places of one result: a text that is as a whole one JSON object or array, strictly.
 * Anything else has none. For one text.
 */
final class ResultValues implements FragmentVisitor {
    private static final ArgumentLimits LIMITS = ArgumentLimits.defaults();

    private final Map<String, List<String>> found = new LinkedHashMap<>();
    private final StringBuilder string = new StringBuilder();
    /** The place of the value that comes next, or of the open container: on the way to some of the places. */
    private final Deque<List<Way>> open = new ArrayDeque<>();

    private final List<Way> starts = new ArrayList<>();
    private List<Way> next;

    /** The part of a pointer to values of a set that has been passed. */
    private record Way(String set, List<String> segments, int passed) {
        boolean isThere() {
            return passed == segments.size();
        }
    }

    private ResultValues(Map<String, ResultSpec.Source> sources) {
        sources.forEach((set, source) -> {
            source.at().forEach(each -> starts.add(new Way(set, each.segments(), 0)));
        });
        next = starts;
    }

    /**
     * Returns the scalars of a text that pointers reach, by set, in the order of the text.
     *
     * @param text the text as the model gets it
     * @param sources the places, by set
     */
    static Map<String, List<String>> of(String text, Map<String, ResultSpec.Source> sources) {
        ResultValues values = new ResultValues(sources);
        FragmentParser parser = new FragmentParser(LIMITS, values).append(text).finish();
        return parser.error().isPresent() ? Map.of() : values.found;
    }

    /** Returns whether a text is one JSON number within the limits of arguments. */
    static boolean isNumber(String text) {
        return text.length() <= LIMITS.number()
                && ExactNumber.isLiteral(text)
                && Double.isFinite(Double.parseDouble(text));
    }

    @Override
    public void objectStart() {
        open();
    }

    @Override
    public void arrayStart() {
        open();
    }

    /** Opens a container. Pointers pass through arrays, so elements stand where their array does. */
    private void open() {
        open.push(next);
    }

    @Override
    public void name(String name) {
        next = open.element().stream()
                .filter(way ->
                        !way.isThere() && way.segments().get(way.passed()).equals(name))
                .map(way -> new Way(way.set(), way.segments(), way.passed() + 1))
                .toList();
    }

    @Override
    public void objectEnd() {
        next = open.pop();
    }

    @Override
    public void arrayEnd() {
        next = open.pop();
    }

    @Override
    public void stringStart() {
        string.setLength(0);
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        string.append(buffer, start, end);
    }

    @Override
    public void stringEnd() {
        scalar(string.toString());
    }

    @Override
    public void number(CharSequence literal) {
        scalar(literal.toString());
    }

    @Override
    public void bool(boolean value) {
        scalar(String.valueOf(value));
    }

    private void scalar(String text) {
        for (Way way : next) {
            if (way.isThere()) {
                found.computeIfAbsent(way.set(), set -> new ArrayList<>()).add(text);
            }
        }
    }
}
