package dev.toolpolicy.analysis.internal.read;

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

    boolean isMatcher() {
        return this != ARG && this != MATCH && this != MODE;
    }

    /** Returns whether a matcher can be used for values of a type. */
    public boolean fits(ParameterType type) {
        return switch (this) {
            case CONST, ENUM -> true;
            case PATTERN, PREFIX -> type instanceof ParameterType.StringType || type instanceof ParameterType.PathType;
            case MINIMUM, MAXIMUM, EXCLUSIVE_MINIMUM, EXCLUSIVE_MAXIMUM ->
                type instanceof ParameterType.IntegerType || type instanceof ParameterType.NumberType;
            case ARG, MATCH, MODE -> false;
        };
    }

    public static boolean isKnown(String word) {
        return Stream.of(values()).anyMatch(keyword -> keyword.word.equals(word));
    }
}
