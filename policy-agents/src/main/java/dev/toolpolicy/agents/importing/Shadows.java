package dev.toolpolicy.agents.importing;

import dev.toolpolicy.agents.importing.internal.arrange.OutRule;
import dev.toolpolicy.agents.importing.internal.arrange.ToolList;
import dev.toolpolicy.agents.importing.internal.model.Entry;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds commands that a list allows and an earlier rule stops anyway. Stateless. */
final class Shadows {
    private static final String ANY_WORDS = " *";

    private Shadows() {}

    /** Returns what to say of rules with such commands. */
    static Map<Entry, String> of(List<ToolList> lists) {
        Map<Entry, String> shadows = new HashMap<>();
        for (ToolList list : lists) {
            Map<String, List<String>> stops = new HashMap<>();
            for (OutRule rule : list.rules()) {
                if (rule.mode() != Mode.ALLOW && rule.conditions().size() == 1) {
                    rule.patterns().keySet().stream()
                            .filter(pattern ->
                                    pattern.endsWith(ANY_WORDS) && pattern.indexOf('*') == pattern.length() - 1)
                            .forEach(pattern -> stops.computeIfAbsent(name(pattern), name -> new ArrayList<>())
                                    .add(pattern));
                } else if (rule.mode() == Mode.ALLOW) {
                    rule.patterns()
                            .forEach((pattern, entry) -> stops.getOrDefault(name(pattern), List.of()).stream()
                                    .filter(stop -> covers(stop, pattern))
                                    .findFirst()
                                    .ifPresent(stop -> shadows.put(
                                            entry, "\"" + stop + "\" is stopped before it, so it never decides")));
                }
            }
        }
        return shadows;
    }

    private static String name(String pattern) {
        int blank = pattern.indexOf(' ');
        return blank < 0 ? pattern : pattern.substring(0, blank);
    }

    private static boolean covers(String stop, String pattern) {
        String words = stop.substring(0, stop.length() - ANY_WORDS.length());
        return pattern.equals(words) || pattern.startsWith(words + " ");
    }
}
