package dev.toolpolicy.processor.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.LimitReader;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A tool's policy as written.
 *
 * @param run the rules for calls
 * @param result the rules for results
 * @param requires the requirements
 * @param limits the limits
 * @param facts the facts that rules may look at
 * @param paths the strings that are paths, as JSON Pointers
 * @param results what the tool's results bring, if it says so
 */
public record PolicyDeclaration(
        Optional<Rules> run,
        Optional<Rules> result,
        List<Requires> requires,
        List<WrittenLimit> limits,
        Facts facts,
        List<Located> paths,
        Optional<WrittenResult> results) {
    public static final PolicyDeclaration NONE = new PolicyDeclaration(
            Optional.empty(), Optional.empty(), List.of(), List.of(), Facts.NONE, List.of(), Optional.empty());

    /** Returns the same policy of a tool whose results bring something. */
    public PolicyDeclaration with(Optional<WrittenResult> others) {
        return new PolicyDeclaration(run, result, requires, limits, facts, paths, others);
    }

    /**
     * The labels and sets that a tool's results bring.
     *
     * @param labels the labels of their text
     * @param sets the sets that they fill
     */
    public record WrittenResult(List<Located> labels, List<WrittenSet> sets) {

        /** Returns what was read; the names and pointers are valid. */
        public ResultSpec read() {
            ResultSpec spec =
                    ResultSpec.labelled(labels.stream().map(Located::text).toArray(String[]::new));
            for (WrittenSet set : sets) {
                ResultSpec.Source source =
                        ResultSpec.Source.at(set.at.stream().map(Located::text).toArray(String[]::new));
                spec = spec.filling(set.name.text(), set.isTrusted ? source.trusted() : source);
            }
            return spec;
        }
    }

    /**
     * A set that a tool's results fill.
     *
     * @param name its name
     * @param at the pointers into the result
     * @param isTrusted whether the values are the operator's own
     */
    public record WrittenSet(Located name, List<Located> at, boolean isTrusted) {}

    /**
     * A limit.
     *
     * @param place the annotation
     * @param members its members, as in policy files
     * @param places the places of the members' values
     */
    public record WrittenLimit(Location place, JsonNode members, Map<String, Location> places) {

        /** Reads the limit; it has a mistake or a value. */
        public LimitReader.Read read() {
            return LimitReader.read(members);
        }
    }

    /**
     * The declared facts.
     *
     * @param schema the facts that are valid
     * @param isBroken whether the declaration has errors; then rules about facts can't be checked
     */
    public record Facts(ToolSchema schema, boolean isBroken) {
        public static final Facts NONE = new Facts(ToolSchema.of(), false);
    }

    /**
     * A rule list.
     *
     * @param place the value of {@code run} or {@code result}
     * @param rules the rules
     */
    public record Rules(Location place, List<WrittenRule> rules) {

        public List<ObjectNode> drafts() {
            return rules.stream().map(WrittenRule::draft).toList();
        }

        /** Returns a diagnostic about this list with its place. */
        public Problem locate(Diagnostic diagnostic) {
            List<Location> related = diagnostic.related().stream()
                    .map(second -> rules.get(second.rule()).place())
                    .toList();
            Location first =
                    diagnostic.rule() < 0 ? place : rules.get(diagnostic.rule()).placeOf(diagnostic);
            return new Problem(diagnostic, first, related);
        }
    }

    /**
     * One rule.
     *
     * @param place the annotation
     * @param draft the rule as written
     * @param members the places of each member's value and, for a list, of its elements; by the member's name
     *     in policy files, behind the path of its condition if it stands in one
     */
    public record WrittenRule(Location place, ObjectNode draft, Map<String, List<Location>> members) {

        /** Returns the path of a condition in {@code all}, by its index. */
        public static String path(int condition) {
            return "all/" + condition;
        }

        private Location placeOf(Diagnostic diagnostic) {
            String condition = diagnostic.condition() < 0 ? "" : path(diagnostic.condition());
            if (diagnostic.member().isEmpty()) {
                return place(condition, -1);
            }
            String member = (condition.isEmpty() ? "" : condition + "/")
                    + diagnostic.member().get();
            return place(member, diagnostic.element());
        }

        private Location place(String path, int element) {
            List<Location> places = members.getOrDefault(path, List.of(place));
            return places.get(element + 1 < places.size() ? element + 1 : 0);
        }

        /** Returns the conditions, each by the members that are written in it. */
        public List<JsonNode> conditions() {
            return Stream.concat(draft.path("all").valueStream(), Stream.of(draft))
                    .toList();
        }
    }

    /**
     * A requirement.
     *
     * @param place the annotation
     * @param tools the required tools with their places
     * @param key the arguments that must be equal
     * @param external whether unknown tools are allowed
     * @param reason the reason; empty if there is none
     * @param faults the problems of how the requirement is written
     */
    public record Requires(
            Location place,
            List<Located> tools,
            Optional<Key> key,
            boolean external,
            Optional<String> reason,
            List<Problem> faults) {
        public List<String> toolNames() {
            return tools.stream().map(Located::text).toList();
        }
    }

    /**
     * The arguments of two calls that must be equal.
     *
     * @param own the pointer in the tool's own arguments
     * @param theirs the pointer in the required tools' arguments
     * @param match how many of the required tools must have succeeded with the key
     * @param allowWhenMissing whether a call without the key needs nothing
     * @param unlessNew whether a call with the path of a new file needs nothing
     * @param fresh whether the file must not have changed since
     */
    public record Key(
            Located own, Located theirs, Match match, boolean allowWhenMissing, boolean unlessNew, boolean fresh) {

        /** Returns what was read; empty if a pointer is malformed. */
        public Optional<Requirement.Key> read() {
            return own.pointer()
                    .flatMap(own -> theirs.pointer()
                            .map(theirs ->
                                    new Requirement.Key(own, theirs, match, !allowWhenMissing, unlessNew, fresh)));
        }
    }

    /**
     * A text with its place.
     *
     * @param text the text
     * @param place its place
     */
    public record Located(String text, Location place) {
        /** Returns the text as a pointer; empty if it isn't one, which is reported elsewhere. */
        public Optional<ArgumentPointer> pointer() {
            try {
                return Optional.of(ArgumentPointer.parse(text));
            } catch (IllegalArgumentException notAPointer) {
                return Optional.empty();
            }
        }
    }
}
