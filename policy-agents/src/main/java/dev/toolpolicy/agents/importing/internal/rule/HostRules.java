package dev.toolpolicy.agents.importing.internal.rule;

import java.util.List;
import java.util.Map;

/**
 * The rules of a list in the order of its files.
 *
 * @param catalog the name of the host's catalog
 * @param precedence which rule decides
 * @param entries the rules
 * @param facts the values of the facts that rules look at
 * @param notes what the report's head says of this list
 * @param hooked names of tools, and patterns of them, whose calls a hook of the host may stop: they aren't allowed
 */
public record HostRules(
        String catalog,
        Precedence precedence,
        List<Entry> entries,
        Map<String, List<String>> facts,
        List<String> notes,
        List<String> hooked) {
    /** Copies the components. */
    public HostRules {
        entries = List.copyOf(entries);
        facts = Map.copyOf(facts);
        notes = List.copyOf(notes);
        hooked = List.copyOf(hooked);
    }

    /** Returns these rules with other entries. */
    public HostRules with(List<Entry> newEntries) {
        return new HostRules(catalog, precedence, newEntries, facts, notes, hooked);
    }

    /** Returns these rules with other notes and other tools that hooks may stop. */
    public HostRules with(List<String> newNotes, List<String> newHooked) {
        return new HostRules(catalog, precedence, entries, facts, newNotes, newHooked);
    }
}
