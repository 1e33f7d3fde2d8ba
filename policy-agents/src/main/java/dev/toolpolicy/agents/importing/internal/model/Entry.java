package dev.toolpolicy.agents.importing.internal.model;

import dev.toolpolicy.agents.importing.internal.source.Place;
import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.Map;

/**
 * A rule of a list, as its host understands it. Compared by identity, since two rules may be written alike.
 */
public final class Entry {
    private final Place place;
    private final String written;
    private final Mode mode;
    private final List<String> tools;
    private final Form form;
    private final Map<String, List<String>> facts;
    private final String finding;

    private Entry(
            Place place,
            String written,
            Mode mode,
            List<String> tools,
            Form form,
            Map<String, List<String>> facts,
            String finding) {
        this.place = place;
        this.written = written;
        this.mode = mode;
        this.tools = List.copyOf(tools);
        this.form = form;
        this.facts = Map.copyOf(facts);
        this.finding = finding;
    }

    /**
     * Creates a rule.
     *
     * @param place where it stands
     * @param written the rule as written
     * @param mode what it answers
     * @param tools names of tools, or patterns of them with {@code *}
     * @param form what it says of a call
     */
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

    /** Returns where the rule stands. */
    public Place place() {
        return place;
    }

    /** Returns the rule as written. */
    public String written() {
        return written;
    }

    /** Returns the rule's answer: allow, ask or deny. */
    public Mode mode() {
        return mode;
    }

    /** Returns the names of tools, or patterns of them. */
    public List<String> tools() {
        return tools;
    }

    /** Returns what the rule says of a call. */
    public Form form() {
        return form;
    }

    /** Returns the values of which each fact must have one. */
    public Map<String, List<String>> facts() {
        return facts;
    }

    /** Returns what the author should know; empty if there is nothing. */
    public String finding() {
        return finding;
    }

    @Override
    public String toString() {
        return place + " " + mode + " " + written;
    }
}
