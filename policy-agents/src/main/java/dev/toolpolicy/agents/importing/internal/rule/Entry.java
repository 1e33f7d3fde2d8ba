package dev.toolpolicy.agents.importing.internal.rule;

import dev.toolpolicy.agents.importing.internal.source.Place;
import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.Map;

/**
 * A rule of a list, as its host understands it. Compared by identity, since two rules may be written alike.
 *
 * @param place where it stands
 * @param written the rule as written
 * @param mode what it answers: allow, ask or deny
 * @param tools names of tools, or patterns of them with {@code *}
 * @param form what it says of a call
 * @param facts the values of which each fact must have one
 * @param finding what the author should know; empty if there is nothing
 */
public record Entry(
        Place place,
        String written,
        Mode mode,
        List<String> tools,
        Form form,
        Map<String, List<String>> facts,
        String finding) {
    /** Copies the components. */
    public Entry {
        tools = List.copyOf(tools);
        facts = Map.copyOf(facts);
    }

    /** Creates a rule without facts and findings. */
    public static Entry of(Place place, String written, Mode mode, List<String> tools, Form form) {
        return new Entry(place, written, mode, tools, form, Map.of(), "");
    }

    /** Returns this rule with facts, each of which must have one of its values. */
    public Entry when(Map<String, List<String>> newFacts) {
        return new Entry(place, written, mode, tools, form, newFacts, finding);
    }

    /** Returns this rule with something that its author should know. */
    public Entry withFinding(String newFinding) {
        return new Entry(place, written, mode, tools, form, facts, newFinding);
    }

    /** Returns this rule with another condition. */
    public Entry with(Form newForm) {
        return new Entry(place, written, mode, tools, newForm, facts, finding);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return place + " " + mode + " " + written;
    }
}
