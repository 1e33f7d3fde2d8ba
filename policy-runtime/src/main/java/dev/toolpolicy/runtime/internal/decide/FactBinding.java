package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of known facts for the rules: the literals that they settle, and the sets that values are compared with.
 * Immutable.
 */
final class FactBinding {
    private final Facts facts;
    private final PathSettings plain;
    private final Standing[] literals;
    private final @Nullable FactSet[] sets;
    private final ClauseProgress first;

    FactBinding(Clauses clauses, Facts facts, NormalPath.Form form) {
        this.facts = facts;
        plain = PathSettings.plain().withForm(form);
        literals = new Standing[clauses.literals().size()];
        sets = new FactSet[literals.length];
        for (Literal literal : clauses.literals()) {
            literals[literal.index()] = bind(literal);
        }
        first = new ClauseProgress(clauses, this);
    }

    private Standing bind(Literal literal) {
        Literal.Facts own = literal.facts();
        if (own.own() == null && literal.isImpossible()) {
            return Standing.FALSE;
        } else if (own.isEmpty()) {
            return Standing.OPEN;
        }
        boolean known = true;
        FactSet listed = null;
        for (List<Step> place : own.sets()) {
            List<JsonNode> values = facts.at(place);
            known &= values != null;
            if (values != null) {
                FactSet set = FactSet.of(values, plain.form());
                listed = listed == null ? set : listed.and(set);
            }
        }
        if (!known && !own.possible()) {
            sets[literal.index()] = FactSet.NONE;
            return literal.absent() ? Standing.OPEN : Standing.FALSE;
        } else if (own.own() != null) {
            return Standing.of(holds(literal, own.own(), listed));
        }
        if (listed == null) {
            return Standing.OPEN;
        }
        FactSet allowed = literal.test().narrowed(listed);
        sets[literal.index()] = allowed;
        return !literal.absent() && literal.test().isEmpty(allowed) ? Standing.FALSE : Standing.OPEN;
    }

    /** Returns whether a value of a fact stands in the session's sets. */
    private boolean isFound(Literal literal, Object value) {
        return !literal.isSought() || literal.facts().isFound(value, facts.flows());
    }

    /** Evaluates a condition on a fact. */
    private boolean holds(Literal literal, List<Step> place, @Nullable FactSet listed) {
        List<JsonNode> values = facts.at(place);
        if (values == null) {
            return literal.facts().possible();
        }
        List<Boolean> each = new ArrayList<>();
        values.forEach(value -> each.add(holds(literal, value, listed)));
        return literal.count() == Count.ALL ? !each.isEmpty() && !each.contains(false) : each.contains(true);
    }

    private boolean holds(Literal literal, JsonNode value, @Nullable FactSet listed) {
        ValueCheck test = literal.test();
        if (value.isTextual()) {
            String text = value.textValue();
            return test.isPath()
                    ? test.path(new JudgedPath(text, plain), listed, form -> isFound(literal, form))
                    : isFound(literal, text)
                            && (listed == null || listed.contains(text))
                            && test.text(text)
                            && test.commands(text);
        } else if (value.isNumber()) {
            ExactNumber number = ExactNumber.of(value);
            return isFound(literal, number) && test.number(number, listed);
        } else if (value.isBoolean()) {
            return test.bool(value.booleanValue());
        }
        if (!test.vectors().isEmpty()) {
            return test.vector(value) && test.container(value, new PathJudge(plain));
        }
        return test.takesContainers() && test.container(value, new PathJudge(plain));
    }

    Facts facts() {
        return facts;
    }

    /** Returns what is known before a call. Not to be changed. */
    ClauseProgress first() {
        return first;
    }

    /** Returns what the facts say about a literal. */
    Standing literal(int index) {
        return literals[index];
    }

    /** Returns the values that a literal allows by facts; null if it asks for none, or if the facts aren't known. */
    @Nullable
    FactSet set(int literal) {
        return sets[literal];
    }
}
