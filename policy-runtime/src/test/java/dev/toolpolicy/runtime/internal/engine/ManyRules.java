package dev.toolpolicy.runtime.internal.engine;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;

/** Long rule lists, all rules of one kind: what engines are built of to measure how the cost grows. */
public enum ManyRules {
    /** Different texts. */
    CONST(ParameterType.string()) {
        @Override
        Matcher matcher(int i, int count) {
            return Matcher.constant(TextNode.valueOf("value-" + i));
        }
    },
    /** Bounds, each of which takes a little more than the one before. */
    MINIMUM(ParameterType.integer()) {
        @Override
        Matcher matcher(int i, int count) {
            return Matcher.bound(Matcher.Bound.MINIMUM, ExactNumber.of(String.valueOf(count - i)));
        }
    },
    /** Different numbers. */
    NUMBER(ParameterType.number()) {
        @Override
        Matcher matcher(int i, int count) {
            return Matcher.constant(IntNode.valueOf(i));
        }
    },
    /** Different directories. */
    PATH(ParameterType.path()) {
        @Override
        Matcher matcher(int i, int count) {
            return Matcher.prefix("src/part" + i + "/main");
        }
    },
    /** Different beginnings of a text. */
    PREFIX(ParameterType.string()) {
        @Override
        Matcher matcher(int i, int count) {
            return Matcher.prefix("git " + i + " ");
        }
    },
    /** One value of each of many parameters. */
    POINTER(ParameterType.string()) {
        @Override
        Matcher matcher(int i, int count) {
            return Matcher.constant(TextNode.valueOf("on"));
        }
    },
    /** Different patterns. */
    PATTERN(ParameterType.string()) {
        @Override
        Matcher matcher(int i, int count) {
            return Matcher.pattern("^tool" + i + " [a-z]+$");
        }
    };

    private final ParameterType type;

    ManyRules(ParameterType type) {
        this.type = type;
    }

    abstract Matcher matcher(int i, int count);

    /**
     * The parameters that the rules are about.
     *
     * @param count how many rules there are
     * @return their schema
     */
    public ToolSchema schema(int count) {
        List<Parameter> parameters = new ArrayList<>();
        for (int i = 0; i < (this == POINTER ? count : 1); i++) {
            parameters.add(Parameter.optional("p" + i, type));
        }
        return ToolSchema.of(parameters.toArray(Parameter[]::new));
    }

    /**
     * A list.
     *
     * @param count how many rules it has
     * @return rules of which each can decide
     */
    public RuleList list(int count) {
        List<RuleSpec> rules = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ArgumentPointer pointer = ArgumentPointer.of("p" + (this == POINTER ? i : 0));
            Mode mode = i % 3 == 0 ? Mode.ALLOW : i % 3 == 1 ? Mode.DENY : Mode.EDIT;
            rules.add(RuleSpec.when(Condition.onArgument(pointer, matcher(i, count)), mode));
        }
        return new RuleList(rules);
    }
}
