package dev.toolpolicy.analysis.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What changes when one set of tools with its rules takes the place of another, such as that of a new configuration:
 * for each tool and each of its lists every change of mode that some call goes through. Immutable.
 *
 * @param tools one for each tool of either set: those with loosening changes first, then by name
 */
public record ToolSetDiff(List<ToolDiff> tools) {

    /**
     * Checks and copies the components.
     *
     * @param tools one for each tool of either set
     */
    public ToolSetDiff {
        tools = List.copyOf(tools);
    }

    /** Where a tool is. */
    public enum Status {
        /** In both sets, with the same parameters, whatever is said of them to models. */
        KEPT,
        /**
         * In both sets, with other parameters. Compared are the calls that are valid with the new ones, as if they all
         * had been valid before; of those that weren't nothing is known, so it counts as a change that may loosen.
         */
        OTHER_PARAMETERS,
        /** In the new set alone; compared as if every call had been skipped before. */
        ADDED,
        /** In the old set alone; compared as if every call were skipped now. */
        REMOVED
    }

    /**
     * One tool.
     *
     * @param tool its name
     * @param status where it is
     * @param run what changes in how its calls run; empty if its old rules don't fit its new parameters
     * @param result what changes in how its results are delivered; empty if its old rules don't fit its new parameters,
     *     or if the tool is in one set alone
     */
    public record ToolDiff(String tool, Status status, Optional<RuleListDiff> run, Optional<RuleListDiff> result) {

        /**
         * Whether it is proved that every call of it is answered as before.
         *
         * @return false for a tool that is in one set alone or has other parameters
         */
        public boolean isEqual() {
            return status == Status.KEPT
                    && run.filter(RuleListDiff::isEqual).isPresent()
                    && result.filter(RuleListDiff::isEqual).isPresent();
        }

        /**
         * Whether some call of it is, or may be, answered less strictly than before.
         *
         * @return true also for a tool with other parameters
         */
        public boolean mayLoosen() {
            return status == Status.OTHER_PARAMETERS
                    || run.filter(RuleListDiff::mayLoosen).isPresent()
                    || result.filter(RuleListDiff::mayLoosen).isPresent();
        }
    }

    /**
     * Compares two sets of tools.
     *
     * @param before the old tools, with the rules in force, such as those of an engine
     * @param after the new tools
     * @return what changes
     * @throws IllegalArgumentException if a tool's rules don't fit its own parameters
     */
    public static ToolSetDiff between(ToolCatalog before, ToolCatalog after) {
        return between(before, after, NormalPath.Form.PLAIN);
    }

    /**
     * Compares two sets of tools in an engine that makes its own normal forms of paths, the same for both.
     *
     * @param before the old tools, with the rules in force, such as those of an engine
     * @param after the new tools
     * @param form how normal forms are made
     * @return what changes
     * @throws IllegalArgumentException if a tool's rules don't fit its own parameters
     */
    public static ToolSetDiff between(ToolCatalog before, ToolCatalog after, NormalPath.Form form) {
        TreeSet<String> names = new TreeSet<>();
        before.tools().forEach(tool -> names.add(tool.name()));
        after.tools().forEach(tool -> names.add(tool.name()));
        List<ToolDiff> tools = new ArrayList<>();
        for (String name : names) {
            tools.add(tool(name, before.find(name), after.find(name), form));
        }
        tools.sort(Comparator.comparing(tool -> !tool.mayLoosen()));
        return new ToolSetDiff(tools);
    }

