package dev.toolpolicy.runtime;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolDefinition;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Compares what is in force with what would be. In doubt a change may loosen. */
final class PolicyComparison {
    private final List<PolicyChange> changes = new ArrayList<>();

    private PolicyComparison() {}

    /** Every change, what may loosen something first, then by tool. */
    static List<PolicyChange> between(ToolCatalog before, ToolCatalog after) {
        PolicyComparison comparison = new PolicyComparison();
        for (ToolDefinition<?> tool : after.tools()) {
            Optional<ToolDefinition<?>> old = before.find(tool.name());
            if (old.isEmpty()) {
                comparison.add(tool.name(), "tool", true, "can be called, and could not before");
            } else {
                comparison.compare(old.get(), tool);
            }
        }
        for (ToolDefinition<?> tool : before.tools()) {
            if (after.find(tool.name()).isEmpty()) {
                comparison.add(tool.name(), "tool", false, "can't be called any more");
            }
        }
        comparison.changes.sort(Comparator.comparing((PolicyChange each) -> !each.mayLoosen()));
        return comparison.changes;
    }

    private void add(String tool, String subject, boolean mayLoosen, String text) {
        changes.add(new PolicyChange(tool, subject, mayLoosen, text));
    }

    private void compare(ToolDefinition<?> before, ToolDefinition<?> after) {
        if (!before.schema().equals(after.schema())) {
            add(after.name(), "tool", true, "its parameters change");
        }
        compare(after, "run", before.run(), after.run());
        compare(after, "result", before.result(), after.result());
        List<Requirement> dropped = new ArrayList<>(before.requirements());
        dropped.removeAll(after.requirements());
        List<Requirement> added = new ArrayList<>(after.requirements());
        added.removeAll(before.requirements());
        if (!dropped.isEmpty() || !added.isEmpty()) {
            String lost = dropped.isEmpty() ? "" : "no longer " + words(dropped);
            String gained = added.isEmpty() ? "" : "now also " + words(added);
            String both = lost.isEmpty() || gained.isEmpty() ? "" : "; ";
            add(after.name(), "requires", !dropped.isEmpty(), lost + both + gained);
        }
    }

    private static String words(List<Requirement> requirements) {
        return requirements.stream().map(Requirement::toString).collect(Collectors.joining(", "));
    }

    /** No list is the empty one, whose answer is to ask. */
    private void compare(ToolDefinition<?> tool, String list, Optional<RuleList> before, Optional<RuleList> after) {
        RuleList old = before.orElse(RuleList.empty());
        RuleList now = after.orElse(RuleList.empty());
        if (!old.equals(now)) {
            add(tool.name(), list, mayLoosen(old, now), "from " + words(old) + "\nto " + words(now));
        }
    }

    private static String words(RuleList list) {
        return list.rules().isEmpty()
                ? "no rules"
                : list.rules().stream().map(Rule::toString).collect(Collectors.joining("; "));
    }

    /** Whether it is not plain that no call gets a freer answer. */
    private static boolean mayLoosen(RuleList before, RuleList after) {
        boolean oldSkips = before.rules().stream().anyMatch(rule -> rule.mode() == Mode.SKIP);
        boolean nowRuns = after.rules().stream().anyMatch(rule -> rule.mode() == Mode.UNATTENDED);
        return oldSkips || nowRuns;
    }
}
