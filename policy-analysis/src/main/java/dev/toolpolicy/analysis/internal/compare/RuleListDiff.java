package dev.toolpolicy.analysis.internal.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * The difference between two rule lists of one tool: each pair of an old and a new mode that some call gets, with such
 * a call. If there are no changes and nothing is undecided, both lists provably decide every call alike. Paths are
 * compared by their text; links are not followed. Immutable.
 *
 * @param changes the changes: loosening ones first, then those that neither loosen nor tighten, then tightening ones
 * @param undecided pairs of modes for which the analysis can't find out whether some call gets them
 */
public record RuleListDiff(List<Change> changes, List<Undecided> undecided) {

    /** Checks and copies the components. */
    public RuleListDiff {
        changes = List.copyOf(changes);
        undecided = List.copyOf(undecided);
    }

    /** The effect of a change of mode. */
    public enum Kind {
        /** Less is denied or asked about: {@code deny} becomes another mode, or a mode becomes {@code allow}. */
        LOOSER,
        /** People are asked in another way: {@code ask} becomes {@code edit}, or the reverse. */
        OTHER,
        /** More is denied or asked about. */
        STRICTER;

        /**
         * Returns the effect of changing one mode to another.
         *
         * @param before the old mode
         * @param after the new mode
         * @return looser, stricter or neither
         */
        public static Kind of(Mode before, Mode after) {
            return after.isStricterThan(before) ? STRICTER : before.isStricterThan(after) ? LOOSER : OTHER;
        }
    }

    /**
     * A decision of a list.
     *
     * @param mode the mode
     * @param rule the index of the rule that decided, from 0
     * @param name the name of the rule that decided or can't be answered, if it has one
     * @param reason the reason of the rule that decided or can't be answered, if it has one
     * @param markedBy the index of the first rule that can't be answered, for which the list asks, from 0
     */
    public record Decision(
            Mode mode, OptionalInt rule, Optional<String> name, Optional<String> reason, OptionalInt markedBy) {
        /** The implicit decision. */
        static final Decision IMPLICIT =
                new Decision(Mode.ASK, OptionalInt.empty(), Optional.empty(), Optional.empty(), OptionalInt.empty());

        /** Creates the decision of a rule. */
        static Decision by(int rule, RuleSpec spec) {
            return new Decision(spec.mode(), OptionalInt.of(rule), spec.name(), spec.reason(), OptionalInt.empty());
        }

        /** Creates the decision for a call that a later rule would allow, but that a rule can't be answered for. */
        static Decision marked(int rule, RuleSpec spec) {
            return new Decision(Mode.ASK, OptionalInt.empty(), spec.name(), spec.reason(), OptionalInt.of(rule));
        }
    }

    /**
     * A pair of modes that some call gets, with such a call.
     *
     * @param before the decision of the old list
     * @param after the decision of the new list
     * @param arguments valid arguments of such a call
     * @param facts the facts that must be known for such a call
     */
    public record Change(Decision before, Decision after, ObjectNode arguments, ObjectNode facts) {
        /** Copies the components. */
        public Change {
            arguments = arguments.deepCopy();
            facts = facts.deepCopy();
        }

        /**
         * Returns valid arguments of such a call.
         *
         * @return a copy
         */
        @Override
        public ObjectNode arguments() {
            return arguments.deepCopy();
        }

        /**
         * Returns the facts that must be known for such a call.
         *
         * @return a copy; null for a fact without a value
         */
        @Override
        public ObjectNode facts() {
            return facts.deepCopy();
        }

        /**
         * Returns the effect of the change.
         *
         * @return looser, stricter or neither
         */
        public Kind kind() {
            return Kind.of(before.mode(), after.mode());
        }
    }

    /**
     * A pair of modes that a call may get.
     *
     * @param before the mode of the old list
     * @param after the mode of the new list
     */
    public record Undecided(Mode before, Mode after) {
        /**
         * Returns the effect that the change would have.
         *
         * @return looser, stricter or neither
         */
        public Kind kind() {
            return Kind.of(before, after);
        }
    }

    /**
     * Compares two lists for one tool.
     *
     * @param schema the tool's parameters
     * @param before the old list, whose rules are valid for the tool
     * @param after the new list, whose rules are valid for the tool
     * @return the difference
     * @throws IllegalArgumentException if a pointer is unknown or a pattern is not valid
     */
    public static RuleListDiff between(ToolSchema schema, RuleList before, RuleList after) {
        return between(RuleScope.of(schema, PathReading.PLAIN), before, after);
    }

    /**
     * Compares two lists for one tool, for calls with any facts.
     *
     * @param scope the tool's parameters, the declared facts, and the normal form of paths that the engine uses
     * @param before the old list, whose rules are valid for the tool and the facts
     * @param after the new list, whose rules are valid for the tool and the facts
     * @return the difference
     * @throws IllegalArgumentException if a pointer is unknown or a pattern is not valid
     */
    public static RuleListDiff between(RuleScope scope, RuleList before, RuleList after) {
        return ListComparison.with(scope, before, ListComparison.Wanted.ALL).apply(after);
    }

    /**
     * Compares two lists for one tool, as {@link #between(RuleScope, RuleList, RuleList)}, but looks only for calls
     * that the new list decides less strictly. Of other changes the difference has those that were met on the way.
     */
    public static RuleListDiff loosening(
            ToolSchema schema, ToolSchema facts, RuleList before, RuleList after, NormalPath.Form form) {
        return loosening(new RuleScope(schema, facts, new PathReading(form, false)), before, after);
    }

    /** Compares two lists for one tool in the same way, as the scope reads them. */
    public static RuleListDiff loosening(RuleScope scope, RuleList before, RuleList after) {
        return ListComparison.with(scope, before, ListComparison.Wanted.LOOSER).apply(after);
    }

    /**
     * Returns a function that compares other lists with one list, each until it finds the first change. It is much
     * faster than {@link #between(RuleScope, RuleList, RuleList)} for many lists that differ in few rules. It is not
     * thread-safe.
     *
     * @param scope the tool's parameters, the declared facts, and the normal form of paths that the engine uses
     * @param before the old list, whose rules are valid for the tool and the facts
     * @return a function of new lists; its differences have at most one change, and are {@link #isEqual} only if both
     *     lists provably decide every call alike
     * @throws IllegalArgumentException if a pointer is unknown or a pattern is not valid
     */
    public static Function<RuleList, RuleListDiff> firstChanges(RuleScope scope, RuleList before) {
        return ListComparison.with(scope, before, ListComparison.Wanted.FIRST);
    }

    /**
     * Returns whether both lists provably decide every call alike.
     *
     * @return true if there is no change and nothing is undecided
     */
    public boolean isEqual() {
        return changes.isEmpty() && undecided.isEmpty();
    }

    /**
     * Returns whether some call is, or may be, decided less strictly than before. Undecided pairs count.
     *
     * @return false if this is provably so for no call
     */
    public boolean mayLoosen() {
        return changes.stream().anyMatch(each -> each.kind() == Kind.LOOSER)
                || undecided.stream().anyMatch(each -> each.kind() == Kind.LOOSER);
    }

    /**
     * Formats the changes as text.
     *
     * @return lines joined by {@code \n}
     */
    @Override
    public String toString() {
        return DiffText.of(this);
    }

    /**
     * Converts the changes to JSON. Rules count from 1.
     *
     * @return a JSON object
     */
    public ObjectNode toJson() {
        return DiffJson.of(this);
    }
}