    private static ToolDiff tool(
            String name,
            Optional<ToolSpec<?>> before,
            Optional<ToolSpec<?>> after,
            NormalPath.Form form) {
        RuleList nothing = RuleList.always(Mode.DENY);
        if (before.isEmpty() || after.isEmpty()) {
            ToolSpec<?> tool = before.or(() -> after).orElseThrow();
            RuleList rules = fitting(tool.schema(), run(tool)).orElseThrow(() -> misfit(name));
            RuleListDiff run = before.isEmpty()
                    ? RuleListDiff.between(tool.schema(), nothing, rules, form)
                    : RuleListDiff.between(tool.schema(), rules, nothing, form);
            return new ToolDiff(
                    name, before.isEmpty() ? Status.ADDED : Status.REMOVED, Optional.of(run), Optional.empty());
        }
        ToolSchema schema = after.get().schema();
        boolean same = isSame(schema.root(), before.get().schema().root());
        return new ToolDiff(
                name,
                same ? Status.KEPT : Status.OTHER_PARAMETERS,
                lists(name, schema, run(before.get()), run(after.get()), same, form),
                lists(name, schema, result(before.get()), result(after.get()), same, form));
    }

    /** Whether two types take the same values, in the same order and with the same defaults. */
    private static boolean isSame(ParameterType one, ParameterType other) {
        if (one instanceof ParameterType.ArrayType array && other instanceof ParameterType.ArrayType others) {
            return isSame(array.items(), others.items());
        }
        return one instanceof ParameterType.ObjectType object && other instanceof ParameterType.ObjectType others
                ? isSame(object, others)
                : one.equals(other);
    }

    private static boolean isSame(ParameterType.ObjectType one, ParameterType.ObjectType other) {
        boolean same = one.properties().size() == other.properties().size();
        for (int i = 0; same && i < one.properties().size(); i++) {
            same = isSame(one.properties().get(i), other.properties().get(i));
        }
        return same && (one.additional() == null || other.additional() == null
                ? one.additional() == other.additional()
                : isSame(one.additional(), other.additional()));
    }

    private static boolean isSame(Parameter one, Parameter other) {
        return one.name().equals(other.name())
                && one.isRequired() == other.isRequired()
                && one.defaultValue().equals(other.defaultValue())
                && isSame(one.type(), other.type());
    }

    private static Optional<RuleListDiff> lists(
            String name, ToolSchema schema, RuleList before, RuleList after, boolean same, NormalPath.Form form) {
        RuleList changed = fitting(schema, after).orElseThrow(() -> misfit(name));
        Optional<RuleList> old = fitting(schema, before);
        if (old.isEmpty() && same) {
            throw misfit(name);
        }
        return old.map(rules -> RuleListDiff.between(schema, rules, changed, form));
    }

    private static RuleList run(ToolSpec<?> tool) {
        return tool.run().orElse(RuleList.empty());
    }

    private static RuleList result(ToolSpec<?> tool) {
        return tool.result().orElse(RuleList.empty());
    }

    private static Optional<RuleList> fitting(ToolSchema schema, RuleList rules) {
        return RuleListCheck.checkEach(schema, rules).rules();
    }

    private static IllegalArgumentException misfit(String tool) {
        return new IllegalArgumentException("the rules of " + Words.quoted(tool) + " don't fit its parameters");
    }

    /**
     * Whether it is proved that every call of every tool is answered as before.
     *
     * @return true if nothing changes
     */
    public boolean isEqual() {
        return tools.stream().allMatch(ToolDiff::isEqual);
    }

    /**
     * Whether some call is, or may be, answered less strictly than before. What is undecided or can't be compared
     * counts.
     *
     * @return false if it is proved that no call is
     */
    public boolean mayLoosen() {
        return tools.stream().anyMatch(ToolDiff::mayLoosen);
    }

    /**
     * The changes for people, loosening ones first.
     *
     * @return lines joined by {@code \n}
     */
    @Override
    public String toString() {
        return DiffText.of(this);
    }

    /**
     * The changes as a table for a review.
     *
     * @return Markdown, lines joined by {@code \n}
     */
    public String toMarkdown() {
        return DiffMarkdown.of(this);
    }

    /**
     * The changes as data.
     *
     * @return a JSON object
     */
    public ObjectNode toJson() {
        return DiffJson.of(this);
    }
}
