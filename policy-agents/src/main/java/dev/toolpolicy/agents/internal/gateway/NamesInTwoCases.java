package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names in a message that differ only in case. Some readers take them for the same name, so another program could read
 * another message than the one that was decided. Stateless.
 */
final class NamesInTwoCases {
    private NamesInTwoCases() {}

    /**
     * Returns whether a name of an object is not known and differs from a known or another one only in case.
     *
     * @param known names of the object that a reader knows
     */
    static boolean areIn(JsonNode object, String... known) {
        List<String> fine = List.of(known);
        Set<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        seen.addAll(fine);
        return object.properties().stream()
                .map(Map.Entry::getKey)
                .anyMatch(name -> !fine.contains(name) && !seen.add(name));
    }
}
