package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The members that a rule and its conditions may have. */
public enum Keyword {
    ARG(Part.PLACE),
    FACT(Part.PLACE),
    LABEL(Part.PLACE),
    CONST(Part.MATCHER),
    ENUM(Part.MATCHER),
    PREFIX(Part.MATCHER),
    GLOB(Part.MATCHER),
    COMMANDS(Part.MATCHER),
    HOST(Part.MATCHER),
    PATTERN(Part.MATCHER),
    MINIMUM(Part.MATCHER),
    MAXIMUM(Part.MATCHER),
    EXCLUSIVE_MINIMUM(Part.MATCHER),
    EXCLUSIVE_MAXIMUM(Part.MATCHER),
    IN_FACT(Part.MATCHER),
    FROM(Part.MATCHER),
    IGNORE_CASE(Part.OPTION),
    SCHEMES(Part.OPTION),
    PORTS(Part.OPTION),
    LINES(Part.OPTION),
    OR_ABSENT(Part.OPTION),
    MATCH(Part.QUANTIFIER),
    ALL(Part.RULE),
    EACH(Part.RULE),
    MODE(Part.RULE),
    NAME(Part.RULE),
    REASON(Part.RULE),
    EXAMPLES(Part.RULE),
    COUNTEREXAMPLES(Part.RULE),
    WHERE_PRESENT(Part.RULE);

    /** The keywords of the matchers, in the order in which messages list them. */
    public static final List<Keyword> MATCHERS =
            Stream.of(values()).filter(Keyword::isMatcher).toList();

    /** The keywords that a condition may have. */
    public static final List<Keyword> OF_CONDITIONS =
            Stream.of(values()).filter(each -> each.part != Part.RULE).toList();

    private final Part part;
    private final String word = name().toLowerCase(Locale.ROOT);

    Keyword(Part part) {
        this.part = part;
    }

    /** The part of a member in a rule. */
    private enum Part {
        /** Points to the values that a condition tests. */
        PLACE,
        /** Tests each value. */
        MATCHER,
        /** Changes a matcher. */
        OPTION,
        /** Says how many values must match. */
        QUANTIFIER,
        /** Belongs to the rule. */
        RULE
    }

    /** Returns the member's name in policy files. */
    public String word() {
        return word;
    }

    /** Returns the keyword of a matcher. */
    public static Keyword of(Matcher matcher) {
        return valueOf(matcher.keyword().toUpperCase(Locale.ROOT));
    }

    /** Returns the keyword of a member's name in policy files; empty if there is none. */
    public static Optional<Keyword> of(String word) {
        return Stream.of(values()).filter(keyword -> keyword.word.equals(word)).findFirst();
    }

    public boolean isMatcher() {
        return part == Part.MATCHER;
    }

    public boolean isOption() {
        return part == Part.OPTION;
    }

    /** Returns whether a member starts a condition: it points to values, or tests them. */
    public boolean isConditional() {
        return part == Part.PLACE || part == Part.MATCHER || part == Part.OPTION;
    }

    /** Returns whether a matcher can be used for values of a type. */
    public boolean fits(ParameterType type) {
        return switch (this) {
            case CONST, ENUM -> true;
            case PATTERN, PREFIX, GLOB -> isText(type);
            case HOST -> type.kind() == ParameterType.Kind.STRING;
            case COMMANDS ->
                isLine(type)
                        || type.kind() == ParameterType.Kind.ARRAY
                                && isLine(type.items().orElseThrow());
            case IN_FACT, FROM -> isText(type) || isNumber(type);
            case MINIMUM, MAXIMUM, EXCLUSIVE_MINIMUM, EXCLUSIVE_MAXIMUM -> isNumber(type);
            default -> false;
        };
    }

    /** Returns whether a matcher compares texts, so that it can do so without regard to case. */
    public boolean canIgnoreCase() {
        return switch (this) {
            case CONST, ENUM, PREFIX, PATTERN, GLOB -> true;
            default -> false;
        };
    }

    private static boolean isLine(ParameterType type) {
        return type.kind() == ParameterType.Kind.STRING;
    }

    /** Returns whether a type's values are strings for models. */
    public static boolean isText(ParameterType type) {
        return switch (type.kind()) {
            case STRING, PATH -> true;
            case INTEGER, NUMBER, BOOLEAN, ARRAY, OBJECT, ANY -> false;
        };
    }

    /** Returns whether a type's values are numbers. */
    public static boolean isNumber(ParameterType type) {
        return switch (type.kind()) {
            case INTEGER, NUMBER -> true;
            case STRING, PATH, BOOLEAN, ARRAY, OBJECT, ANY -> false;
        };
    }
}
