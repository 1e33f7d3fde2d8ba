package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.decide.TracedRules.RuleTrace;
import dev.toolpolicy.runtime.internal.decide.TracedRules.State;
import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The record of what settled each rule of a call. It follows where in the arguments the reading is, and the value there;
 * of a string, its first characters. It hears each event before the evaluation, which then tells it of the clauses that
 * the event settled. One thread drives it.
 */
public final class Trace implements CheckedVisitor {
    private static final int LONGEST = 80;
    private static final int NOT_IN_ARRAY = -1;

    private final CompoundRules rules;
    private final TextPosition position;
    private final @Nullable Evidence[] evidence;
    private final Deque<Level> open = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private String value = "";
    private long textLength;
    private boolean inText;
    /** The piece of text that was heard last, until it has been read. */
    private String piece = "";

    private int pieceStart;
    /** Whether the innermost container is only just opening, or closing: what is told of is the container itself. */
    private boolean atEdge;

    private boolean closed;

    /** An open container, and where in it the reading is. */
    private static final class Level {
        private @Nullable String name;
        private int index = NOT_IN_ARRAY;
    }

    /** The value that settled a rule: its place, the value as text, and how much of the call had been read. */
    private record Evidence(String place, String value, long offset) {}

    Trace(CompoundRules rules, TextPosition position) {
        this.rules = rules;
        this.position = position;
        this.evidence = new Evidence[rules.clauses().all().size()];
    }

    /**
     * Records that what is being heard settled a clause.
     *
     * @param index the index in the piece of text behind the character that settled it; 0 for what isn't text
     */
    void settled(int clause, int index) {
        evidence[clause] = new Evidence(
                place(), inText ? shownText(Math.max(0, index - pieceStart)) : value, position.offset(index));
    }

    /** Returns the state of each rule in an evaluation. */
    List<RuleTrace> traces(CompoundEvaluation call) {
        return IntStream.range(0, rules.size()).mapToObj(i -> trace(i, call)).toList();
    }

    private RuleTrace trace(int rule, CompoundEvaluation call) {
        String words = (rule < rules.parts().get(0).to() ? "" : "floor: ") + rules.rule(rule);
        int possible = rules.size() + rule;
        boolean unread = call.clause(rule) == Standing.FALSE && call.clause(possible) == Standing.TRUE;
        State state = unread ? State.UNREAD : state(call.clause(rule));
        Evidence by = evidence[unread ? possible : rule];
        return by == null
                ? new RuleTrace(words, state, Optional.empty(), "", 0)
                : new RuleTrace(words, state, Optional.of(by.place()), by.value(), by.offset());
    }

    private static State state(Standing standing) {
        return switch (standing) {
            case OPEN -> State.OPEN;
            case TRUE -> State.MATCHED;
            case FALSE -> State.ELIMINATED;
        };
    }

    /** Returns the open string, of its last piece up to an index. */
    private String shownText(int index) {
        int more = Math.max(0, Math.min(index, LONGEST - text.length()));
        String shown = VisibleText.quoted(text + piece.substring(0, more));
        return textLength + index > LONGEST ? shown + VisibleText.MORE : shown;
    }

    private String place() {
        StringBuilder pointer = new StringBuilder();
        for (Iterator<Level> levels = open.descendingIterator(); levels.hasNext(); ) {
            Level level = levels.next();
            if (atEdge && !levels.hasNext()) {
                break;
            }
            String segment = level.name == null ? Integer.toString(level.index) : ArgumentPointer.escape(level.name);
            pointer.append('/').append(segment);
        }
        return pointer.toString();
    }

    /** Begins a value: leaves the container that closed before, and moves an array to its next element. */
    private void begin(String shown) {
        leaveClosed();
        Level level = open.peek();
        if (level != null && level.name == null) {
            level.index++;
        }
        value = shown;
        inText = false;
    }

    private void leaveClosed() {
        if (closed) {
            open.pop();
        }
        closed = false;
        atEdge = false;
    }

    @Override
    public void name(String name) {
        leaveClosed();
        Level level = open.peek();
        if (level != null) {
            level.name = name;
        }
    }

    @Override
    public void absent(String name) {
        name(name);
        value = "absent";
        inText = false;
    }

    private void open(String shown) {
        begin(shown);
        open.push(new Level());
        atEdge = true;
    }

    @Override
    public void objectStart() {
        open("{");
    }

    @Override
    public void arrayStart() {
        open("[");
    }

    private void end() {
        leaveClosed();
        closed = true;
        atEdge = true;
        value = "no more values";
        inText = false;
    }

    @Override
    public void objectEnd() {
        end();
    }

    @Override
    public void arrayEnd() {
        end();
    }

    @Override
    public void stringStart() {
        begin("");
        inText = true;
        text.setLength(0);
        textLength = 0;
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        takePiece();
        piece = buffer.subSequence(start, end).toString();
        pieceStart = start;
    }

    /** Takes the last piece, which has been read, to the text before it. */
    private void takePiece() {
        int room = LONGEST - text.length();
        text.append(piece, 0, Math.min(piece.length(), Math.max(room, 0)));
        textLength += piece.length();
        piece = "";
        pieceStart = 0;
    }

    @Override
    public void stringEnd() {
        takePiece();
    }

    @Override
    public void number(CharSequence literal) {
        begin(literal.toString());
    }

    @Override
    public void bool(boolean flag) {
        begin(Boolean.toString(flag));
    }

    @Override
    public void nullValue() {
        begin("null");
    }
}
