package dev.toolpolicy.test.policy.internal.prove;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.compare.ClaimSearch;
import dev.toolpolicy.analysis.internal.compare.ClaimSearch.Way;
import dev.toolpolicy.analysis.internal.compare.ListClaim;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.test.policy.internal.coverage.FoundCall;
import dev.toolpolicy.test.policy.internal.file.Claim;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Everything that a policy lets run without approval in one state of a session. Not thread-safe. */
public final class Surface {
    private final EngineView engine;
    private final State state;

    /**
     * The state of a session, at least.
     *
     * @param labels its labels
     * @param facts conditions on facts that hold
     * @param after the tools that have run with success
     */
    public record State(List<String> labels, List<Claim.Part> facts, Set<String> after) {}

    /**
     * A rule by which calls run.
     *
     * @param rule its number, from 1
     * @param call such a call; empty if the search was given up
     * @param bounds how far values are bound
     */
    public record Open(int rule, Optional<FoundCall> call, List<Bounds.Bound> bounds) {
        /** Returns the sinks that are not bound enough. */
        public List<String> openSinks() {
            return bounds.stream()
                    .filter(Bounds.Bound::isOpenSink)
                    .map(Bounds.Bound::pointer)
                    .toList();
        }

        /** Returns the bounds in words. */
        public List<String> words() {
            return bounds.stream().map(Bounds.Bound::toString).toList();
        }
    }

    /**
     * The calls of one tool.
     *
     * @param tool the tool's name
     * @param isWhole whether each of its calls runs
     * @param open the rules by which calls run
     * @param before the tools that must run before, in an order in which they can; empty if none must
     * @param isClosed whether a required tool needs a person on each way
     * @param limits the limits that hold
     */
    public record Row(
            String tool, boolean isWhole, List<Open> open, List<String> before, boolean isClosed, List<String> limits) {
        /** Returns whether no call runs without approval. */
        public boolean isNothing() {
            return open.isEmpty() || isClosed;
        }
    }

    private Surface(EngineView engine, State state) {
        this.engine = engine;
        this.state = state;
    }

    /** Returns a row for each tool, in the order of the engine's tools. */
    public static List<Row> of(PolicyEngine engine, State state) {
        Surface surface = new Surface(EngineView.of(engine).withLater(), state);
        Map<String, Row> rows = new LinkedHashMap<>();
        surface.engine.tools().tools().forEach(tool -> rows.put(tool.name(), surface.row(tool)));
        return surface.reached(rows);
    }

    private Row row(ToolSpec<?> tool) {
        RuleScope scope = engine.scope(tool);
        RuleList list = tool.run().orElse(RuleList.empty());
        List<RuleSpec> when = new ArrayList<>(Claim.labelled(state.labels()));
        state.facts()
                .forEach(part ->
                        when.add(part.rule(scope).orElseThrow(() -> new IllegalArgumentException(part.misfit(scope)))));
        ClaimSearch search = new ClaimSearch(scope, list);
        List<Open> open = search.ways(new ListClaim(when, Set.of(Mode.ALLOW), List.of())).stream()
                .map(way -> open(tool, list, way))
                .toList();
        Set<Mode> others = EnumSet.complementOf(EnumSet.of(Mode.ALLOW));
        boolean isWhole = search.refute(new ListClaim(when, others, List.of())) instanceof Answer.None;
        List<String> limits = tool.limits().stream().map(CallLimit::toString).toList();
        return new Row(tool.name(), isWhole, open, List.of(), false, limits);
    }

    private static Open open(ToolSpec<?> tool, RuleList list, Way way) {
        Optional<FoundCall> call =
                way.answer().found().map(found -> new FoundCall(tool.name(), found.arguments(), found.facts()));
        return new Open(
                way.rule() + 1, call, Bounds.of(tool.schema(), list.rules().get(way.rule())));
    }

    /** Returns the rows with what must run before, as far as it runs without a person. */
    private List<Row> reached(Map<String, Row> rows) {
        Map<String, List<String>> ways = new LinkedHashMap<>();
        state.after().forEach(tool -> ways.put(tool, List.of()));
        boolean grows = true;
        while (grows) {
            grows = false;
            for (Row row : rows.values()) {
                Optional<List<String>> way = row.open().isEmpty() ? Optional.empty() : way(row.tool(), ways);
                if (way.isPresent() && !ways.containsKey(row.tool())) {
                    ways.put(row.tool(), way.get());
                    grows = true;
                }
            }
        }
        return rows.values().stream()
                .map(row -> {
                    Optional<List<String>> way = way(row.tool(), ways);
                    return new Row(
                            row.tool(),
                            row.isWhole(),
                            row.open(),
                            way.orElse(List.of()),
                            !row.open().isEmpty() && way.isEmpty(),
                            row.limits());
                })
                .collect(Collectors.toList());
    }

    /** Returns the tools that must run before a tool, if they can; empty if one needs a person on each way. */
    private Optional<List<String>> way(String tool, Map<String, List<String>> ways) {
        Set<String> before = new LinkedHashSet<>();
        for (Requirement requirement : engine.tools().find(tool).orElseThrow().requirements()) {
            List<String> possible = requirement.tools().stream()
                    .flatMap(required -> ways.keySet().stream()
                            .filter(way -> ToolNames.fits(required, way)
                                    || engine.tools().find(required).isEmpty() && Prover.mayBeLater(required, way))
                            .limit(1))
                    .toList();
            boolean isMet = isForEach(requirement)
                    ? possible.size() == requirement.tools().size()
                    : !possible.isEmpty();
            if (isMust(requirement) && !isMet) {
                return Optional.empty();
            } else if (isMust(requirement)) {
                (isForEach(requirement) ? possible : possible.subList(0, 1)).forEach(required -> {
                    before.addAll(ways.getOrDefault(required, List.of()));
                    before.add(required);
                });
            }
        }
        before.removeAll(state.after());
        return Optional.of(List.copyOf(before));
    }

    private static boolean isForEach(Requirement requirement) {
        return requirement.key().map(key -> key.match() == Match.ALL).orElse(true);
    }

    /** Returns whether no call can go without a requirement: not one whose key may be missing, or may be a new file. */
    static boolean isMust(Requirement requirement) {
        return requirement
                .key()
                .map(key -> key.denyWhenMissing() && !key.allowsNewFiles())
                .orElse(true);
    }
}
