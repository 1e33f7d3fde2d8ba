package dev.toolpolicy.runtime.internal.read;

/**
 * The question whether a call's text says nothing. Hosts and providers write {@code {}} in place of a text that was cut,
 * too.
 */
public final class EmptyArguments {
    private static final String OBJECT = "{}";

    private EmptyArguments() {}

    /** Returns whether a text is JSON's white space alone. */
    public static boolean isBlank(CharSequence text) {
        return text.chars().allMatch(c -> isBlank((char) c));
    }

    /** Returns whether a character is white space in JSON. */
    public static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    /** Returns whether a text is an object without members. */
    public static boolean isEmptyObject(CharSequence text) {
        int matched = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (matched < OBJECT.length() && c == OBJECT.charAt(matched)) {
                matched++;
            } else if (!isBlank(c)) {
                return false;
            }
        }
        return matched == OBJECT.length();
    }
}
