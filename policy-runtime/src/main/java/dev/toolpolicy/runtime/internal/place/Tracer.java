package dev.toolpolicy.runtime.internal.place;

import dev.toolpolicy.runtime.decision.Explanation;
import dev.toolpolicy.runtime.internal.json.CheckedVisitor;
import java.util.List;

/** A visitor that records what settles each rule of a call. It gets each event before the evaluation does. */
public interface Tracer extends CheckedVisitor {

    /** Ends the trace at the offset where the list was decided. */
    void stop(long decidedAt);

    /** Returns the state of each rule. */
    List<Explanation.RuleTrace> traces();
}
