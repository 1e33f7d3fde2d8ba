package dev.toolpolicy.runtime.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.json.CheckedVisitor;
import dev.toolpolicy.runtime.json.ValueAggregator;
import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides about one call while its arguments stream, as early as it is certain and as the complete arguments would.
 * Hears of checked arguments: valid, with their defaults, each missing parameter told. Once decided it listens no more.
 *
 * <p>It walks the trie of the rules' pointers beside the text. A place with no array on its way has one value, so what
 * looks there or below is settled when that value is complete or known to be absent; a place behind an array may have
 * more until the outermost array closes, which is such a place.
 *
 * <p>One thread drives it.
 */
public final class RuleEvaluation implements CheckedVisitor {
    private final CompiledRules rules;
    private final RuleStates states;
    private final List<@Nullable Place> open = new ArrayList<>();
    private final List<Capture> captures = new ArrayList<>();
    private final StringBuilder path = new StringBuilder();
    private @Nullable Place next;
    private @Nullable Place string;
    private @Nullable WordTrie words;

    RuleEvaluation(CompiledRules rules) {
        this.rules = rules;
        this.states = new RuleStates(rules);
        this.next = rules.root();
    }

    /**
     * The verdict, if it is certain.
     *
     * @return the verdict, final once there; empty while it waits
     */
    public Optional<RuleVerdict> verdict() {
        return Optional.ofNullable(states.verdict());
    }

    /**
     * What the verdict waits for.
     *
     * @return the pointer of the first rule that is still open, or of the path that may keep the call from running
     *     unattended; empty once there is a verdict
     */
    public Optional<String> waitingOn() {
        return states.waitingOn();
    }

    private boolean isDecided() {
        return states.verdict() != null;
    }

    @Override
    public void objectStart() {
        if (!isDecided()) {
            openContainer();
            captures.forEach(capture -> capture.values.objectStart());
        }
    }

    @Override
    public void arrayStart() {
        if (!isDecided()) {
            openContainer();
            captures.forEach(capture -> capture.values.arrayStart());
            next = elementsOf(top());
        }
    }

    private void openContainer() {
        Place place = next;
        open.add(place);
        if (place != null && place.here().length > 0) {
            boolean captured = false;
            for (int rule : place.here()) {
                if (test(rule).takesContainers()) {
                    captured = true;
                } else {
                    states.failed(rule, place.isRepeated());
                }
            }
            if (captured) {
                captures.add(new Capture(place, open.size()));
            }
        }
        next = null;
    }

    private static @Nullable Place elementsOf(@Nullable Place place) {
        return place == null ? null : place.elements();
    }

    private @Nullable Place top() {
        return open.isEmpty() ? null : open.get(open.size() - 1);
    }

    @Override
    public void name(String name) {
        if (!isDecided()) {
            Place object = top();
            next = object == null ? null : object.property(name);
            captures.forEach(capture -> capture.values.name(name));
        }
    }

    @Override
    public void absent(String name) {
        if (!isDecided()) {
            Place object = top();
            settle(object == null ? null : object.property(name));
        }
    }

    @Override
    public void objectEnd() {
        if (!isDecided()) {
            captures.forEach(capture -> capture.values.objectEnd());
            closeContainer();
        }
    }

    @Override
    public void arrayEnd() {
        if (!isDecided()) {
            captures.forEach(capture -> capture.values.arrayEnd());
            closeContainer();
        }
    }

    private void closeContainer() {
        int last = captures.size() - 1;
        if (last >= 0 && captures.get(last).depth == open.size()) {
            Capture capture = captures.remove(last);
            JsonNode value = capture.values.value().orElseThrow();
            test(capture.place, test -> test.container(value));
        }
        valueEnded(open.remove(open.size() - 1));
    }

    @Override
    public void stringStart() {
        if (!isDecided()) {
            string = next;
            path.setLength(0);
            captures.forEach(capture -> capture.values.stringStart());
            words = string == null ? null : string.words();
            if (words != null) {
                apply(words);
            }
        }
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        if (!isDecided()) {
            captures.forEach(capture -> capture.values.text(buffer, start, end));
            if (words != null) {
                follow(buffer, start, end);
            } else if (string != null && string.isPath()) {
                path.append(buffer, start, end);
            }
        }
    }

    private void follow(CharSequence buffer, int start, int end) {
        WordTrie at = words;
        for (int i = start; i < end && at != null; i++) {
            WordTrie to = at.next(buffer.charAt(i));
            if (to == null) {
                fail(at.open());
            } else if (to.satisfied().length + to.lost().length > 0) {
                apply(to);
            }
            at = to == null || to.open().length == 0 ? null : to;
        }
        words = at;
    }

    private void apply(WordTrie node) {
        for (int rule : node.satisfied()) {
            states.satisfied(rule);
        }
        fail(node.lost());
    }

    private void fail(int[] lost) {
        boolean repeated = string != null && string.isRepeated();
        for (int rule : lost) {
            states.failed(rule, repeated);
        }
    }

    @Override
    public void stringEnd() {
        if (!isDecided()) {
            captures.forEach(capture -> capture.values.stringEnd());
            if (words != null) {
                endWord(words);
            } else if (string != null && string.isPath()) {
                String text = path.toString();
                test(string, test -> test.text(text));
            }
            words = null;
            valueEnded(string);
        }
    }

    private void endWord(WordTrie end) {
        for (int rule : end.equal()) {
            states.satisfied(rule);
        }
        for (int rule : end.open()) {
            if (Arrays.binarySearch(end.equal(), rule) < 0) {
                fail(new int[] {rule});
            }
        }
    }

    @Override
    public void number(CharSequence literal) {
        if (!isDecided()) {
            captures.forEach(capture -> capture.values.number(literal));
            if (next != null && next.here().length > 0) {
                ExactNumber number = ExactNumber.of(literal);
                test(next, test -> test.number(number));
            }
            valueEnded(next);
        }
    }

    @Override
    public void bool(boolean value) {
        if (!isDecided()) {
            captures.forEach(capture -> capture.values.bool(value));
            test(next, test -> test.bool(value));
            valueEnded(next);
        }
    }

    @Override
    public void nullValue() {
        if (!isDecided()) {
            captures.forEach(capture -> capture.values.nullValue());
            valueEnded(next);
        }
    }

    private void test(@Nullable Place place, Predicate<ValueTest> holds) {
        if (place == null) {
            return;
        }
        for (int rule : place.here()) {
            if (holds.test(test(rule))) {
                states.satisfied(rule);
            } else {
                states.failed(rule, place.isRepeated());
            }
        }
    }

    private ValueTest test(int rule) {
        ValueTest test = rules.test(rule);
        if (test == null) {
            throw new IllegalStateException("rule " + (rule + 1) + " looks at no place");
        }
        return test;
    }

    private void valueEnded(@Nullable Place place) {
        settle(place);
        Place container = top();
        next = elementsOf(container);
    }

    private void settle(@Nullable Place place) {
        if (place != null && !place.isRepeated()) {
            for (int rule : place.below()) {
                states.exhausted(rule);
            }
        }
    }

    /** A container whose whole value rules look at. */
    private static final class Capture {
        private final Place place;
        private final int depth;
        private final ValueAggregator values = new ValueAggregator();

        private Capture(Place place, int depth) {
            this.place = place;
            this.depth = depth;
        }
    }
}
