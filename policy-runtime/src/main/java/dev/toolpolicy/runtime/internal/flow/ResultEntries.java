package dev.toolpolicy.runtime.internal.flow;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Truth;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The labels and values of one tool's results, by the arguments that ran. Immutable. */
record ResultEntries(List<Entry> entries, PathSettings paths) {
    /**
     * An entry with its conditions as two rules: the first is read as a rule that allows, and holds if both forms of a
     * path do; the second is read as a stricter one, for which one form is enough. Null if they don't fit the tool.
     */
    private record Entry(ResultSpec spec, @Nullable RuleEvaluator rules) {}

    /**
     * The labels and values of one result.
     *
     * @param labels its labels
     * @param sources the places of its values, by set
     */
    record Brought(Set<String> labels, Map<String, ResultSpec.Source> sources) {
        /** The labels and values of a tool's results that no entry names. */
        static final Brought STRANGERS = new Brought(Set.of(FlowFacts.UNTRUSTED), Map.of());
    }

    /**
     * Compiles a tool's entries.
     *
     * @param specs the entries
     * @param schema the tool's parameters
     * @param paths how paths are read
     */
    static ResultEntries of(List<ResultSpec> specs, ToolSchema schema, PathSettings paths) {
        RuleScope scope = RuleScope.of(schema, PathReading.of(paths.form(), paths.resolvesLinks()));
        return new ResultEntries(specs.stream().map(spec -> entry(spec, scope)).toList(), paths);
    }

    private static Entry entry(ResultSpec spec, RuleScope scope) {
        try {
            return new Entry(
                    spec,
                    new RuleEvaluator(
                            scope,
                            List.of(
                                    RuleSpec.whenAll(spec.conditions(), Mode.ALLOW),
                                    RuleSpec.whenAll(spec.conditions(), Mode.DENY))));
        } catch (IllegalArgumentException unfit) { // the tool has other parameters now
            return new Entry(spec, null);
        }
    }

    /**
     * Returns what a result brings. The first entry that holds counts. One that can't be read, or that holds for one form
     * of a path and not for the other, brings its labels and those of all that follow, and no values.
     *
     * @param arguments the arguments that ran
     */
    Brought of(ObjectNode arguments) {
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            Truth holds = entry.spec().conditions().isEmpty() ? Truth.TRUE : holds(entry, arguments);
            if (holds == Truth.UNKNOWN) {
                return unread(i);
            } else if (holds == Truth.TRUE) {
                return new Brought(entry.spec().labels(), entry.spec().values());
            }
        }
        return Brought.STRANGERS;
    }

    private Brought unread(int first) {
        Set<String> labels = new TreeSet<>();
        entries.subList(first, entries.size())
                .forEach(entry -> labels.addAll(entry.spec().labels()));
        if (!entries.get(entries.size() - 1).spec().conditions().isEmpty()) {
            labels.add(FlowFacts.UNTRUSTED);
        }
        return new Brought(labels, Map.of());
    }

    /** Returns whether an entry's conditions hold for both forms of each path. */
    private Truth holds(Entry entry, ObjectNode arguments) {
        RuleEvaluator rules = entry.rules();
        if (rules == null) {
            return Truth.UNKNOWN;
        }
        boolean[] lost = new boolean[1];
        Function<String, Optional<NormalPath>> links = path -> {
            Optional<NormalPath> real = paths.resolve(path);
            lost[0] |= real.isEmpty();
            return real;
        };
        ObjectNode facts = JsonNodeFactory.instance.objectNode();
        Function<String, Optional<NormalPath>> resolver = paths.resolvesLinks() ? links : null;
        Truth narrow = rules.holds(0, arguments, facts, Membership.NONE, resolver);
        Truth wide = rules.holds(1, arguments, facts, Membership.NONE, resolver);
        return lost[0] || narrow != wide ? Truth.UNKNOWN : narrow;
    }
}
