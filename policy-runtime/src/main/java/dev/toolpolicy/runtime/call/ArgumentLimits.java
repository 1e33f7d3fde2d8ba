package dev.toolpolicy.runtime.call;

import dev.toolpolicy.runtime.internal.fault.Require;

/**
 * The limits of argument text. Text that exceeds one is rejected with {@code limit-exceeded}. All limits are inclusive.
 * Characters are UTF-16 code units. Immutable.
 *
 * @param nesting the maximum number of open arrays and objects
 * @param text the maximum length of the whole text, in characters
 * @param name the maximum length of a property's name, in characters after unescaping
 * @param number the maximum length of a number, in characters
 * @param values the maximum number of values in the text, including arrays and objects
 */
public record ArgumentLimits(int nesting, long text, int name, int number, int values) {
    /** The default maximum of nesting levels: 128. */
    public static final int DEFAULT_NESTING = 128;
    /** The default maximum length of the text, in characters: 16 Mi. */
    public static final long DEFAULT_TEXT = 16L << 20;
    /** The default maximum length of a name, in characters: 64 Ki. */
    public static final int DEFAULT_NAME = 64 << 10;
    /** The default maximum length of a number, in characters: 1,000. */
    public static final int DEFAULT_NUMBER = 1_000;
    /** The default maximum number of values: 1 Mi. */
    public static final int DEFAULT_VALUES = 1 << 20;

    private static final ArgumentLimits DEFAULTS =
            new ArgumentLimits(DEFAULT_NESTING, DEFAULT_TEXT, DEFAULT_NAME, DEFAULT_NUMBER, DEFAULT_VALUES);

    /** Checks the components. */
    public ArgumentLimits {
        Require.atLeastOne("the limit of nesting", nesting);
        Require.atLeastOne("the limit of text", text);
        Require.atLeastOne("the limit of name", name);
        Require.atLeastOne("the limit of number", number);
        Require.atLeastOne("the limit of values", values);
    }

    /**
     * Returns the default limits.
     *
     * @return 128 levels, 16 Mi characters of text, 64 Ki of a name, 1,000 of a number, 1 Mi values
     */
    public static ArgumentLimits defaults() {
        return DEFAULTS;
    }

    /**
     * Returns these limits with another nesting.
     *
     * @param levels the maximum number of open arrays and objects
     * @return the changed limits
     * @throws IllegalArgumentException if it is not positive
     */
    public ArgumentLimits withNesting(int levels) {
        return new ArgumentLimits(levels, text, name, number, values);
    }

    /**
     * Returns these limits with another length of the text.
     *
     * @param characters the maximum length of the whole text
     * @return the changed limits
     * @throws IllegalArgumentException if it is not positive
     */
    public ArgumentLimits withText(long characters) {
        return new ArgumentLimits(nesting, characters, name, number, values);
    }

    /**
     * Returns these limits with another length of names.
     *
     * @param characters the maximum length of a name
     * @return the changed limits
     * @throws IllegalArgumentException if it is not positive
     */
    public ArgumentLimits withName(int characters) {
        return new ArgumentLimits(nesting, text, characters, number, values);
    }

    /**
     * Returns these limits with another length of numbers. A number that is too large for a finite {@code double} is
     * always rejected.
     *
     * @param characters the maximum length of a number
     * @return the changed limits
     * @throws IllegalArgumentException if it is not positive
     */
    public ArgumentLimits withNumber(int characters) {
        return new ArgumentLimits(nesting, text, name, characters, values);
    }

    /**
     * Returns these limits with another number of values.
     *
     * @param count the maximum number of values in the text
     * @return the changed limits
     * @throws IllegalArgumentException if it is not positive
     */
    public ArgumentLimits withValues(int count) {
        return new ArgumentLimits(nesting, text, name, number, count);
    }
}
