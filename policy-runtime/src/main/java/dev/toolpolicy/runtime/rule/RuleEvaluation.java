package dev.toolpolicy.runtime.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.automaton.TextAutomaton;
import dev.toolpolicy.runtime.json.CheckedVisitor;
import dev.toolpolicy.runtime.json.ValueAggregator;
import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayList;
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
    private final @Nullable Trace trace;
    private final RuleStates states;
    private final List<@Nullable Place> open = new ArrayList<>();
    private final List<Capture> captures = new ArrayList<>();
    private final StringBuilder path = new StringBuilder();
    private @Nullable Place next;
    private @Nullable Place string;
    private @Nullable TextAutomaton texts;
    private int[] stepping = {};
    private final TextAutomaton.Listener settling = (index, matched, at) -> settle(index, matched);

    RuleEvaluation(CompiledRules rules, @Nullable Trace trace) {
        this.rules = rules;
        this.trace = trace;
        this.states = new RuleStates(rules, trace);
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

    /**
     * Who is to hear of the arguments.
     *
     * @return this evaluation, and what it remembers for explanations
     */
    public CheckedVisitor visitor() {
        return trace == null ? this : CheckedVisitor.both(trace, this);
    }

    /**
     * Takes note of how much of the text was read by now, for explanations.
     *
     * @param offset how many characters
     */
    public void reached(long offset) {
        if (trace != null) {
            trace.reached(offset);
        }
    }

    /**
     * What is known of each rule and what settled it.
     *
     * @return the explanation as of now; empty if the evaluation wasn't begun to be explained
     */
    public Optional<Explanation> explanation() {
        return Optional.ofNullable(trace).map(this::explain);
    }

    private Explanation explain(Trace remembered) {
        List<Explanation.RuleTrace> traces = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            traces.add(new Explanation.RuleTrace(
                    rules.rule(i).toString(), states.state(i), remembered.evidence(i)));
        }
        return new Explanation(traces, verdict(), waitingOn());
    }

    private boolean isDecided() {
        return states.verdict() != null;
    }

    @Override
    public void objectStart() {
        if (!isDecided()) {
            openContainer();
            for (Capture capture : captures) {
                capture.values.objectStart();
            }
        }
    }

    @Override
    public void arrayStart() {
        if (!isDecided()) {
            openContainer();
            for (Capture capture : captures) {
                capture.values.arrayStart();
            }
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
            for (Capture capture : captures) {
                capture.values.name(name);
            }
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
            for (Capture capture : captures) {
                capture.values.objectEnd();
            }
            closeContainer();
        }
    }

    @Override
    public void arrayEnd() {
        if (!isDecided()) {
            for (Capture capture : captures) {
                capture.values.arrayEnd();
            }
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
            for (Capture capture : captures) {
                capture.values.stringStart();
            }
            texts = string == null ? null : string.texts();
            if (texts != null) {
                stepping = texts.newState();
                texts.start(stepping, 0, settling);
            }
        }
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        if (!isDecided()) {
            for (Capture capture : captures) {
                capture.values.text(buffer, start, end);
            }
            if (texts != null) {
                texts.step(stepping, buffer, start, end, settling);
            } else if (string != null && string.isPath()) {
                path.append(buffer, start, end);
            }
        }
    }

    @Override
    public void stringEnd() {
        if (!isDecided()) {
            for (Capture capture : captures) {
                capture.values.stringEnd();
            }
            if (texts != null) {
                texts.end(stepping, 0, settling);
            } else if (string != null && string.isPath()) {
                JudgedPath judged = rules.judge(path.toString());
                test(string, test -> test.path(judged));
            }
            texts = null;
            valueEnded(string);
        }
    }

    /** A string settles one of the rules at its place. */
    private void settle(int index, boolean matched) {
        if (string != null) {
            int rule = string.here()[index];
            if (matched) {
                states.satisfied(rule);
            } else {
                states.failed(rule, string.isRepeated());
            }
        }
    }

    @Override
    public void number(CharSequence literal) {
        if (!isDecided()) {
            for (Capture capture : captures) {
                capture.values.number(literal);
            }
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
            for (Capture capture : captures) {
                capture.values.bool(value);
            }
            test(next, test -> test.bool(value));
            valueEnded(next);
        }
    }

    @Override
    public void nullValue() {
        if (!isDecided()) {
            for (Capture capture : captures) {
                capture.values.nullValue();
            }
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
