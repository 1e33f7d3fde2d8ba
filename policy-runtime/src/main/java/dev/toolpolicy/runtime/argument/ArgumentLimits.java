package dev.toolpolicy.runtime.argument;

/**
 * How much argument text is read before it is refused with {@code limit-exceeded}. Immutable; what is at a limit still
 * passes. Characters are UTF-16 code units.
 *
 * @param nesting how many arrays and objects may be open at once
 * @param text how many characters the whole text may have
 * @param name how many characters a property's name may have, after unescaping
 * @param number how many characters a number may be written with
 * @param values how many values the text may hold, arrays and objects counted too
 */
public record ArgumentLimits(int nesting, long text, int name, int number, int values) {
    /** The levels of nesting that are allowed unless said otherwise. */
    public static final int DEFAULT_NESTING = 128;
    /** The characters of text that are allowed unless said otherwise: 16 Mi. */
    public static final long DEFAULT_TEXT = 16L << 20;
    /** The characters of a name that are allowed unless said otherwise: 64 Ki. */
    public static final int DEFAULT_NAME = 64 << 10;
    /** The characters of a number that are allowed unless said otherwise. */
    public static final int DEFAULT_NUMBER = 1_000;
    /** The values that are allowed unless said otherwise: 1 Mi. */
    public static final int DEFAULT_VALUES = 1 << 20;

    private static final ArgumentLimits DEFAULTS =
            new ArgumentLimits(DEFAULT_NESTING, DEFAULT_TEXT, DEFAULT_NAME, DEFAULT_NUMBER, DEFAULT_VALUES);

    /**
     * Checks the components.
     *
     * @param nesting how many arrays and objects may be open at once
     * @param text how many characters the whole text may have
     * @param name how many characters a property's name may have, after unescaping
     * @param number how many characters a number may be written with
     * @param values how many values the text may hold, arrays and objects counted too
     */
    public ArgumentLimits {
        requirePositive("nesting", nesting);
        requirePositive("text", text);
        requirePositive("name", name);
        requirePositive("number", number);
        requirePositive("values", values);
    }

    private static void requirePositive(String limit, long value) {
        if (value < 1) {
            throw new IllegalArgumentException("the limit of " + limit + " must be at least 1, was " + value);
        }
    }

    /**
     * The limits that hold unless others are set.
     *
     * @return 128 levels, 16 Mi characters of text, 64 Ki of a name, 1,000 of a number, 1 Mi values
     */
    public static ArgumentLimits defaults() {
        return DEFAULTS;
    }

    /**
     * These limits with another nesting.
     *
     * @param levels how many arrays and objects may be open at once
     * @return the changed limits
     * @throws IllegalArgumentException if it is not positive
     */
    public ArgumentLimits withNesting(int levels) {
        return new ArgumentLimits(levels, text, name, number, values);
    }

    /**
     * These limits with another length of the text.
     *
     * @param characters how many characters the whole text may have
     * @return the changed limits
     * @throws IllegalArgumentException if it is not positive
     */
    public ArgumentLimits withText(long characters) {
        return new ArgumentLimits(nesting, characters, name, number, values);
    }

    /**
     * These limits with another length of names.
     *
     * @param characters how many characters a name may have
     * @return the changed limits
     * @throws IllegalArgumentException if it is not positive
     */
    public ArgumentLimits withName(int characters) {
        return new ArgumentLimits(nesting, text, characters, number, values);
    }

    /**
     * These limits with another length of numbers. A number that no finite {@code double} comes near is refused
     * whatever this limit says.
     *
     * @param characters how many characters a number may be written with
     * @return the changed limits
     * @throws IllegalArgumentException if it is not positive
     */
    public ArgumentLimits withNumber(int characters) {
        return new ArgumentLimits(nesting, text, name, characters, values);
    }

    /**
     * These limits with another number of values.
     *
     * @param count how many values the text may hold
     * @return the changed limits
     * @throws IllegalArgumentException if it is not positive
     */
    public ArgumentLimits withValues(int count) {
        return new ArgumentLimits(nesting, text, name, number, count);
    }
}
