package dev.toolpolicy.runtime.internal.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Shapes;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** A rule list of a layer, which is bound to each tool that it serves. Immutable. */
public abstract sealed class LayerList {
    private static final List<String> NOT_CONDITIONS = List.of("mode", "name", "reason", "examples", "counterexamples");

    private final LayerPlaces places;
    private final String pointer;
    private final ListOrigin origin;

    private final Set<String> names;

    private LayerList(LayerPlaces places, String pointer, ListOrigin origin, Set<String> names) {
        this.names = names;
        this.places = places;
        this.pointer = pointer;
        this.origin = origin;
    }

    /**
     * Returns a list as a file has it.
     *
     * @param places the places of the file's parts
     * @param pointer the list, as a JSON Pointer
     * @param origin the origin of the list
     * @param written a mode's word, or an array of rules
     */
    public static LayerList written(LayerPlaces places, String pointer, ListOrigin origin, JsonNode written) {
        return new Written(places, pointer, origin, written);
    }

    /** Returns a list that was made in code. */
    static LayerList ofCode(LayerPlaces places, ListOrigin origin, RuleList rules) {
        return new Made(places, origin, rules, true);
    }

    /** Returns a list that is used as it is: its rules are known to fit its tool. */
    public static LayerList checked(ListOrigin origin, RuleList rules) {
        return new Made(LayerPlaces.none(), origin, rules, false);
    }

    /** Returns whether a problem is that a tool lacks a place of a rule, which is only for tools with it. */
    boolean isAbsent(Diagnostic problem) {
        return problem.code() == DiagnosticCode.UNKNOWN_POINTER
                && problem.rule() >= 0
                && isOnlyWherePresent(problem.rule())
                && !isUnknownFact(problem);
    }

    /** Returns whether a problem is that a place is misspelled: a tool has a similar one, at which no rule looks. */
    boolean isMisspelled(Diagnostic problem) {
        return problem.help().stream()
                .anyMatch(meant -> names.stream().noneMatch(name -> meant.contains("/" + name + "\"")));
    }

    /** Returns whether a problem is that a fact isn't declared, which is the same for each tool. */
    static boolean isUnknownFact(Diagnostic problem) {
        return problem.code() == DiagnosticCode.UNKNOWN_POINTER
                && problem.pointer().endsWith("fact");
    }

    /** Returns whether a rule is only for tools with the places that it looks at. */
    abstract boolean isOnlyWherePresent(int rule);

    /** Returns the place of a rule; empty if it has none. */
    Optional<PolicyProblem.Place> place(int rule) {
        return size() < 0 ? origin.place() : places.place(pointer + "/" + rule);
    }

    /** Returns the number of rules; -1 if one mode stands in place of rules, or nothing that is a list. */
    abstract int size();

    /** Returns the mode of a rule; empty if the rule has no valid one. */
    abstract Optional<Mode> mode(int rule);

    /** Returns a rule, other than one that allows, for a tool that it doesn't fit. */
    abstract RuleSpec unreadable(int rule);

    /** Returns the rules as they were given, one for a mode in place of rules. */
    abstract List<WrittenRules.Rule> rules();

    /** Returns the names that occur in the rules, among them those of all parameters that they look at. */
    Set<String> names() {
        return names;
    }

    /** Checks some of the rules against a tool. Their problems are counted among them. */
    abstract CheckedRules bind(RuleScope scope, List<Integer> rules);

    /** Checks the whole list against a tool. */
    CheckedRules bind(RuleScope scope) {
        return bind(scope, IntStream.range(0, Math.max(size(), 0)).boxed().toList());
    }

    ListOrigin origin() {
        return origin;
    }

    /** Returns a problem that {@link #bind(RuleScope)} found, with its place. */
    PolicyProblem problem(Diagnostic problem) {
        List<String> related = problem.related().stream()
                .map(place -> pointer + "/" + place.rule())
                .toList();
        return places.problem(pointer + problem.pointer(), problem, related);
    }

    /** Returns a problem of a rule, with its place. */
    PolicyProblem problem(int rule, Diagnostic problem) {
        return places.problem(pointer + "/" + rule, problem);
    }

    private static final class Written extends LayerList {
        private final JsonNode list;

        Written(LayerPlaces places, String pointer, ListOrigin origin, JsonNode list) {
            super(places, pointer, origin, Shapes.names(list));
            this.list = list;
        }

        @Override
        int size() {
            return list.isArray() ? list.size() : -1;
        }

        @Override
        Optional<Mode> mode(int rule) {
            String word = list.get(rule).path("mode").asText();
            return word.equals("pass") ? Optional.of(Mode.ALLOW) : Mode.of(word);
        }

        @Override
        boolean isOnlyWherePresent(int rule) {
            return list.get(rule).path(Keyword.WHERE_PRESENT.word()).asBoolean();
        }

        @Override
        RuleSpec unreadable(int rule) {
            JsonNode written = list.get(rule);
            RuleSpec unreadable = RuleSpec.unreadable(
                    VisibleText.line(written.toString()), mode(rule).orElseThrow());
            JsonNode name = written.path("name");
            return name.isTextual() ? unreadable.named(name.textValue()) : unreadable;
        }

        @Override
        List<WrittenRules.Rule> rules() {
            if (!list.isArray()) {
                return List.of(new WrittenRules.Rule(Mode.of(list.asText()), List.of()));
            }
            List<WrittenRules.Rule> rules = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                ObjectNode conditions = list.get(i).deepCopy();
                conditions.remove(NOT_CONDITIONS);
                rules.add(new WrittenRules.Rule(mode(i), conditions.isEmpty() ? List.of() : conditions));
            }
            return rules;
        }

        @Override
        CheckedRules bind(RuleScope scope, List<Integer> rules) {
            if (rules.size() == list.size() || !list.isArray()) {
                return RuleListReader.read(scope, list);
            }
            ArrayNode chosen = JsonNodeFactory.instance.arrayNode();
            rules.forEach(rule -> chosen.add(list.get(rule)));
            return RuleListReader.read(scope, chosen);
        }
    }

    private static final class Made extends LayerList {
        private final RuleList list;
        private final boolean check;

        Made(LayerPlaces places, ListOrigin origin, RuleList list, boolean check) {
            super(places, "", origin, Shapes.names(list));
            this.list = list;
            this.check = check;
        }

        @Override
        int size() {
            return list.rules().size();
        }

        @Override
        Optional<Mode> mode(int rule) {
            return Optional.of(list.rules().get(rule).mode());
        }

        @Override
        boolean isOnlyWherePresent(int rule) {
            return list.rules().get(rule).onlyWherePresent();
        }

        @Override
        RuleSpec unreadable(int rule) {
            RuleSpec spec = list.rules().get(rule);
            RuleSpec unreadable = RuleSpec.unreadable(spec.describe(), spec.mode());
            return spec.name().map(unreadable::named).orElse(unreadable);
        }

        @Override
        List<WrittenRules.Rule> rules() {
            return list.rules().stream()
                    .map(rule -> new WrittenRules.Rule(
                            Optional.of(rule.mode()), rule.conditions().isEmpty() ? List.of() : rule))
                    .toList();
        }

        @Override
        CheckedRules bind(RuleScope scope, List<Integer> rules) {
            RuleList chosen = new RuleList(rules.stream().map(list.rules()::get).toList());
            return check
                    ? RuleListCheck.check(scope, chosen)
                    : new CheckedRules(Optional.of(chosen.withFloors(list.floors())), List.of());
        }
    }
}
