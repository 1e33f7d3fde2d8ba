package dev.toolpolicy.agents.importing;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.agents.importing.internal.arrange.ListBuilder;
import dev.toolpolicy.agents.importing.internal.arrange.OutRule;
import dev.toolpolicy.agents.importing.internal.arrange.Outcome;
import dev.toolpolicy.agents.importing.internal.arrange.PolicyWriter;
import dev.toolpolicy.agents.importing.internal.arrange.ToolList;
import dev.toolpolicy.agents.importing.internal.read.ListFile;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.HostRules;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.ConfiguredCatalog;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Converts rules to a policy file that passes the check, and reports on them. */
final class Conversion {
    /** Attempts to write a file without errors; one drops dead rules, further ones what the check refuses. */
    private static final int ATTEMPTS = 6;

    /** Paths with a home directory that no rule names, so that no rule is dead because of where it is. */
    private static final PathReading ANY_PATHS =
            new PathReading(NormalPath.Form.PLAIN.withHome("/.home-that-is-not-known"), false);

    private final ListFormat format;
    private final List<ListFile> files;
    private final HostRules rules;
    private final ListBuilder.Built built;
    private final Map<Entry, String> refused = new HashMap<>();
    private final Map<Entry, String> overruled = new HashMap<>();
    private final Map<Entry, String> warnings = new HashMap<>();
    private List<ToolList> lists;
    private final Set<Entry> covered = new java.util.HashSet<>();

    Conversion(ListFormat format, List<ListFile> files, HostRules rules) {
        this.format = format;
        this.files = files;
        this.rules = rules;
        built = ListBuilder.build(rules);
        lists = built.lists();
    }

