package dev.toolpolicy.runtime.internal.flow;

import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.runtime.internal.flow.Digests.Digest;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A session's flows at one moment, for the calls of one response: without what the response's own calls
 * brought. Immutable; safe for use from any thread.
 */
public final class FlowView implements Membership {
    private final Flows engine;
    private final SessionFlows flows;
    private final Turn turn;
    private final Set<String> labels;
    /** By set, what the response's own calls brought into it. */
    private final Map<String, Set<Digest>> hidden = new ConcurrentHashMap<>();

    FlowView(Flows engine, SessionFlows flows, Turn turn, Set<String> labels) {
        this.engine = engine;
        this.flows = flows;
        this.turn = turn;
        this.labels = Collections.unmodifiableSet(labels);
    }

    /** Returns the view of a session whose state can't be read: every label, and no value. */
    public static FlowView unknown() {
        return new FlowView(Flows.OFF, SessionFlows.NONE, new Turn(), Set.of(SessionFlows.EVERY));
    }

    /** Returns this view with the labels that a stored call was written under. */
    public FlowView labelled(Set<String> stored) {
        return new FlowView(engine, flows, turn, new TreeSet<>(stored));
    }

    @Override
    public Set<String> labels() {
        return labels;
    }

    @Override
    public boolean hasLabel(String label) {
        return labels.contains(label) || labels.contains(SessionFlows.EVERY);
    }

    @Override
    public boolean contains(String set, Object value) {
        ValueRows rows = flows.set(set);
        Digest digest = rows.count() == 0 ? null : digest(value);
        return digest != null
                && rows.contains(digest)
                && !(turn.isNamed()
                        && hidden.computeIfAbsent(set, name -> rows.of(turn.id()))
                                .contains(digest));
    }

    /** Returns the digest of a value; null if it is in no set. */
    private @Nullable Digest digest(Object value) {
        Digests digests = flows.digests(engine.settings());
        return digests == null ? null : digests.of(value, engine.form());
    }

    /** Returns the names of the sets that are full, in order. */
    public Set<String> full() {
        return flows.full();
    }

    /** Returns whether a message of the user was too long to name anything. */
    public boolean hasLongMessage() {
        return flows.hasLongMessage();
    }

    /** Returns who first brought a label. */
    public SessionLabels.Origin origin(String label) {
        return SessionLabels.origin(flows, label);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FlowView that
                && turn == that.turn
                && labels.equals(that.labels)
                && flows.sets().equals(that.flows.sets());
    }

    @Override
    public int hashCode() {
        return labels.hashCode();
    }
}
