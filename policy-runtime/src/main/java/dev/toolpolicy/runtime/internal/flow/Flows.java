package dev.toolpolicy.runtime.internal.flow;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An engine's part in flows: what each tool's results bring, and its settings. Immutable. */
public final class Flows {
    /** An engine that records no flows. */
    public static final Flows OFF = new Flows(
            tool -> List.of(), tool -> ToolSchema.of(), set -> false, PathSettings.plain(), SessionSettings.inMemory());

    private static final int MOST_TOOLS = 10_000;

    private final Function<String, List<ResultSpec>> specs;
    private final Function<String, ToolSchema> schemas;
    private final Predicate<String> holdsPaths;
    private final PathSettings paths;
    private final SessionSettings settings;
    private final Map<String, ResultEntries> compiled = new ConcurrentHashMap<>();

    /**
     * Creates the flows of an engine that records them.
     *
     * @param specs returns what a tool's results bring, by the tool's name; none for a tool that no entry names
     * @param schemas returns a tool's parameters, by its name
     * @param holdsPaths whether rules look up paths in a set, by its name
     * @param paths how paths are read
     * @param settings the secret and the limits of sets and messages
     */
    public Flows(
            Function<String, List<ResultSpec>> specs,
            Function<String, ToolSchema> schemas,
            Predicate<String> holdsPaths,
            PathSettings paths,
            SessionSettings settings) {
        this.specs = specs;
        this.schemas = schemas;
        this.holdsPaths = holdsPaths;
        this.paths = paths;
        this.settings = settings;
    }

    /** Returns whether sessions record flows. */
    public boolean isOn() {
        return this != OFF;
    }

    SessionSettings settings() {
        return settings;
    }

    /** Returns the form of paths. */
    NormalPath.Form form() {
        return paths.form();
    }

    /** Returns the form of the paths that are looked up in a set; null if none are. */
    NormalPath.@Nullable Form form(String set) {
        return holdsPaths.test(set) ? paths.form() : null;
    }

    /** Returns the maximum number of values in a set. */
    int most(String set) {
        return set.equals(FlowFacts.REQUEST) ? settings.requestValues() : settings.setValues();
    }

    /** Returns the labels that results of a tool can bring, with any arguments. */
    Set<String> labels(String tool) {
        Set<String> labels = new TreeSet<>();
        List<ResultSpec> entries = specs.apply(tool);
        entries.forEach(entry -> labels.addAll(entry.labels()));
        return entries.isEmpty() ? ResultEntries.Brought.STRANGERS.labels() : labels;
    }

    /** Returns what the result of a call brings, by the arguments that ran. */
    ResultEntries.Brought brought(ToolCall call) {
        List<ResultSpec> entries = specs.apply(call.tool());
        if (compiled.size() >= MOST_TOOLS) { // names of a client's history have no end
            compiled.clear();
        }
        return entries.isEmpty()
                ? ResultEntries.Brought.STRANGERS
                : compiled.computeIfAbsent(call.tool(), tool -> ResultEntries.of(entries, schemas.apply(tool), paths))
                        .of(call.arguments());
    }
}
