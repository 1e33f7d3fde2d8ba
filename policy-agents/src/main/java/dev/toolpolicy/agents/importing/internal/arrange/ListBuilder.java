package dev.toolpolicy.agents.importing.internal.arrange;

import dev.toolpolicy.agents.importing.internal.rule.Alternative;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Fidelity;
import dev.toolpolicy.agents.importing.internal.rule.FormTranslator;
import dev.toolpolicy.agents.importing.internal.rule.HostRules;
import dev.toolpolicy.agents.importing.internal.rule.ToolParts;
import dev.toolpolicy.agents.importing.internal.rule.Translation;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Builds the lists of tools from the rules of a host's list. */
public final class ListBuilder {
    /** The name under which the list for all other tools stands. */
    public static final String ALL = "*";

    private static final String HOOK = "a hook of the host may stop such calls, so they ask";

    private final HostRules rules;
    private final HostCatalog catalog;
    private final Map<Entry, Outcome> outcomes = new IdentityHashMap<>();
    private final List<ToolList> lists = new ArrayList<>();

    private ListBuilder(HostRules rules) {
        this.rules = rules;
        catalog = HostCatalog.of(rules.catalog());
        rules.entries().forEach(entry -> outcomes.put(entry, new Outcome()));
    }

    /**
     * The result.
     *
     * @param lists the lists, those of the catalog's tools first
     * @param outcomes what became of each rule
     */
    public record Built(List<ToolList> lists, Map<Entry, Outcome> outcomes) {}

    /** Builds the lists. */
    public static Built build(HostRules rules) {
        ListBuilder builder = new ListBuilder(rules);
        builder.buildAll();
        return new Built(List.copyOf(builder.lists), builder.outcomes);
    }

    private void buildAll() {
        rules.entries().stream()
                .filter(entry -> entry.tools().isEmpty())
                .forEach(entry -> outcome(entry)
                        .said(new FormTranslator(ToolParts.unknown(ALL), entry.mode()).translate(entry.form())));
        Set<String> others = otherNames();
        for (HostCatalog.Entry tool : catalog.entries()) {
            List<Entry> entries = rules.entries().stream()
                    .filter(entry -> entry.tools().stream().anyMatch(name -> names(name, tool)))
                    .toList();
            boolean onlyAll = entries.stream().allMatch(entry -> entry.tools().equals(List.of(ALL)) && isWhole(entry));
            boolean caught = others.stream().anyMatch(name -> !name.equals(ALL) && ToolNames.fits(name, tool.name()));
            boolean hooked = rules.hooked().stream().anyMatch(name -> names(name, tool));
            if (!entries.isEmpty() && (!onlyAll || caught || hooked)) {
                add(tool.name(), true, ToolParts.of(tool.name(), tool), entries, hooked);
            } else {
                entries.forEach(entry -> outcome(entry).said(Translation.exact()));
            }
        }
        for (String name : others) {
            List<Entry> entries = rules.entries().stream()
                    .filter(entry -> applies(entry, name))
                    .toList();
            boolean hooked =
                    rules.hooked().stream().anyMatch(each -> ToolNames.fits(each, name) || crosses(each, name));
            add(name, false, ToolParts.unknown(name), entries, hooked);
        }
    }

    private Outcome outcome(Entry entry) {
        return Objects.requireNonNull(outcomes.get(entry));
    }

    private static boolean isWhole(Entry entry) {
        Translation said = new FormTranslator(ToolParts.unknown(ALL), entry.mode()).translate(entry.form());
        return said.alternatives().stream().anyMatch(Alternative::isWhole);
    }

    private static boolean names(String name, HostCatalog.Entry tool) {
        return ToolNames.fits(name, tool.name())
                || tool.aliases().stream().anyMatch(alias -> ToolNames.fits(name, alias));
    }

    /** Returns the names and patterns that aren't tools of the catalog. */
    private Set<String> otherNames() {
        Set<String> names = new LinkedHashSet<>();
        Set<String> patterns = new LinkedHashSet<>();
        List<String> written = new ArrayList<>(rules.hooked());
        rules.entries().forEach(entry -> written.addAll(entry.tools()));
        for (String name : written) {
            boolean known = catalog.entries().stream()
                    .anyMatch(tool -> tool.name().equals(name) || tool.aliases().contains(name));
            if (!known && !name.isEmpty()) {
                (ToolNames.isPattern(name) ? patterns : names).add(name);
            }
        }
        boolean all = patterns.remove(ALL);
        names.addAll(patterns);
        if (all) {
            names.add(ALL);
        }
        return names;
    }

    /** Returns whether a rule counts in the list of a name: an allowing one for all its tools, others if for some. */
    private static boolean applies(Entry entry, String name) {
        return entry.tools().stream()
                .anyMatch(tool -> ToolNames.fits(tool, name) || entry.mode() != Mode.ALLOW && crosses(tool, name));
    }

    /** Returns whether a pattern may have some names of a list's pattern, and others: narrower ones have their own list. */
    private static boolean crosses(String pattern, String list) {
        return !ToolNames.fits(list, pattern) && ToolNames.mayMeet(pattern, list);
    }

    private void add(String name, boolean declared, ToolParts parts, List<Entry> entries, boolean hooked) {
        List<Step> steps = new ArrayList<>();
        Set<Entry> said = new LinkedHashSet<>();
        String lost = "";
        for (Entry entry : entries) {
            Translation each = new FormTranslator(parts, entry.mode()).translate(entry.form());
            if (hooked && entry.mode() == Mode.ALLOW && !each.alternatives().isEmpty()) {
                each = Translation.stricter(List.of(), HOOK, "a call of " + name);
            }
            outcome(entry).said(each);
            if (!each.alternatives().isEmpty()) {
                steps.add(new Step(entry, each.alternatives()));
                said.add(entry);
            } else if (each.fate() == Fidelity.REFUSED && entry.mode() != Mode.ALLOW) {
                steps.add(new Step(entry, List.of(Alternative.whole())));
                lost = entry.written();
            }
        }
        String stop = lost;
        if (steps.isEmpty()) {
            if (hooked) {
                lists.add(new ToolList(name, declared, List.of()));
            }
            return;
        }
        List<OutRule> arranged =
                Arranger.arrange(rules.precedence(), steps, parts.commands().isPresent());
        Set<Entry> carried = new LinkedHashSet<>();
        arranged.forEach(rule -> carried.addAll(rule.entries()));
        said.removeAll(carried);
        said.forEach(entry -> outcome(entry).shadowed(name, stop));
        carried.forEach(entry -> outcome(entry).carried());
        lists.add(new ToolList(
                name,
                declared,
                Arranger.withTilde(
                        arranged,
                        parts.paths().stream().map(ToolParts.Part::pointer).toList())));
    }
}
