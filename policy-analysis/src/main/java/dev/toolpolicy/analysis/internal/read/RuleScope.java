package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;

/**
 * The scope of a list, which its rules can look at: a tool's parameters, the declared facts, how paths are read, and what
 * results bring. Immutable.
 *
 * @param parameters the tool's parameters
 * @param facts the declared facts; an empty schema if there are none
 * @param paths the settings by which paths are read
 * @param flows the labels and sets that results bring
 * @param isFloor whether the list is one of a floor
 */
public record RuleScope(ToolSchema parameters, ToolSchema facts, PathReading paths, FlowScope flows, boolean isFloor) {

    /** Creates the scope of a list that isn't of a floor. */
    public RuleScope(ToolSchema parameters, ToolSchema facts, PathReading paths, FlowScope flows) {
        this(parameters, facts, paths, flows, false);
    }

    /** Creates the scope of rules that may name any label and any set. */
    public RuleScope(ToolSchema parameters, ToolSchema facts, PathReading paths) {
        this(parameters, facts, paths, FlowScope.ANY);
    }

    /** Creates the scope of rules without facts. */
    public static RuleScope of(ToolSchema parameters, PathReading paths) {
        return new RuleScope(parameters, ToolSchema.of(), paths);
    }

    /** Returns a copy for rules of a tool with other parameters. */
    public RuleScope withParameters(ToolSchema others) {
        return new RuleScope(others, facts, paths, flows, isFloor);
    }

    /** Returns a copy in which paths are read by other settings. */
    public RuleScope with(PathReading others) {
        return new RuleScope(parameters, facts, others, flows, isFloor);
    }

    /** Returns a copy in which results bring other labels and sets. */
    public RuleScope with(FlowScope others) {
        return new RuleScope(parameters, facts, paths, others, isFloor);
    }

    /** Returns a copy for the lists of floors. */
    public RuleScope inFloor() {
        return new RuleScope(parameters, facts, paths, flows, true);
    }

    /**
     * Returns the place of the elements that a rule looks at.
     *
     * @throws IllegalArgumentException if the pointer is unknown
     */
    public Resolution.Resolved elements(RuleSpec.Each each) {
        return resolved(each.array(), parameters);
    }

    /**
     * Returns the place of a condition's values: from an element if the rule looks at elements, from the facts, or from
     * the arguments. If it reads commands from the words of one, the place is the array of the words.
     *
     * @throws IllegalArgumentException if the pointer is unknown
     */
    public Resolution.Resolved place(RuleSpec rule, Condition condition) {
        if (condition.label().isPresent()) {
            return new Resolution.Resolved(
                    ParameterType.bool(),
                    List.of(new Step.Property(condition.pointer().parameter())));
        }
        ToolSchema root = condition.isOnFact() ? facts : parameters;
        if (!condition.isOnFact() && rule.each().isPresent()) {
            root = new ToolSchema(elements(rule.each().get()).type());
        }
        Resolution.Resolved place = resolved(condition.pointer(), root);
        return isVector(condition, place) ? place.array() : place;
    }

    /**
     * Returns how many of the values of a condition must match, if its pointer passes through an array. Beside commands,
     * {@code match} counts the commands of each line: a rule that allows needs every line to hold, any other rule one.
     *
     * @param mode the decision of the condition's rule
     */
    public static Match quantifier(Condition condition, Mode mode) {
        boolean commands = condition.matchers().stream().anyMatch(each -> each.kind() == Matcher.Kind.COMMANDS);
        if (commands) {
            return mode == Mode.ALLOW ? Match.ALL : Match.ANY;
        }
        return condition.match().orElse(Match.ANY);
    }

    /** Returns whether one of the values of a rule's condition is enough. */
    public static boolean isForOne(RuleSpec rule, Condition condition, Resolution.Resolved place) {
        return place.throughArray() && quantifier(condition, rule.mode()) == Match.ANY;
    }

    /** Returns whether a condition reads the words of one command from an array of strings. */
    private static boolean isVector(Condition condition, Resolution.Resolved place) {
        return condition.matchers().stream().anyMatch(each -> each.kind() == Matcher.Kind.COMMANDS && !each.lines())
                && place.steps().get(place.steps().size() - 1) instanceof Step.Elements;
    }

    private static Resolution.Resolved resolved(ArgumentPointer pointer, ToolSchema schema) {
        if (Resolution.of(pointer, schema) instanceof Resolution.Resolved resolved) {
            return resolved;
        }
        throw new IllegalArgumentException("there is no \"" + pointer + "\"");
    }
}
