package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The members that a rule may have. */
public enum Keyword {
    ARG,
    CONST,
    ENUM,
    PATTERN,
    PREFIX,
    MINIMUM,
    MAXIMUM,
    EXCLUSIVE_MINIMUM,
    EXCLUSIVE_MAXIMUM,
    GLOB,
    HOST,
    COMMANDS,
    IN_FACT,
    MATCH,
    MODE;

    /** The keywords of the matchers, in the order in which messages list them. */
    public static final List<Keyword> MATCHERS =
            Stream.of(values()).filter(Keyword::isMatcher).toList();

    private final String word = name().toLowerCase(Locale.ROOT);

    /** Returns the member's name in policy files. */
    public String word() {
        return word;
    }

    /** Returns the keyword of a matcher. */
    public static Keyword of(Matcher matcher) {
        return valueOf(matcher.keyword().toUpperCase(Locale.ROOT));
    }

    boolean isMatcher() {
        return this != ARG && this != MATCH && this != MODE;
    }

    /** Returns whether a matcher can be used for values of a type. */
    public boolean fits(ParameterType type) {
        return switch (this) {
            case CONST, ENUM -> true;
            case PATTERN, PREFIX, GLOB -> isText(type);
            case HOST, COMMANDS -> type.kind() == ParameterType.Kind.STRING;
            case IN_FACT -> isText(type) || isNumber(type);
            case MINIMUM, MAXIMUM, EXCLUSIVE_MINIMUM, EXCLUSIVE_MAXIMUM -> isNumber(type);
            case ARG, MATCH, MODE -> false;
        };
    }

    /** Returns whether a type's values are strings for models. */
    static boolean isText(ParameterType type) {
        return switch (type.kind()) {
            case STRING, PATH -> true;
            case INTEGER, NUMBER, BOOLEAN, ARRAY, OBJECT, ANY -> false;
        };
    }

    private static boolean isNumber(ParameterType type) {
        return switch (type.kind()) {
            case INTEGER, NUMBER -> true;
            case STRING, PATH, BOOLEAN, ARRAY, OBJECT, ANY -> false;
        };
    }

    public static boolean isKnown(String word) {
        return Stream.of(values()).anyMatch(keyword -> keyword.word.equals(word));
    }
}
