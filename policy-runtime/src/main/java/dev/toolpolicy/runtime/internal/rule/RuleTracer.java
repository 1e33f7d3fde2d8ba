package dev.toolpolicy.runtime.internal.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton;
import dev.toolpolicy.runtime.decision.Explanation;
import dev.toolpolicy.runtime.decision.Explanation.Evidence;
import dev.toolpolicy.runtime.internal.json.TextPosition;
import dev.toolpolicy.runtime.internal.place.JudgedPath;
import dev.toolpolicy.runtime.internal.place.PathJudge;
import dev.toolpolicy.runtime.internal.place.Place;
import dev.toolpolicy.runtime.internal.place.PlaceCursor;
import dev.toolpolicy.runtime.internal.place.Trace;
import dev.toolpolicy.runtime.internal.place.Tracer;
import dev.toolpolicy.runtime.internal.place.ValueTest;
import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The record of what settled each rule of a call, beside its evaluation. Created only if explanations are recorded. It
 * gets each event before the evaluation, up to the decision, and drops what is no longer needed. One thread drives it.
 */
final class RuleTracer implements Tracer {
    private final FirstRules rules;
    private final TextPosition position;
    private final RuleStates states;
    private final Map<Integer, Evidence> evidence = new HashMap<>();
    private final Trace trace = new Trace();
    private final Captures captures = new Captures();
    private final PlaceCursor at;
    private final StringBuilder path = new StringBuilder();
    private final PathJudge judge;
    private @Nullable Place string;
    private @Nullable TextAutomaton texts;
    private int[] stepping = {};
    private CharSequence piece = "";
    private int pieceStart;
    private boolean stopped;
    private final TextAutomaton.Listener settling = this::settle;

    RuleTracer(FirstRules rules, TextPosition position, PathJudge judge) {
        this.rules = rules;
        this.position = position;
        this.states = new RuleStates(rules);
        this.judge = judge;
        this.at = new PlaceCursor(rules.root());
    }

    @Override
    public void stop(long decidedAt) {
        stopped = true;
        for (int rule : states.forgetAfter(decidedAt)) {
            evidence.remove(rule);
        }
    }

    @Override
    public List<Explanation.RuleTrace> traces() {
        List<Explanation.RuleTrace> traces = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            traces.add(new Explanation.RuleTrace(
                    rules.rule(i).toString(), states.state(i), Optional.ofNullable(evidence.get(i))));
        }
        return traces;
    }

    private void value(Place place, int rule, boolean satisfied, int index) {
        long offset = position.offset(index);
        if (states.value(rule, satisfied, place.isRepeated(), offset)) {
            evidence.put(rule, trace.evidence(piece, pieceStart, index, offset));
        }
    }

    private void value(@Nullable Place place, Predicate<ValueTest> satisfies) {
        if (place == null) {
            return;
        }
        for (int rule : place.here()) {
            ValueTest test = rules.test(rule);
            value(place, rule, test != null && satisfies.test(test), 0);
        }
    }

    private void exhaust(@Nullable Place place) {
        if (place == null || place.isRepeated()) {
            return;
        }
        for (int i = place.number(); i < place.end(); i++) {
            for (int rule : rules.allPlaces().get(i).here()) {
                long offset = position.offset();
                if (states.exhausted(rule, offset)) {
                    evidence.put(rule, trace.evidence("", 0, 0, offset));
                }
            }
        }
    }

    /** Records that a string settles one of the rules at its place. */
    private void settle(int index, boolean matched, int at) {
        if (string != null) {
            value(string, string.here()[index], matched, at);
        }
    }

    @Override
    public void objectStart() {
        if (!stopped) {
            trace.objectStart();
            opened(at.openObject());
            captures.objectStart();
        }
    }

    @Override
    public void arrayStart() {
        if (!stopped) {
            trace.arrayStart();
            opened(at.openArray());
            captures.arrayStart();
        }
    }

    private void opened(@Nullable Place place) {
        PlaceRules own = place == null ? null : rules.at(place);
        if (place != null && own != null) {
            for (int rule : place.here()) {
                ValueTest test = rules.test(rule);
                if (test != null && !test.takesContainers()) {
                    value(place, rule, false, 0);
                }
            }
            if (own.takesContainers()) {
                captures.begin(place, at.depth());
            }
        }
    }

    @Override
    public void name(String name) {
        if (!stopped) {
            trace.name(name);
            at.toMember(name);
            captures.name(name);
        }
    }

    @Override
    public void absent(String name) {
        if (!stopped) {
            trace.absent(name);
            exhaust(at.member(name));
        }
    }

    @Override
    public void objectEnd() {
        if (!stopped) {
            trace.objectEnd();
            captures.objectEnd();
            closeContainer();
        }
    }

    @Override
    public void arrayEnd() {
        if (!stopped) {
            trace.arrayEnd();
            captures.arrayEnd();
            closeContainer();
        }
    }

    private void closeContainer() {
        Captures.Capture whole = captures.end(at.depth());
        if (whole != null) {
            JsonNode value = whole.values().value().orElseThrow();
            value(whole.place(), test -> test.container(value, judge));
        }
        valueEnded(at.close());
    }

    @Override
    public void stringStart() {
        if (stopped) {
            return;
        }
        trace.stringStart();
        captures.stringStart();
        string = at.next();
        path.setLength(0);
        PlaceRules own = string == null ? null : rules.at(string);
        texts = own == null || string == null || string.isPath() ? null : own.eachText();
        if (texts != null) {
            stepping = texts.newState();
            texts.start(stepping, 0, settling);
        }
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        if (stopped) {
            return;
        }
        captures.text(buffer, start, end);
        if (texts != null) {
            piece = buffer;
            pieceStart = start;
            for (int i = start; i < end; ) {
                i = texts.step(stepping, buffer, i, end, settling);
            }
            piece = "";
            pieceStart = 0;
        } else if (string != null && string.isPath()) {
            path.append(buffer, start, end);
        }
        trace.text(buffer, start, end);
    }

    @Override
    public void stringEnd() {
        if (stopped) {
            return;
        }
        captures.stringEnd();
        if (texts != null) {
            texts.end(stepping, 0, settling);
        } else if (string != null && string.isPath()) {
            JudgedPath judged = judge.judge(path.toString());
            value(string, test -> test.path(judged));
        }
        texts = null;
        valueEnded(string);
    }

    @Override
    public void number(CharSequence literal) {
        if (!stopped) {
            trace.number(literal);
            captures.number(literal);
            ExactNumber number = ExactNumber.of(literal);
            value(at.next(), test -> test.number(point -> number.compareTo(point)));
            valueEnded(at.next());
        }
    }

    @Override
    public void bool(boolean flag) {
        if (!stopped) {
            trace.bool(flag);
            captures.bool(flag);
            value(at.next(), test -> test.bool(flag));
            valueEnded(at.next());
        }
    }

    @Override
    public void nullValue() {
        if (!stopped) {
            trace.nullValue();
            captures.nullValue();
            valueEnded(at.next());
        }
    }

    private void valueEnded(@Nullable Place place) {
        exhaust(place);
        at.toElement();
    }
}
