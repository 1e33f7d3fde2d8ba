package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.runtime.call.Explanation;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of a call's rules while its arguments stream. It decides as soon as the decision is certain, and as
 * the complete arguments would. Its input are checked arguments: valid, with defaults, and with each missing parameter
 * reported. It ignores its input after the decision.
 *
 * <p>It walks the trie of the rules' pointers together with the text. A place without an array above it has one value,
 * so its rules are settled when that value is complete or known to be absent. A place below an array may get more
 * values until the outermost array closes. A {@link CompoundEvaluation} keeps what is known.
 *
 * <p>One thread drives it.
 */
public final class RuleEvaluation implements CheckedVisitor {
    private final CompoundEvaluation rules;
    private final @Nullable Trace trace;
    private final PlaceCursor at;
    private final StringBuilder path = new StringBuilder();
    private final TextPosition position;
    private long decidedAt;
    /** The place of the open string. */
    private @Nullable Place string;

    RuleEvaluation(Place root, TextPosition position, CompoundEvaluation rules, @Nullable Trace trace) {
        this.position = position;
        this.rules = rules;
        this.trace = trace;
        this.at = new PlaceCursor(root);
        conclude();
    }

    /**
     * Returns the verdict, if it is certain.
     *
     * @return the verdict, final once there; empty while it waits
     */
    public Optional<RuleDecision> verdict() {
        return Optional.ofNullable(rules.verdict());
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
        return rules.waitingOn();
    }

    /**
     * Returns the visitor of the arguments.
     *
     * @return this evaluation, and what it remembers for explanations
     */
    public CheckedVisitor visitor() {
        return trace == null ? this : CheckedVisitor.both(trace, this);
    }

    /**
     * Returns what is known of each rule and what settled it.
     *
     * @return the explanation as of now; empty if the evaluation wasn't begun to be explained
     */
    public Optional<Explanation> explanation() {
        return Optional.ofNullable(trace).map(its -> new TracedRules(its.traces(rules), verdict(), waitingOn()));
    }

    private boolean isDecided() {
        return rules.verdict() != null;
    }

    /** Sees what follows from what became known by what is being heard. */
    private void conclude(int index) {
        if (isDecided()) {
            return;
        }
        rules.conclude();
        if (isDecided()) {
            decidedAt = position.offset(index);
        }
    }

    private void conclude() {
        conclude(0);
    }

    @Override
    public void objectStart() {
        if (!isDecided()) {
            opened(at.openObject());
            at.content().objectStart();
        }
    }

    @Override
    public void arrayStart() {
        if (!isDecided()) {
            opened(at.openArray());
            at.content().arrayStart();
        }
    }

    private void opened(@Nullable Place place) {
        if (place != null && place.isUsed()) {
            if (rules.opened(place)) {
                at.collect();
            }
            conclude();
        }
    }

    @Override
    public void name(String name) {
        if (!isDecided()) {
            at.toMember(name);
            at.content().name(name);
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
            at.content().objectEnd();
            closeContainer();
        }
    }

    @Override
    public void arrayEnd() {
        if (!isDecided()) {
            at.content().arrayEnd();
            closeContainer();
        }
    }

    private void closeContainer() {
        valueEnded(at.close(rules));
    }

    @Override
    public void stringStart() {
        if (isDecided()) {
            return;
        }
        at.content().stringStart();
        string = at.next();
        path.setLength(0);
        if (string != null && string.isUsed() && !string.isPath()) {
            rules.start(string);
            conclude();
        }
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        if (isDecided()) {
            return;
        }
        at.content().text(buffer, start, end);
        if (string != null && string.isPath()) {
            path.append(buffer, start, end);
        } else if (string != null && string.isUsed()) {
            for (int i = start; i < end && !isDecided(); ) {
                i = rules.step(buffer, i, end);
                conclude(i);
            }
        }
    }

    @Override
    public void stringEnd() {
        if (isDecided()) {
            return;
        }
        at.content().stringEnd();
        Place place = string;
        if (place != null && place.isPath()) {
            rules.path(place, path);
        } else if (place != null && place.isUsed()) {
            rules.end();
        }
        string = null;
        valueEnded(place);
    }

    @Override
    public void number(CharSequence literal) {
        if (!isDecided()) {
            at.content().number(literal);
            Place place = at.next();
            if (place != null && place.isUsed()) {
                rules.number(place, literal);
            }
            valueEnded(place);
        }
    }

    @Override
    public void bool(boolean value) {
        if (!isDecided()) {
            at.content().bool(value);
            Place place = at.next();
            if (place != null && place.isUsed()) {
                rules.bool(place, value);
            }
            valueEnded(place);
        }
    }

    @Override
    public void nullValue() {
        if (!isDecided()) {
            at.content().nullValue();
            valueEnded(at.next());
        }
    }

    private void valueEnded(@Nullable Place place) {
        exhaust(place);
        at.toElement();
    }

    private void exhaust(@Nullable Place place) {
        if (place != null) {
            rules.exhaust(place);
            conclude();
        }
    }
}
