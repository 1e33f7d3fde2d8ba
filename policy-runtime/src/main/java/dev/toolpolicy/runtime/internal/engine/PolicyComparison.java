package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.runtime.internal.load.ToolResults;
import dev.toolpolicy.runtime.internal.load.UndeclaredTools;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The comparison of the current configuration with a new one. In doubt, a change may loosen. Proofs about lists hold
 * for paths by their text. Where an engine resolves links, lists that differ as written are therefore in doubt. The
 * workspace doesn't matter: a path that leads out of it turns allow into ask in both lists.
 */
final class PolicyComparison {
    private final PathSettings paths;
    private final ToolSchema oldFacts;
    private final ToolSchema facts;
    private final List<ReloadOutcome.Change> changes = new ArrayList<>();

    private PolicyComparison(EngineState from, EngineState to) {
        this.paths = to.settings().paths();
        this.oldFacts = from.facts();
        this.facts = to.facts();
    }

    /** Returns all changes, those that may loosen something first, then by tool. */
    static List<ReloadOutcome.Change> between(EngineState from, EngineState to) {
        ToolCatalog before = from.callable();
        ToolCatalog after = to.callable();
        PolicyComparison comparison = new PolicyComparison(from, to);
        for (ToolSpec<?> tool : after.tools()) {
            Optional<ToolSpec<?>> old = before.find(tool.name());
            if (old.isEmpty()) {
                comparison.add(tool.name(), "tool", true, "can be called, and could not before");
            } else {
                comparison.compare(old.get(), tool);
            }
        }
        before.tools().stream()
                .filter(tool -> after.find(tool.name()).isEmpty())
                .forEach(tool -> comparison.add(tool.name(), "tool", false, "can't be called any more"));
        comparison.compareShared(from, to);
        comparison.compareResults(from, to);
        comparison.compareLater(from, to);
        comparison.changes.sort(Comparator.comparing((ReloadOutcome.Change each) -> !each.mayLoosen()));
        return comparison.changes;
    }

    private void add(String tool, String subject, boolean mayLoosen, String text) {
        changes.add(new ReloadOutcome.Change(tool, subject, mayLoosen, text));
    }

    private void compare(ToolSpec<?> before, ToolSpec<?> after) {
        boolean same = before.schema().equals(after.schema());
        if (!same) {
            add(after.name(), "tool", true, "its parameters change");
        }
        for (ListKind list : ListKind.values()) {
            RuleList none = list == ListKind.RUN ? RuleList.empty() : RuleList.always(Mode.ALLOW);
            compare(
                    after,
                    list,
                    same,
                    before.rules(list).orElse(none),
                    after.rules(list).orElse(none));
        }
        compare(after.name(), withoutReasons(before), withoutReasons(after));
        compareLimits(
                after.name(),
                before.limits(),
                after.limits(),
                same && facts.equals(oldFacts) && before.run().equals(after.run()));
    }

    /** Compares the limits of several tools together, by the pattern of the tools' names. */
    private void compareShared(EngineState from, EngineState to) {
        Map<String, List<CallLimit>> before = from.configured().limits();
        Map<String, List<CallLimit>> after = to.configured().limits();
        Set<String> patterns = new LinkedHashSet<>(before.keySet());
        patterns.addAll(after.keySet());
        for (String pattern : patterns) {
            compareLimits(
                    pattern,
                    before.getOrDefault(pattern, List.of()),
                    after.getOrDefault(pattern, List.of()),
                    facts.equals(oldFacts) && lists(from.callable(), pattern).equals(lists(to.callable(), pattern)));
        }
    }

    /** Returns the run lists of the tools that fit a pattern, by tool. */
    private static Map<String, Optional<RuleList>> lists(ToolCatalog tools, String pattern) {
        return tools.tools().stream()
                .filter(tool -> ToolNames.fits(pattern, tool.name()))
                .collect(Collectors.toMap(ToolSpec::name, ToolSpec::run));
    }

    /** Compares what results bring: without a label, or with more values in a set, calls are decided less strictly. */
    private void compareResults(EngineState from, EngineState to) {
        ToolResults before = from.configured().results();
        ToolResults now = to.configured().results();
        Set<String> names = new LinkedHashSet<>(before.names());
        names.addAll(now.names());
        to.callable().tools().forEach(tool -> names.add(tool.name()));
        for (String name : names) {
            List<ResultSpec> was = before.of(name);
            List<ResultSpec> is = now.of(name);
            boolean mayLoosen = now.mayLoosen(before, name);
            if (mayLoosen || !was.equals(is)) {
                add(name, "results", mayLoosen, "from " + joined(was, "; else ") + "\nto " + joined(is, "; else "));
            }
        }
    }

