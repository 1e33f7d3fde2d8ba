package dev.toolpolicy.runtime.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ArgumentPointer.Resolution;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A rule list made ready for one tool's schema: made once per engine, immutable, used by any number of calls on any
 * thread.
 */
public final class CompiledRules {
    private final List<Rule> rules;
    private final List<@Nullable ValueTest> tests = new ArrayList<>();
    private final List<Resolution.@Nullable Resolved> places = new ArrayList<>();
    private final Place root = Place.root();

    private CompiledRules(ToolSchema schema, RuleList list) {
        rules = list.rules();
        for (int i = 0; i < rules.size(); i++) {
            Optional<Condition> condition = rules.get(i).condition();
            if (condition.isEmpty()) {
                tests.add(null);
                places.add(null);
            } else {
                add(i, condition.get(), resolve(schema, i, condition.get()));
            }
        }
        root.freeze(tests);
    }

    private void add(int rule, Condition condition, Resolution.Resolved place) {
        tests.add(ValueTest.of(condition.matcher(), place.type()));
        places.add(place);
        root.add(place.steps(), place.type(), rule);
    }

    private static Resolution.Resolved resolve(ToolSchema schema, int rule, Condition condition) {
        if (condition.argument().resolve(schema) instanceof Resolution.Resolved resolved) {
            return resolved;
        }
        throw new IllegalArgumentException(
                "rule " + (rule + 1) + " looks at " + condition.argument() + ", which the schema lacks");
    }

    /**
     * Makes a list ready.
     *
     * @param schema the tool's schema
     * @param list a list that was checked against it
     * @return the compiled list
     * @throws IllegalArgumentException if a pointer leads nowhere
     */
    public static CompiledRules of(ToolSchema schema, RuleList list) {
        return new CompiledRules(schema, list);
    }

    /**
     * Decides on complete arguments.
     *
     * @param arguments schema-valid arguments with their defaults; not changed
     * @return the verdict
     */
    public RuleVerdict evaluate(ObjectNode arguments) {
        for (int i = 0; i < rules.size(); i++) {
            if (holds(i, arguments)) {
                return new RuleVerdict(rules.get(i).mode(), OptionalInt.of(i));
            }
        }
        return RuleVerdict.IMPLICIT;
    }

    private boolean holds(int rule, ObjectNode arguments) {
        ValueTest test = tests.get(rule);
        Resolution.Resolved place = places.get(rule);
        if (test == null || place == null) {
            return true;
        }
        int[] reachedAndHeld = new int[2];
        place.forEachValue(arguments, value -> {
            reachedAndHeld[0]++;
            reachedAndHeld[1] += test.value(value) ? 1 : 0;
        });
        return reachedAndHeld[1] > 0 && (!needsAll(rule) || reachedAndHeld[1] == reachedAndHeld[0]);
    }

    /**
     * Starts to decide about one call while its arguments stream.
     *
     * @return an evaluation for this call alone
     */
    public RuleEvaluation begin() {
        return new RuleEvaluation(this);
    }

    int size() {
        return rules.size();
    }

    Place root() {
        return root;
    }

    Mode mode(int rule) {
        return rules.get(rule).mode();
    }

    /** A rule's condition; empty for a catch-all. */
    Optional<Condition> condition(int rule) {
        return rules.get(rule).condition();
    }

    @Nullable ValueTest test(int rule) {
        return tests.get(rule);
    }

    /** Whether every value must satisfy the rule's matcher. */
    boolean needsAll(int rule) {
        return condition(rule).filter(condition -> condition.match() == Match.ALL).isPresent();
    }
}
