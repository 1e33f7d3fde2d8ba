package dev.toolpolicy.runtime.analysis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.analysis.CallSearch.Answer;
import dev.toolpolicy.runtime.analysis.CallSearch.Claim;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which rules of a list can decide, exactly: for each rule a call that it decides, or the proof that there is none.
 * Immutable.
 *
 * <p>A rule decides the calls for which its condition holds and none of the earlier ones does. Whether there is such a
 * call is decided place by place, by what the values there can be.
 */
public final class Reachability {
    private final List<Reach> rules;
    private final Reach implicit;

    /** Whether a rule can decide. */
    public sealed interface Reach {

        /**
         * It can.
         *
         * @param arguments valid arguments of a call that it decides, with as little in them as is needed
         */
        record Decides(ObjectNode arguments) implements Reach {}

        /**
         * It can't.
         *
         * @param takers the rules before it that take all its calls, from 0, and would not if one of them were missing;
         *     none if no call matches it anyway
         */
        record Never(List<Integer> takers) implements Reach {}

        /** It would take too much to know. */
        record Undecided() implements Reach {}
    }

    private Reachability(List<Reach> rules, Reach implicit) {
        this.rules = rules;
        this.implicit = implicit;
    }

    /**
     * Finds out which rules of a list can decide.
     *
     * @param schema the tool's parameters
     * @param list rules that are right by themselves, as {@link RuleListCheck} returns them
     * @return what was found
     * @throws IllegalArgumentException if a pointer leads nowhere or a pattern can't be read
     */
    public static Reachability of(ToolSchema schema, RuleList list) {
        return of(schema, list, PathReading.PLAIN);
    }

    /**
     * Finds out which rules of a list can decide in an engine that reads paths in its own way. Where it follows links, a
     * rule can decide if it does wherever they may lead; the call is told that needs as few of them as possible.
     *
     * @param schema the tool's parameters
     * @param list rules that are right by themselves, as {@link RuleListCheck} returns them
     * @param paths how paths are read
     * @return what was found
     * @throws IllegalArgumentException if a pointer leads nowhere or a pattern can't be read
     */
    public static Reachability of(ToolSchema schema, RuleList list, PathReading paths) {
        return new Questions(schema, list.rules(), paths).answer();
    }

    /**
     * What is known of each rule. A final catch-all counts as any other rule.
     *
     * @return an immutable list, in the order of the rules
     */
    public List<Reach> rules() {
        return rules;
    }

    /**
     * Whether the implicit {@code ask}, when no rule holds, can decide.
     *
     * @return as for a rule after all others that always holds
     */
    public Reach implicit() {
        return implicit;
    }

    /**
     * A line for each rule, for people.
     *
     * @return such as {@code rule 1 decides {"path":"a"}}, joined by {@code \n}
     */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        for (int rule = 0; rule < rules.size(); rule++) {
            lines.add(RuleWords.reach("rule " + (rule + 1), rules.get(rule)));
        }
        lines.add(RuleWords.reach("no rule", implicit));
        return String.join("\n", lines);
    }

    /** The questions about one list. Not thread-safe. */
    static final class Questions {
        private final LinkedSearch search;
        private final List<Optional<Claim>> claims;
        private final List<Rule> list;
        private final ToolSchema schema;
        private final PathReading paths;
        private final CallSearch calls;

        Questions(ToolSchema schema, List<Rule> rules, PathReading paths) {
            this.schema = schema;
            this.list = rules;
            this.paths = paths;
            this.calls = new CallSearch(schema, paths.form());
            this.search = new LinkedSearch(calls);
            this.claims = rules.stream()
                    .map(rule -> rule.condition().map(condition -> calls.claim(
                            condition, paths.followsLinks() && rule.mode() == Mode.UNATTENDED)))
                    .toList();
        }

        Reachability answer() {
            List<Reach> found = rules();
            return new Reachability(found, implicit(found));
        }

        List<Reach> rules() {
            List<Reach> found = new ArrayList<>();
            for (int rule = 0; rule < claims.size(); rule++) {
                found.add(reach(claims.get(rule), rule, found));
            }
            return List.copyOf(found);
        }

        /** What is known of each rule, without the calls that it decides: much sooner found out of long lists. */
        List<Reach> rulesWithoutCalls() {
            Examples examples = new Examples(calls, schema, list, claims, paths.form());
            int catchAll = claims.indexOf(Optional.<Claim>empty());
            List<Reach> found = new ArrayList<>();
            for (int rule = 0; rule < claims.size(); rule++) {
                int number = rule;
                Optional<Reach> easy = claims.get(rule)
                        .flatMap(claim -> examples.reach(number, catchAll < 0 ? claims.size() : catchAll))
                        .filter(reach -> !paths.followsLinks() || reach instanceof Reach.Decides);
                found.add(easy.orElseGet(() -> reach(claims.get(number), number, found)));
            }
            return List.copyOf(found);
        }

        Reach implicit(List<Reach> rules) {
            return reach(Optional.empty(), rules.size(), rules);
        }

        /** Whether some rule always holds, so that the implicit answer never counts. */
        boolean hasCatchAll() {
            return claims.contains(Optional.<Claim>empty());
        }

        private Reach reach(Optional<Claim> claim, int rule, List<Reach> earlier) {
            List<Integer> before = IntStream.range(0, rule).boxed().toList();
            Answer answer = find(claim, before);
            if (answer instanceof Answer.Found found) {
                return new Reach.Decides(found.arguments());
            }
            return answer instanceof Answer.None
                    ? new Reach.Never(takers(claim, before, earlier))
                    : new Reach.Undecided();
        }

        /** One rule that does it alone, the first; or as few as are needed, where earlier ones are preferred. */
        private List<Integer> takers(Optional<Claim> claim, List<Integer> before, List<Reach> earlier) {
            if (neverDecides(claim, List.of())) {
                return List.of();
            }
            List<Integer> deciding =
                    before.stream().filter(rule -> !(earlier.get(rule) instanceof Reach.Never)).toList();
            List<Integer> takers = new ArrayList<>(neverDecides(claim, deciding) ? deciding : before);
            for (int rule : takers) {
                if (neverDecides(claim, List.of(rule))) {
                    return List.of(rule);
                }
            }
            for (int i = takers.size() - 1; i >= 0; i--) {
                Integer rule = takers.remove(i);
                if (!neverDecides(claim, takers)) {
                    takers.add(i, rule);
                }
            }
            return List.copyOf(takers);
        }

        /** Whether it is sure that a rule could decide above another one, and that those it passes could still. */
        boolean canMove(int rule, int above) {
            List<Integer> before = new ArrayList<>(IntStream.range(0, above).boxed().toList());
            if (!decides(claims.get(rule), before)) {
                return false;
            }
            for (int passed = above; passed < rule; passed++) {
                boolean decided = !neverDecides(claims.get(passed), before);
                before.add(rule);
                if (decided && !decides(claims.get(passed), before)) {
                    return false;
                }
                before.set(before.size() - 1, passed);
            }
            return true;
        }

        private boolean neverDecides(Optional<Claim> claim, List<Integer> before) {
            return find(claim, before) instanceof Answer.None;
        }

        private boolean decides(Optional<Claim> claim, List<Integer> before) {
            return find(claim, before) instanceof Answer.Found;
        }

        private Answer find(Optional<Claim> claim, List<Integer> before) {
            if (before.stream().anyMatch(rule -> claims.get(rule).isEmpty())) {
                return new Answer.None();
            }
            return search.find(
                    claim.stream().toList(), before.stream().map(rule -> claims.get(rule).orElseThrow()).toList());
        }
    }
}
