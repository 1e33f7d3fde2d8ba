package dev.toolpolicy.runtime.argument;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limits of argument text. Text that exceeds one is rejected with {@code limit-exceeded}. All limits are inclusive.
 * Characters are UTF-16 code units. Immutable.
 */
public final class ArgumentLimits {
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

    private final int nesting;
    private final long text;
    private final int name;
    private final int number;
    private final int values;

    /**
     * Creates limits.
     *
     * @param nesting the maximum number of open arrays and objects
     * @param text the maximum length of the whole text, in characters
     * @param name the maximum length of a property's name, in characters after unescaping
     * @param number the maximum length of a number, in characters
     * @param values the maximum number of values in the text, including arrays and objects
     */
    public ArgumentLimits(int nesting, long text, int name, int number, int values) {
        requirePositive("nesting", nesting);
        requirePositive("text", text);
        requirePositive("name", name);
        requirePositive("number", number);
        requirePositive("values", values);
        this.nesting = nesting;
        this.text = text;
        this.name = name;
        this.number = number;
        this.values = values;
    }

    /** Returns the maximum number of open arrays and objects. */
    public int nesting() {
        return nesting;
    }

    /** Returns the maximum length of the whole text, in characters. */
    public long text() {
        return text;
    }

    /** Returns the maximum length of a property's name, in characters after unescaping. */
    public int name() {
        return name;
    }

    /** Returns the maximum length of a number, in characters. */
    public int number() {
        return number;
    }

    /** Returns the maximum number of values in the text, including arrays and objects. */
    public int values() {
        return values;
    }

    private static void requirePositive(String limit, long value) {
        if (value < 1) {
            throw new IllegalArgumentException("the limit of " + limit + " must be at least 1, was " + value);
        }
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

    private List<Object> parts() {
        return List.of(nesting, text, name, number, values);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ArgumentLimits that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return "ArgumentLimits[nesting=" + nesting + ", text=" + text + ", name=" + name + ", number=" + number
                + ", values=" + values + "]";
    }
}
