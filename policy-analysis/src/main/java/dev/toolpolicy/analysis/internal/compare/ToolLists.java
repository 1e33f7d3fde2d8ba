package dev.toolpolicy.analysis.internal.compare;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.FactDeclarations;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Shapes;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The difference between two sets of tools with their rules, such as those before and after a change of policy files.
 * For each tool and each of its lists, it has every change of mode that some call gets. Immutable.
 *
 * @param tools one entry for each tool of either set: those with loosening changes first, then by name
 */
public record ToolLists(List<ToolDiff> tools) {

    /** Checks and copies the components. */
    public ToolLists {
        tools = List.copyOf(tools);
    }

    /** The sets that contain a tool. */
    public enum Status {
        /** Both sets, with the same parameters. Descriptions for models may differ. */
        KEPT,
        /**
         * Both sets, with different parameters or facts. The comparison covers the calls that are valid with the new ones, as if
         * all of them had been valid before. It counts as a change that may loosen.
         */
        OTHER_PARAMETERS,
        /** Only the new set. The tool is compared as if every call had been denied before. */
        ADDED,
        /** Only the old set. The tool is compared as if every call were denied now. */
        REMOVED
    }

    /**
     * The difference of one tool.
     *
     * @param tool the tool's name
     * @param status the sets that contain the tool
     * @param run the difference in which calls run; empty if the old rules don't fit the new parameters
     * @param result the difference in which results are delivered; empty if the old rules don't fit the new
     *     parameters, or if only one set contains the tool
     */
    public record ToolDiff(String tool, Status status, Optional<RuleListDiff> run, Optional<RuleListDiff> result) {
        /**
         * Returns whether every call of the tool is provably decided as before.
         *
         * @return false for a tool that only one set contains, or that has different parameters
         */
        public boolean isEqual() {
            return status == Status.KEPT
                    && run.filter(RuleListDiff::isEqual).isPresent()
                    && result.filter(RuleListDiff::isEqual).isPresent();
        }

        /**
         * Returns whether some call of the tool is, or may be, decided less strictly than before.
         *
         * @return true also for a tool with different parameters
         */
        public boolean mayLoosen() {
            return status == Status.OTHER_PARAMETERS
                    || run.filter(RuleListDiff::mayLoosen).isPresent()
                    || result.filter(RuleListDiff::mayLoosen).isPresent();
        }
    }

    /**
     * Compares two sets of tools, for calls with any facts.
     *
     * @param before the old tools with their active rules, such as those of an engine
     * @param after the new tools
     * @param facts the facts that policy files declare, beside those of the tools; an empty schema if there are none
     * @param form the normal form of paths
     * @return the difference
     * @throws IllegalArgumentException if a tool's rules don't fit its own parameters
     */
    public static ToolLists between(ToolCatalog before, ToolCatalog after, ToolSchema facts, NormalPath.Form form) {
        List<ToolSchema> declarations = new ArrayList<>(List.of(facts));
        TreeSet<String> names = new TreeSet<>();
        Stream.of(after, before).flatMap(set -> set.tools().stream()).forEach(tool -> {
            declarations.add(tool.facts());
            names.add(tool.name());
        });
        ToolSchema declared = FactDeclarations.joined(declarations);
        List<ToolDiff> tools = new ArrayList<>();
        for (String name : names) {
            tools.add(tool(name, before.find(name), after.find(name), declared, new PathReading(form, false)));
        }
        tools.sort(Comparator.comparing(tool -> !tool.mayLoosen()));
        return new ToolLists(tools);
    }

    private static ToolDiff tool(
            String name,
            Optional<ToolSpec<?>> before,
            Optional<ToolSpec<?>> after,
            ToolSchema facts,
            PathReading paths) {
        RuleList nothing = RuleList.always(Mode.DENY);
        if (before.isEmpty() || after.isEmpty()) {
            ToolSpec<?> tool = before.or(() -> after).orElseThrow();
            RuleScope scope = new RuleScope(tool.schema(), facts, paths);
            RuleList rules = fitting(scope, run(tool)).orElseThrow(() -> misfit(name));
            RuleListDiff run = before.isEmpty()
                    ? RuleListDiff.between(scope, nothing, rules)
                    : RuleListDiff.between(scope, rules, nothing);
            return new ToolDiff(
                    name, before.isEmpty() ? Status.ADDED : Status.REMOVED, Optional.of(run), Optional.empty());
        }
        ToolSchema schema = after.get().schema();
        boolean same = Shapes.same(schema, before.get().schema())
                && Shapes.same(after.get().facts(), before.get().facts());
        RuleScope scope = new RuleScope(schema, facts, paths);
        return new ToolDiff(
                name,
                same ? Status.KEPT : Status.OTHER_PARAMETERS,
                lists(name, scope, run(before.get()), run(after.get()), same),
                lists(name, scope, result(before.get()), result(after.get()), same));
    }

    private static Optional<RuleListDiff> lists(
            String name, RuleScope scope, RuleList before, RuleList after, boolean same) {
        RuleList changed = fitting(scope, after).orElseThrow(() -> misfit(name));
        Optional<RuleList> old = fitting(scope, before);
        if (old.isEmpty() && same) {
            throw misfit(name);
        }
        return old.map(rules -> RuleListDiff.between(scope, rules, changed));
    }

    private static RuleList run(ToolSpec<?> tool) {
        return tool.run().orElse(RuleList.empty());
    }

    private static RuleList result(ToolSpec<?> tool) {
        return tool.result().orElse(RuleList.always(Mode.ALLOW)); // without a list, results are delivered
    }

    private static Optional<RuleList> fitting(RuleScope scope, RuleList rules) {
        boolean floorsFit = rules.floors().stream()
                .allMatch(floor ->
                        RuleListCheck.checkEach(scope.inFloor(), floor).rules().isPresent());
        return RuleListCheck.checkEach(scope, rules).rules().filter(list -> floorsFit);
    }

    private static IllegalArgumentException misfit(String tool) {
        return new IllegalArgumentException("the rules of " + Words.quoted(tool) + " don't fit its parameters");
    }

    /**
     * Returns whether every call of every tool is provably decided as before.
     *
     * @return true if nothing changes
     */
    public boolean isEqual() {
        return tools.stream().allMatch(ToolDiff::isEqual);
    }

    /**
     * Returns whether some call is, or may be, decided less strictly than before. Undecided and incomparable changes
     * count.
     *
     * @return false if this is provably so for no call
     */
    public boolean mayLoosen() {
        return tools.stream().anyMatch(ToolDiff::mayLoosen);
    }
}
