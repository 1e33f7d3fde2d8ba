package dev.toolpolicy.processor.model;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.RuleDraft;
import dev.toolpolicy.processor.mirror.Place;
import dev.toolpolicy.rule.Match;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A tool's policy as it is written.
 *
 * @param run how a call may run
 * @param result how a result is delivered
 * @param requires what must have succeeded before
 */
public record PolicyDeclaration(Optional<Rules> run, Optional<Rules> result, List<Requires> requires) {
    public static final PolicyDeclaration NONE = new PolicyDeclaration(Optional.empty(), Optional.empty(), List.of());

    /**
     * A rule list.
     *
     * @param place the value of {@code run} or {@code result}
     * @param rules the rules
     */
    public record Rules(Place place, List<WrittenRule> rules) {

        public List<RuleDraft> drafts() {
            return rules.stream().map(WrittenRule::draft).toList();
        }

        /** Where a diagnostic about this list belongs. */
        public Problem locate(Diagnostic diagnostic) {
            List<Place> related = diagnostic.related().stream()
                    .map(second -> rules.get(second.rule()).place())
                    .toList();
            return new Problem(diagnostic, place(diagnostic), related);
        }

        private Place place(Diagnostic diagnostic) {
            if (diagnostic.rule() < 0) {
                return place;
            }
            WrittenRule rule = rules.get(diagnostic.rule());
            return diagnostic.member()
                    .map(member -> rule.place(member, diagnostic.element()))
                    .orElse(rule.place());
        }
    }

    /**
     * One rule.
     *
     * @param place the annotation
     * @param draft what is written in it
     * @param members where each member's value stands, then those of its elements if it is a list; by the member's name
     *     in configuration's words
     */
    public record WrittenRule(Place place, RuleDraft draft, Map<String, List<Place>> members) {

        private Place place(String member, int element) {
            List<Place> places = members.getOrDefault(member, List.of(place));
            return places.get(element + 1 < places.size() ? element + 1 : 0);
        }
    }

    /**
     * A requirement.
     *
     * @param place the annotation
     * @param tools the required tools, each where it stands
     * @param key what the calls must have in common
     * @param external whether the tools may be unknown here
     * @param faults what is wrong with how it is written
     */
    public record Requires(
            Place place, List<Located> tools, Optional<Key> key, boolean external, List<Problem> faults) {
        public List<String> toolNames() {
            return tools.stream().map(Located::text).toList();
        }
    }

    /**
     * What calls must have in common.
     *
     * @param own where the tool names it
     * @param theirs where the required tools name it
     * @param match how many of them must have succeeded with it
     * @param whenMissing what happens to a call without it: whether it is denied, or empty if that isn't said
     */
    public record Key(Located own, Located theirs, Match match, Optional<Boolean> whenMissing) {}

    /**
     * A text where it stands.
     *
     * @param text the text
     * @param place its place
     */
    public record Located(String text, Place place) {}
}
