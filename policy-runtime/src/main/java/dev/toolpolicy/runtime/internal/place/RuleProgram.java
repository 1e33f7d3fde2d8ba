package dev.toolpolicy.runtime.internal.place;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.json.TextPosition;
import java.util.OptionalInt;

/** A rule list compiled for a tool's schema, for any number of calls on any thread. */
public interface RuleProgram {

    /** Returns the place of the arguments as a whole. */
    Place root();

    /** Decides on complete, schema-valid arguments with their defaults, which are not changed. */
    RuleDecision evaluate(ObjectNode arguments, Facts facts);

    /** Returns the first stricter rule above the deciding one that could not be read. */
    OptionalInt marked(ObjectNode arguments, Facts facts);

    /**
     * Returns whether the list surely denies every call while some facts are known.
     *
     * @return true if the first rule that can decide otherwise can't be reached
     */
    boolean deniesAll(Facts facts);

    /** Starts to decide about a call. */
    Evaluation begin(Facts facts);

    /**
     * Starts to decide about a call, and remembers what settled each rule.
     *
     * @param position where the arguments' parser stands
     */
    Traced beginTraced(Facts facts, TextPosition position);

    /**
     * An evaluation and its trace.
     *
     * @param evaluation evaluates the call
     * @param tracer records what settles the rules
     */
    record Traced(Evaluation evaluation, Tracer tracer) {}
}
