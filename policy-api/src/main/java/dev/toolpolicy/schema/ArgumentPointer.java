package dev.toolpolicy.schema;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A place in a tool's parameter schema, written as a JSON Pointer (RFC 6901). It passes through arrays to their items
 * without using a segment, also at the end: {@code /patterns/paths} means every element of every pattern's
 * {@code paths}. Immutable; two pointers are equal if their texts are.
 */
public final class ArgumentPointer {
    private final String text;
    private final List<String> segments;

    private ArgumentPointer(String text, List<String> segments) {
        this.text = text;
        this.segments = segments;
    }

    /**
     * Parses a pointer.
     *
     * @param text a JSON Pointer with at least one segment: {@code /} before each segment, {@code ~1} for a slash in a
     *     name, {@code ~0} for a tilde
     * @throws IllegalArgumentException if the text is not valid; the message says why in one line
     */
    public static ArgumentPointer parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a pointer must not be empty");
        }
        if (text.charAt(0) != '/') {
            throw new IllegalArgumentException("a pointer starts with \"/\"");
        }
        for (int i = text.indexOf('~'); i >= 0; i = text.indexOf('~', i + 1)) {
            char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
            if (next != '0' && next != '1') {
                throw new IllegalArgumentException("\"~\" is written \"~0\", and \"/\" in a name \"~1\"");
            }
        }
        List<String> segments = new ArrayList<>();
        for (JsonPointer rest = JsonPointer.compile(text); rest != null && !rest.matches(); rest = rest.tail()) {
            segments.add(rest.getMatchingProperty());
        }
        return new ArgumentPointer(text, Collections.unmodifiableList(segments));
    }

    /**
     * Creates a pointer from unescaped names.
     *
     * @param names the names from the root, at least one
     * @throws IllegalArgumentException if there are no names
     */
    public static ArgumentPointer of(String... names) {
        return parse(Arrays.stream(names).map(name -> '/' + escape(name)).collect(Collectors.joining()));
    }

    /**
     * Escapes a name for use as a segment of a pointer.
     *
     * @return the name with {@code ~} as {@code ~0} and {@code /} as {@code ~1}
     */
    public static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /**
     * Returns the names that this pointer passes through.
     *
     * @return an immutable list of unescaped names, never empty
     */
    public List<String> segments() {
        return segments;
    }

    /**
     * Returns the top-level parameter that this pointer starts with.
     *
     * @return the first segment
     */
    public String parameter() {
        return segments.get(0);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ArgumentPointer that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /**
     * Returns the pointer as it was written.
     *
     * @return the JSON Pointer
     */
    @Override
    public String toString() {
        return text;
    }
}
