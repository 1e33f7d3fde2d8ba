package dev.toolpolicy.runtime.internal.rule;

import dev.toolpolicy.runtime.decision.Explanation;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.json.CheckedVisitor;
import dev.toolpolicy.runtime.internal.json.TextPosition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of a call's rules while its arguments stream. It decides as soon as the decision is certain, and as
 * the complete arguments would. Its input are checked arguments: valid, with defaults, and with each missing parameter
 * reported. It ignores its input after the decision.
 *
 * <p>It walks the trie of the rules' pointers together with the text. A place without an array above it has one value,
 * so its rules are settled when that value is complete or known to be absent. A place below an array may get more
 * values until the outermost array closes. {@link RuleProgress} keeps what is known.
 *
 * <p>One thread drives it.
 */
public final class RuleEvaluation implements CheckedVisitor {
    private final RuleProgress progress;
    private final TextProgress strings;
    private final @Nullable RuleTracer tracer;
    private final PlaceCursor at;
    private final Captures captures = new Captures();
    private final StringBuilder path = new StringBuilder();
    private TextPosition position;
    private long decidedAt;
    /** The place of the open string. */
    private @Nullable Place string;

    RuleEvaluation(CompiledRules rules, TextPosition position, @Nullable RuleTracer tracer) {
        this.position = position;
        this.tracer = tracer;
        this.progress = new RuleProgress(rules);
        this.strings = new TextProgress(rules, progress);
        this.at = new PlaceCursor(rules.root());
        if (tracer != null) {
            tracer.judgeBy(strings.judge());
        }
        conclude();
    }

    /**
     * Begins with another call, as if it were new, without allocating anything.
     *
     * @param next where the parser of that call's arguments stands
     * @return this evaluation
     * @throws IllegalStateException if it explains itself, which is for one call only
     */
    public RuleEvaluation reset(TextPosition next) {
        if (tracer != null) {
            throw new IllegalStateException("an evaluation that explains itself is for one call");
        }
        progress.reset();
        strings.reset();
        at.reset();
        captures.reset();
        string = null;
        position = next;
        decidedAt = 0;
        return this;
    }

    /**
     * Returns the verdict, if it is certain.
     *
     * @return the verdict, final once there; empty while it waits
     */
    public Optional<RuleDecision> verdict() {
        return Optional.ofNullable(progress.verdict());
    }

    /**
     * Returns how much of the text was read when the verdict became certain; the same for all sizes of chunks.
     *
     * @return UTF-16 code units; 0 without a verdict
     */
    public long decidedAt() {
        return decidedAt;
    }

    /**
     * Returns what the verdict waits for.
     *
     * @return the pointer of the first open rule, or of a path that may need approval; empty once there is a verdict
     */
    public Optional<String> waitingOn() {
        return progress.waitingOn();
    }

    /**
     * Returns the visitor of the arguments.
     *
     * @return this evaluation, and what it remembers for explanations
     */
    public CheckedVisitor visitor() {
        return tracer == null ? this : CheckedVisitor.both(tracer, this);
    }

    /**
     * Returns what is known of each rule and what settled it.
     *
     * @return the explanation as of now; empty if the evaluation wasn't begun to be explained
     */
    public Optional<Explanation> explanation() {
        return tracer == null
                ? Optional.empty()
                : Optional.of(new Explanation(tracer.traces(), verdict(), waitingOn()));
    }

    private boolean isDecided() {
        return progress.verdict() != null;
    }

    /** Sees what follows from what became known by what is being heard. */
    private void conclude(int index) {
        if (isDecided()) {
            return;
        }
        progress.conclude();
        if (isDecided()) {
            decidedAt = position.offset(index);
            if (tracer != null) {
                tracer.stop(decidedAt);
            }
        }
    }

    private void conclude() {
        conclude(0);
    }

    @Override
    public void objectStart() {
        if (!isDecided()) {
            opened(at.openObject());
            captures.objectStart();
        }
    }

    @Override
    public void arrayStart() {
        if (!isDecided()) {
            opened(at.openArray());
            captures.arrayStart();
        }
    }

    private void opened(@Nullable Place place) {
        PlaceRules own = place == null ? null : place.rules();
        if (place != null && own != null) {
            progress.reach(place);
            progress.fail(place, own, own.opening());
            if (!place.isRepeated()) {
                progress.open(place, own.opening().first());
            }
            if (own.takesContainers()) {
                captures.begin(place, own, at.depth());
            }
            conclude();
        }
    }

    @Override
    public void name(String name) {
        if (!isDecided()) {
            at.toMember(name);
            captures.name(name);
        }
    }

    @Override
    public void absent(String name) {
        if (!isDecided()) {
            exhaust(at.member(name));
        }
    }

    @Override
    public void objectEnd() {
        if (!isDecided()) {
            captures.objectEnd();
            closeContainer();
        }
    }

    @Override
    public void arrayEnd() {
        if (!isDecided()) {
            captures.arrayEnd();
            closeContainer();
        }
    }

    private void closeContainer() {
        Captures.Capture whole = captures.end(at.depth());
        if (whole != null) {
            Outcome outcome = whole.rules().container(whole.values().value().orElseThrow(), strings.judge());
            progress.value(whole.place(), whole.rules(), outcome);
        }
        valueEnded(at.close());
    }

    @Override
    public void stringStart() {
        if (isDecided()) {
            return;
        }
        captures.stringStart();
        string = at.next();
        path.setLength(0);
        PlaceRules own = string == null ? null : string.rules();
        if (string != null && own != null && !string.isPath()) {
            strings.start(string, own);
            conclude();
        }
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        if (isDecided()) {
            return;
        }
        captures.text(buffer, start, end);
        if (string != null && string.isPath()) {
            path.append(buffer, start, end);
        } else if (string != null && string.rules() != null) {
            for (int i = start; i < end && !isDecided(); ) {
                i = strings.step(buffer, i, end);
                conclude(i);
            }
        }
    }

    @Override
    public void stringEnd() {
        if (isDecided()) {
            return;
        }
        captures.stringEnd();
        Place place = string;
        if (place != null && place.isPath()) {
            strings.path(place, path);
        } else if (place != null && place.rules() != null) {
            strings.end();
        }
        string = null;
        valueEnded(place);
    }

    @Override
    public void number(CharSequence literal) {
        if (!isDecided()) {
            captures.number(literal);
            Place place = at.next();
            PlaceRules own = place == null ? null : place.rules();
            scalarEnded(place, own, own == null ? null : own.numbers().of(literal));
        }
    }

    @Override
    public void bool(boolean value) {
        if (!isDecided()) {
            captures.bool(value);
            Place place = at.next();
            PlaceRules own = place == null ? null : place.rules();
            scalarEnded(place, own, own == null ? null : own.bool(value));
        }
    }

    @Override
    public void nullValue() {
        if (!isDecided()) {
            captures.nullValue();
            valueEnded(at.next());
        }
    }

    private void scalarEnded(@Nullable Place place, @Nullable PlaceRules own, @Nullable Outcome outcome) {
        if (place != null && own != null && outcome != null) {
            progress.value(place, own, outcome);
        }
        valueEnded(place);
    }

    private void valueEnded(@Nullable Place place) {
        exhaust(place);
        at.toElement();
    }

    private void exhaust(@Nullable Place place) {
        if (place != null) {
            if (!place.isRepeated()) {
                progress.exhaust(place);
            }
            conclude();
        }
    }
}