    ImportedPolicy convert() throws ListRefusedException {
        List<PolicyProblem> problems = new ArrayList<>();
        List<ToolList> open = lists;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Map<List<Object>, ToolList> unlike = new LinkedHashMap<>();
            open.forEach(list -> unlike.putIfAbsent(kind(list), list));
            List<PolicyProblem> found =
                    problems(PolicyWriter.write(head(), rules, List.copyOf(unlike.values()), false));
            Map<String, Map<Integer, PolicyProblem>> faults = faults(found);
            found.stream()
                    .filter(problem -> Optional.ofNullable(RulePlace.of(problem))
                            .filter(place -> faults.containsKey(place.list()))
                            .isEmpty())
                    .forEach(problems::add);
            if (faults.isEmpty()) {
                warnings.putAll(ListWarnings.runningAnything(rules.catalog(), lists, problems));
                return imported(PolicyWriter.write(head(), rules, lists, true));
            }
            open = repaired(open, unlike, faults);
        }
        throw new ListRefusedException("the policy of this list doesn't pass the check");
    }

    /** Returns what the check of a list depends on: lists of one kind are checked once. */
    private List<Object> kind(ToolList list) {
        Object parameters = HostCatalog.of(rules.catalog()).entries().stream()
                .filter(tool -> tool.name().equals(list.name()))
                .<Object>map(tool -> tool.tool().schema())
                .findFirst()
                .orElse(list.name());
        return List.of(parameters, list.rules());
    }

    /** Repairs the lists with faults, and those like them. Returns the repaired ones. */
    private List<ToolList> repaired(
            List<ToolList> open, Map<List<Object>, ToolList> unlike, Map<String, Map<Integer, PolicyProblem>> faults) {
        Map<String, ToolList> repaired = new LinkedHashMap<>();
        for (ToolList list : open) {
            String checked = Objects.requireNonNull(unlike.get(kind(list))).name();
            if (faults.containsKey(checked)) {
                repaired.put(list.name(), repaired(list, faults.get(checked)));
            }
        }
        lists = lists.stream()
                .map(list -> repaired.getOrDefault(list.name(), list))
                .toList();
        return List.copyOf(repaired.values());
    }

    private List<String> head() {
        String names = files.stream()
                .map(file -> file.name().substring(file.name().lastIndexOf('/') + 1))
                .collect(Collectors.joining(", "));
        return List.of(
                "Imported from " + format.title() + ": " + names,
                "What no rule matches asks. What protects the original beside its list is not imported.");
    }

    /** Checks the lists, without an engine that would be made ready for calls. */
    private static List<PolicyProblem> problems(String policy) {
        return ConfiguredCatalog.of(
                        ToolCatalog.empty(),
                        List.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", policy)),
                        ANY_PATHS)
                .problems();
    }

    /** Returns the rules that can't stay, by list and index. */
    private Map<String, Map<Integer, PolicyProblem>> faults(List<PolicyProblem> problems) throws ListRefusedException {
        Map<String, Map<Integer, PolicyProblem>> faults = new HashMap<>();
        for (PolicyProblem problem : problems) {
            boolean dead = problem.diagnostic().code() == DiagnosticCode.UNREACHABLE_RULE;
            if (!dead && problem.diagnostic().severity() != Severity.ERROR) {
                continue;
            }
            RulePlace place = RulePlace.of(problem);
            if (place == null) {
                throw new ListRefusedException("the policy of this list doesn't pass the check: " + problem);
            }
            faults.computeIfAbsent(place.list(), name -> new TreeMap<>()).put(place.rule(), problem);
        }
        return faults;
    }

    /** Drops dead rules and what can't be said; a stricter rule that can't be said decides every call. */
    private ToolList repaired(ToolList list, Map<Integer, PolicyProblem> faults) {
        List<OutRule> kept = new ArrayList<>();
        for (int i = 0; i < list.rules().size(); i++) {
            OutRule rule = list.rules().get(i);
            PolicyProblem fault = faults.get(i);
            if (fault == null) {
                kept.add(rule);
                continue;
            } else if (fault.diagnostic().code() == DiagnosticCode.UNREACHABLE_RULE) {
                covered.addAll(rule.entries());
                continue;
            }
            rule.entries()
                    .forEach(entry -> refused.put(entry, "the check of policy files refuses what it would become"));
            if (rule.mode() != Mode.ALLOW) {
                String stop = rule.entries().isEmpty()
                        ? "a rule"
                        : rule.entries().get(0).written();
                list.rules().subList(i + 1, list.rules().size()).stream()
                        .flatMap(later -> later.entries().stream())
                        .forEach(entry -> overruled.put(entry, Outcome.overruled(list.name(), stop)));
                kept.add(
                        new OutRule(rule.mode(), List.of(), Map.of(), rule.entries(), "what stood here can't be said"));
                break;
            }
        }
        return new ToolList(list.name(), list.declared(), kept);
    }

    private ImportedPolicy imported(String policy) {
        List<String> notes = new ArrayList<>();
        notes.add("read as " + format.word() + ", with the tools of "
                + HostCatalog.of(rules.catalog()).title() + " ("
                + HostCatalog.of(rules.catalog()).version() + ")");
        notes.add("the host's sandbox, its read-only commands and protected places are not imported: what no rule"
                + " matches asks");
        notes.addAll(rules.notes());
        if (rules.entries().isEmpty()) {
            notes.add("no rule was found");
        }
        ListWarnings.aroundFiles(rules.catalog(), rules.entries()).ifPresent(notes::add);
        Map<Entry, Set<String>> carriers = carriers();
        warnings.putAll(ListWarnings.shadowed(lists));
        warnings.putAll(ListWarnings.misspelt(rules.catalog(), rules.entries()));
        Map<String, ImportedPolicy.Rule> lines = new LinkedHashMap<>();
        for (Entry entry : rules.entries()) {
            ImportedPolicy.Rule line = line(entry, carriers.getOrDefault(entry, Set.of()));
            lines.merge(entry.place() + " " + entry.written(), line, ImportedPolicy.Rule::joined);
        }
        return new ImportedPolicy(policy, format, notes, List.copyOf(lines.values()));
    }

    private Map<Entry, Set<String>> carriers() {
        Map<Entry, Set<String>> carriers = new HashMap<>();
        for (ToolList list : lists) {
            for (int i = 0; i < list.rules().size(); i++) {
                for (Entry entry : list.rules().get(i).entries()) {
                    carriers.computeIfAbsent(entry, key -> new java.util.LinkedHashSet<>())
                            .add(list.name() + " " + (i + 1));
                }
            }
        }
        return carriers;
    }

    private ImportedPolicy.Rule line(Entry entry, Set<String> carriers) {
        Outcome outcome = Objects.requireNonNull(built.outcomes().get(entry));
        String fault = refused.getOrDefault(entry, "");
        boolean lost = fault.isEmpty() && carriers.isEmpty() && overruled.containsKey(entry);
        String reason = lost ? overruled.getOrDefault(entry, "") : !fault.isEmpty() ? fault : outcome.why();
        if (reason.isEmpty() && carriers.isEmpty() && covered.contains(entry)) {
            reason = "other rules decide all of its calls alike";
        }
        String finding = entry.finding().isEmpty()
                ? warnings.getOrDefault(entry, ListWarnings.colon(entry.form()))
                : entry.finding();
        ImportedPolicy.Effect fate = lost
                ? ImportedPolicy.Effect.STRICTER
                : fault.isEmpty()
                        ? ImportedPolicy.Effect.valueOf(outcome.fate().name())
                        : ImportedPolicy.Effect.REFUSED;
        return new ImportedPolicy.Rule(
                entry.place().toString(),
                entry.written(),
                entry.mode().word(),
                fate,
                List.copyOf(carriers),
                reason,
                outcome.example(),
                finding);
    }
}
