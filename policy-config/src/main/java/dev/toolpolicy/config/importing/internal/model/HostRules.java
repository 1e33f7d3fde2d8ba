package dev.toolpolicy.config.importing.internal.model;

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
 */
public record HostRules(
        String catalog,
        Precedence precedence,
        List<Entry> entries,
        Map<String, List<String>> facts,
        List<String> notes) {
    /** Copies the components. */
    public HostRules {
        entries = List.copyOf(entries);
        facts = Map.copyOf(facts);
        notes = List.copyOf(notes);
    }

    /** Returns these rules with other entries. */
    public HostRules with(List<Entry> newEntries) {
        return new HostRules(catalog, precedence, newEntries, facts, notes);
    }
}
