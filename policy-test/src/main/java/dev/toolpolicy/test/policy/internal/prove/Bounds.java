package dev.toolpolicy.test.policy.internal.prove;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The places of texts, paths and numbers in calls, and the bounds that a rule sets to them. Stateless. */
final class Bounds {
    private static final int MOST = 20;
    private static final String INSIDE = "**";
    private static final String OUTSIDE = "/outside-of-the-workspace/**";

    /** The kinds of bounds. */
    enum Kind {
        /** Any value of its type. */
        FREE,
        /** By a matcher, which isn't enough for a sink. */
        PARTLY,
        /** By a matcher that says where it leads. */
        BOUND,
        /** One of a list. */
        LISTED,
        /** One of the values of sets. */
        FROM
    }

    /**
     * The bound of one value.
     *
     * @param pointer the place
     * @param kind how far it is bound
     * @param words by what: all matchers, in the rule's words; empty if it is free
     * @param isSink whether it is declared as a sink
     */
    record Bound(String pointer, Kind kind, String words, boolean isSink) {
        /** Returns whether a sink is not bound enough. */
        boolean isOpenSink() {
            return isSink && (kind == Kind.FREE || kind == Kind.PARTLY);
        }

        @Override
        public String toString() {
            return pointer + " " + (words.isEmpty() ? "free" : words) + (isOpenSink() ? " (an open sink)" : "");
        }
    }

    private Bounds() {}

    /**
     * A place of texts, paths or numbers, or of any values.
     *
     * @param pointer the place
     * @param type the type of its values
     * @param inArray whether it is reached through an array
     * @param isSink whether it is declared as a sink
     */
    record Place(ArgumentPointer pointer, ParameterType type, boolean inArray, boolean isSink) {}

    /** Returns the bounds of all texts, paths and numbers. */
    static List<Bound> of(ToolSchema schema, RuleSpec rule) {
        List<Bound> bounds = new ArrayList<>();
        places(schema).forEach(place -> bounds.add(bound(place, rule)));
        if (schema.root().additional() != null) {
            bounds.add(new Bound("any other parameter", Kind.FREE, "", false));
        }
        return bounds;
    }

    /** Returns the places of all texts, paths and numbers, and of any values. */
    static List<Place> places(ToolSchema schema) {
        List<Place> places = new ArrayList<>();
        schema.parameters().forEach(parameter -> add(List.of(), parameter, false, false, places));
        return places;
    }

    /**
     * Returns the calls between which a workspace makes a difference: a rule that holds for calls with all paths inside, then one for each path outside; none without
     * paths.
     */
    static List<RuleSpec> workspaceCalls(ToolSchema schema) {
        List<Condition> inside = new ArrayList<>();
        List<RuleSpec> rules = new ArrayList<>();
        for (Place place : places(schema)) {
            if (place.type().kind() == ParameterType.Kind.PATH) {
                Condition within = Condition.onArgument(place.pointer(), Matcher.glob(INSIDE))
                        .orAbsent();
                inside.add(place.inArray() ? within.match(Match.ALL) : within);
                rules.add(RuleSpec.when(Condition.onArgument(place.pointer(), Matcher.glob(OUTSIDE)), Mode.ALLOW));
            }
        }
        if (!inside.isEmpty()) {
            rules.add(0, RuleSpec.whenAll(inside, Mode.ALLOW));
        }
        return rules;
    }

    private static void add(
            List<String> above, Parameter parameter, boolean inArray, boolean inSink, List<Place> places) {
        List<String> names =
                Stream.concat(above.stream(), Stream.of(parameter.name())).toList();
        boolean isSink = inSink || parameter.isSink();
        ParameterType type = parameter.type();
        boolean isArray = inArray;
        while (type.kind() == ParameterType.Kind.ARRAY) {
            type = type.items().orElseThrow();
            isArray = true;
        }
        if (type.kind() == ParameterType.Kind.OBJECT) {
            for (Parameter each : type.properties()) {
                add(names, each, isArray, isSink, places);
            }
            if (type.additional() != null) {
                places.add(new Place(pointer(names), ParameterType.any(), isArray, isSink));
            }
        } else if (type.kind() != ParameterType.Kind.BOOLEAN) {
            places.add(new Place(pointer(names), type, isArray, isSink));
        }
    }

    private static ArgumentPointer pointer(List<String> names) {
        return ArgumentPointer.of(names.toArray(String[]::new));
    }

    private static Bound bound(Place place, RuleSpec rule) {
        ParameterType type = place.type();
        Kind best = type.allowed().isEmpty() ? Kind.FREE : Kind.LISTED;
        Set<String> words = new LinkedHashSet<>();
        for (Condition condition : rule.conditions()) {
            boolean binds = rule.each().isEmpty()
                    && condition.label().isEmpty()
                    && !condition.isOnFact()
                    && condition.pointer().equals(place.pointer())
                    && (!place.inArray()
                            || condition.match().filter(Match.ALL::equals).isPresent());
            for (Matcher matcher : binds ? condition.matchers() : List.<Matcher>of()) {
                best = Collections.max(List.of(best, kind(matcher, type)));
                words.add(words(matcher));
            }
        }
        String all = words.isEmpty() && best == Kind.LISTED ? listed(type.allowed()) : String.join(" and ", words);
        return new Bound(place.pointer().toString(), best, all, place.isSink());
    }

    private static Kind kind(Matcher matcher, ParameterType type) {
        return switch (matcher.kind()) {
            case CONST, ENUM -> Kind.LISTED;
            case FROM -> Kind.FROM;
            case IN_FACT, HOST -> Kind.BOUND;
            case GLOB, PREFIX -> type.kind() == ParameterType.Kind.PATH && hasRoot(matcher) ? Kind.BOUND : Kind.PARTLY;
            case PATTERN, BOUND, COMMANDS -> Kind.PARTLY;
        };
    }

    /** Returns whether a glob or prefix of paths names a folder under which all its paths are. */
    private static boolean hasRoot(Matcher matcher) {
        return matcher.texts().stream().allMatch(text -> {
            int slash = text.indexOf('/', 1);
            boolean isWhole = slash < 0 && matcher.kind() == Matcher.Kind.PREFIX; // a prefix is of whole folders
            String root = text.contains("..") ? "" : isWhole ? text : text.substring(0, Math.max(slash, 0));
            return !root.isEmpty() && !root.equals("/") && root.chars().noneMatch(c -> "*?[]{}.~".indexOf(c) >= 0);
        });
    }

    private static String listed(List<?> values) {
        String all = values.stream().limit(MOST).map(Object::toString).collect(Collectors.joining(", "));
        return "one of " + all + (values.size() > MOST ? " and " + (values.size() - MOST) + " more" : "");
    }

    private static String words(Matcher matcher) {
        return switch (matcher.kind()) {
            case CONST, ENUM -> listed(matcher.values());
            case FROM -> "from " + String.join(", ", matcher.texts());
            default -> matcher.toString();
        };
    }
}
