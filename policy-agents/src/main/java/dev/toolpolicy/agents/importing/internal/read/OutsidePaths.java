package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules of opencode about paths outside of the workspace. The host asks for them apart from the tool, so the last one
 * that matches counts beside the last one for the tool. Not thread-safe.
 */
final class OutsidePaths {
    static final String KEY = "external_directory";

    private static final List<String> TOOLS =
            List.of("read", "edit", "write", "multiedit", "list", "glob", "grep", "lsp");

    /** The last rule by agent; that for all agents under the empty name. */
    private final Map<String, Entry> last = new LinkedHashMap<>();

    /** Takes a rule of an agent, or of all if its name is empty. Its key may be a pattern, also of other tools. */
    void rule(RuleText rule, String key, String pattern, String agent) {
        boolean all = pattern.equals("*") || pattern.equals("**");
        boolean stops = rule.mode() == Mode.DENY;
        boolean about = ToolNames.fits(stops ? key.replace('?', '*') : key, KEY);
        if (about && (stops || all)) {
            Form form = new Form.PathRegex(List.of("^(/|\\.\\.(/|$))"), all ? "" : "all folders outside are denied");
            last.put(agent, rule.entry(TOOLS, form));
        }
    }

    /** Returns the line of the report for a rule about these paths alone, unless it is one of the {@link #denials}. */
    static Entry line(RuleText rule) {
        Form form = switch (rule.mode()) {
            case ALLOW -> new Form.Unsaid("paths outside of the workspace are never cleared");
            case DENY -> new Form.Inert("a later rule decides about these paths");
            default -> new Form.Inert("paths outside of the workspace ask anyway");
        };
        return rule.entry(List.of(), form);
    }

    /** Returns the rules that deny in the end, under the agents for which they do. */
    List<Entry> denials(Set<String> agents) {
        Map<Entry, List<String>> denials = new LinkedHashMap<>();
        for (String agent : agents.isEmpty() ? Set.of("") : agents) {
            Entry entry = last.getOrDefault(agent, last.get(""));
            if (entry != null && entry.mode() == Mode.DENY) {
                denials.computeIfAbsent(entry, key -> new ArrayList<>()).add(agent);
            }
        }
        List<Entry> entries = new ArrayList<>();
        denials.forEach((entry, names) ->
                entries.add(names.size() == Math.max(1, agents.size()) ? entry : entry.when(Map.of("agent", names))));
        return entries;
    }
}