    /** Returns what is written, made visible: a name in a file could hide a line from those who read the changes. */
    private static String joined(List<?> written, String between) {
        return written.stream().map(each -> VisibleText.line(each.toString())).collect(Collectors.joining(between));
    }

    private void compareLimits(String tool, List<CallLimit> before, List<CallLimit> after, boolean sameRules) {
        LimitComparison limits = new LimitComparison(before, after, sameRules);
        if (!limits.text().isEmpty()) {
            add(tool, "limits", limits.mayLoosen(), VisibleText.line(limits.text()));
        } else if (limits.mayLoosen()) {
            add(tool, "limits", true, "the rules change whose calls they count");
        }
    }

    /** Compares what stands there for tools that come later, as far as it may be looser. */
    private void compareLater(EngineState from, EngineState to) {
        Set<String> known = Stream.of(from, to)
                .flatMap(state -> state.configured().tools().tools().stream())
                .map(ToolSpec::name)
                .collect(Collectors.toSet());
        new UndeclaredTools(to.settings().allLayers(), known)
                .looserThan(new UndeclaredTools(from.settings().allLayers(), known))
                .forEach((name, subject) -> {
                    boolean told = changes.stream()
                            .anyMatch(each -> each.mayLoosen() && each.tool().equals(name));
                    if (!told) {
                        add(name, subject, true, "a tool that comes later may be decided less strictly");
                    }
                });
    }

    /** Returns the requirements with equal reasons, which change no decision. */
    private static List<Requirement> withoutReasons(ToolSpec<?> tool) {
        return tool.requirements().stream().map(each -> each.because("")).toList();
    }

    /** Compares requirements, which must all hold: without some of them, calls are decided less strictly. */
    private void compare(String tool, List<?> before, List<?> after) {
        List<Object> dropped = new ArrayList<>(before);
        dropped.removeAll(after);
        List<Object> added = new ArrayList<>(after);
        added.removeAll(before);
        if (!dropped.isEmpty() || !added.isEmpty()) {
            String lost = dropped.isEmpty() ? "" : "no longer " + joined(dropped, ", ");
            String gained = added.isEmpty() ? "" : "now also " + joined(added, ", ");
            String both = lost.isEmpty() || gained.isEmpty() ? "" : "; ";
            add(tool, "requires", !dropped.isEmpty(), lost + both + gained);
        }
    }

    /** Compares two lists. A missing run list asks, and a missing result list delivers. */
    private void compare(ToolSpec<?> tool, ListKind list, boolean same, RuleList old, RuleList now) {
        boolean sameFacts = looksAtSameFacts(old) && looksAtSameFacts(now);
        if (old.equals(now) && sameFacts) {
            return;
        }
        String written = "from " + words(old) + "\nto " + words(now);
        if (old.equals(now)) {
            add(tool.name(), list.word(), mayLoosen(old, now), "its rules look at facts that are declared differently");
            return;
        } else if (!same || !sameFacts) {
            add(tool.name(), list.word(), mayLoosen(old, now), written);
            return;
        }
        RuleScope scope = new RuleScope(tool.schema(), facts, new PathReading(paths.form(), false));
        RuleListDiff diff = RuleListDiff.between(scope, old, now);
        boolean doubt = paths.resolvesLinks() && mayLoosen(old, now);
        if (!diff.isEqual() || doubt) {
            add(tool.name(), list.word(), diff.mayLoosen() || doubt, written + "\n" + diff);
        }
    }

    /** Returns whether the facts that a list looks at are declared as before. */
    private boolean looksAtSameFacts(RuleList list) {
        return list.all().stream()
                .flatMap(rule -> rule.conditions().stream())
                .flatMap(PolicyComparison::facts)
                .map(ArgumentPointer::parameter)
                .allMatch(name -> oldFacts.parameter(name).equals(facts.parameter(name)));
    }

    private static Stream<ArgumentPointer> facts(Condition condition) {
        boolean onFact = condition.isOnFact() && condition.label().isEmpty();
        Stream<ArgumentPointer> own = onFact ? Stream.of(condition.pointer()) : Stream.empty();
        return Stream.concat(own, condition.matchers().stream().flatMap(each -> each.fact().stream()));
    }

    private static String words(RuleList list) {
        return list.all().isEmpty() ? "no rules" : joined(list.all(), "; ");
    }

    /** Returns whether the modes alone leave it possible that a call is decided less strictly. */
    private static boolean mayLoosen(RuleList before, RuleList after) {
        boolean oldSkips = before.all().stream().anyMatch(rule -> rule.mode() == Mode.DENY);
        boolean nowRuns = after.all().stream().anyMatch(rule -> rule.mode() == Mode.ALLOW);
        return oldSkips || nowRuns;
    }
}
