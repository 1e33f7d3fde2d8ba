package dev.toolpolicy.jdbc;

import dev.toolpolicy.runtime.store.StoreException;

/**
 * Ids and names as columns hold them: printable ASCII without blanks, for any input, so that no database
 * refuses them, changes them or takes two for one; and in the same order, by which a prefix stays a prefix.
 *
 * <p>Code units from {@code "} to {@code }} stand for themselves. Those below are written {@code !} and four
 * hexadecimal digits, those above {@code ~} and four. {@code !} sorts before and {@code ~} after all that stand for
 * themselves, so two names differ as their first different code units do.
 */
final class StoredName {
    /** How long a name as a column holds it may be: two of them fit into an index entry everywhere. */
    static final int LONGEST = 1000;

    /** Sorts after every name that begins with what it is appended to. */
    private static final String AFTER_ALL = "\u007f";

    private static final char BELOW = '!';
    private static final char ABOVE = '~';
    private static final int DIGITS = 4;
    private static final int HEX = 16;

    private StoredName() {}

    /**
     * Returns a name as its column stores it.
     *
     * @throws StoreException if it is too long
     */
    static String write(String name) {
        String written = escaped(name);
        if (written.length() > LONGEST) {
            throw new StoreException(
                    "an id or name of " + name.length() + " characters is too long to be stored", null);
        }
        return written;
    }

    /** Returns the bounds of the names that begin with a prefix, from one of them on: the first, and the end, exclusive. */
    static Object[] range(String prefix, String from) {
        return new Object[] {write(from), write(prefix) + AFTER_ALL};
    }

    /** Returns a name as its column stores it, however long. */
    static String escaped(String name) {
        StringBuilder written = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c > BELOW && c < ABOVE) {
                written.append(c);
            } else {
                written.append(c <= BELOW ? BELOW : ABOVE);
                for (int shift = (DIGITS - 1) * DIGITS; shift >= 0; shift -= DIGITS) {
                    written.append(Character.forDigit((c >> shift) & (HEX - 1), HEX));
                }
            }
        }
        return written.toString();
    }

    /**
     * Reads a name from its column.
     *
     * @throws StoreException if it holds none
     */
    static String read(String written) {
        StringBuilder name = new StringBuilder(written.length());
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            if (c != BELOW && c != ABOVE) {
                name.append(c);
            } else {
                if (i + DIGITS >= written.length()) {
                    throw damaged();
                }
                name.append((char) codeUnit(written, i + 1));
                i += DIGITS;
            }
        }
        return name.toString();
    }

    private static int codeUnit(String written, int start) {
        int unit = 0;
        for (int i = start; i < start + DIGITS; i++) {
            int digit = Character.digit(written.charAt(i), HEX);
            if (digit < 0) {
                throw damaged();
            }
            unit = unit * HEX + digit;
        }
        return unit;
    }

    private static StoreException damaged() {
        return new StoreException("a stored id or name is damaged", null);
    }
}
