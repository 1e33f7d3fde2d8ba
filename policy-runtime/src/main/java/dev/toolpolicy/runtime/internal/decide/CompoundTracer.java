package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.runtime.call.Explanation;
import dev.toolpolicy.runtime.call.Explanation.State;
import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The record of what settled each rule of a call. It hears each event before the evaluation, which then tells it of the
 * clauses that the event settled. One thread drives it.
 */
public final class CompoundTracer implements CheckedVisitor {
    private final CompoundRules rules;
    private final TextPosition position;
    private final Trace trace = new Trace();
    private final Trace.@Nullable Evidence[] evidence;
    private final Standing[] clauses;
    /** The piece of text that was heard last, until it has been read. */
    private String piece = "";

    private int pieceStart;
    private boolean stopped;

    CompoundTracer(CompoundRules rules, TextPosition position, ClauseProgress first) {
        this.rules = rules;
        this.position = position;
        int size = rules.clauses().all().size();
        evidence = new Trace.Evidence[size];
        clauses = new Standing[size];
        Arrays.setAll(clauses, first::clause);
    }

    /** Records a clause that is settled by what is being heard. */
    void settled(int clause, boolean holds, int index) {
        if (stopped) {
            return;
        }
        clauses[clause] = Standing.of(holds);
        evidence[clause] = trace.evidence(piece, 0, Math.max(0, index - pieceStart), position.offset(index));
    }

    /** Ends the trace when the list is decided. */
    public void stop() {
        stopped = true;
    }

    /** Returns the state of each rule. */
    public List<Explanation.RuleTrace> traces() {
        List<Explanation.RuleTrace> traces = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            traces.add(trace(i));
        }
        return traces;
    }

    private Explanation.RuleTrace trace(int rule) {
        String words = (rule < rules.parts().get(0).to() ? "" : "floor: ") + rules.rule(rule);
        int possible = rules.size() + rule;
        boolean unread = clauses[rule] == Standing.FALSE && clauses[possible] == Standing.TRUE;
        State state = unread ? State.UNREAD : state(clauses[rule]);
        Trace.Evidence by = evidence[unread ? possible : rule];
        return by == null
                ? new Explanation.RuleTrace(words, state, Optional.empty(), "", 0)
                : new Explanation.RuleTrace(words, state, Optional.of(by.place()), by.value(), by.offset());
    }

    private static State state(Standing standing) {
        return switch (standing) {
            case OPEN -> State.OPEN;
            case TRUE -> State.MATCHED;
            case FALSE -> State.ELIMINATED;
        };
    }

    /** Returns whether the trace goes on; then the piece of text that was heard last has been read. */
    private boolean isOn() {
        if (!stopped && !piece.isEmpty()) {
            trace.text(piece, 0, piece.length());
        }
        piece = "";
        pieceStart = 0;
        return !stopped;
    }

    @Override
    public void objectStart() {
        if (isOn()) {
            trace.objectStart();
        }
    }

    @Override
    public void name(String name) {
        if (isOn()) {
            trace.name(name);
        }
    }

    @Override
    public void absent(String name) {
        if (isOn()) {
            trace.absent(name);
        }
    }

    @Override
    public void objectEnd() {
        if (isOn()) {
            trace.objectEnd();
        }
    }

    @Override
    public void arrayStart() {
        if (isOn()) {
            trace.arrayStart();
        }
    }

    @Override
    public void arrayEnd() {
        if (isOn()) {
            trace.arrayEnd();
        }
    }

    @Override
    public void stringStart() {
        if (isOn()) {
            trace.stringStart();
        }
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        if (isOn()) {
            piece = buffer.subSequence(start, end).toString();
            pieceStart = start;
        }
    }

    @Override
    public void stringEnd() {
        isOn();
    }

    @Override
    public void number(CharSequence literal) {
        if (isOn()) {
            trace.number(literal);
        }
    }

    @Override
    public void bool(boolean value) {
        if (isOn()) {
            trace.bool(value);
        }
    }

    @Override
    public void nullValue() {
        if (isOn()) {
            trace.nullValue();
        }
    }
}
