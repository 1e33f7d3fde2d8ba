package dev.toolpolicy.config.internal.document;

import dev.toolpolicy.schema.ArgumentPointer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Finds where the keys and values of TOML stand. Jackson's reader makes a tree of the text and forgets their places, so
 * this walks the text once more. It relies on that reader for what TOML allows: of text that the reader refused it
 * tells the places up to there, of other text those of every key and value (a test compares both for each pointer).
 */
public final class TomlPlaces {
    private final String text;
    private final int end;
    private final int deepest;
    private final Places places = new Places();
    private final Map<String, Integer> tablesOfArrays = new HashMap<>();
    private int at;
    private int lastKey;
    private String lastPointer = "";

    private TomlPlaces(String text, int end, int deepest) {
        this.text = text;
        this.end = end;
        this.deepest = deepest;
    }

    /**
     * Returns the places of keys and values before {@code end}, in text that is nested at most {@code deepest} levels.
     */
    public static TomlPlaces of(String text, int end, int deepest) {
        TomlPlaces found = new TomlPlaces(text, Math.min(end, text.length()), deepest);
        found.walk();
        return found;
    }

    /** Returns the places that were found. */
    public Places places() {
        return places;
    }

    /** Returns the offset of the last key. */
    public int lastKey() {
        return lastKey;
    }

    /** Returns the pointer of the last key. */
    public String lastPointer() {
        return lastPointer;
    }

    private void walk() {
        String table = "";
        for (skipBlank(true); at < end; skipBlank(true)) {
            int before = at;
            if (text.charAt(at) == '[') {
                table = header();
            } else {
                keyAndValue(table, 0);
            }
            if (at == before) {
                return;
            }
        }
    }

    private String header() {
        int start = at;
        boolean element = text.startsWith("[[", at);
        at += element ? 2 : 1;
        String table = key("");
        if (element) {
            table += "/" + tablesOfArrays.merge(table, 0, (count, one) -> count + 1);
        }
        places.value(table, start);
        skip(']');
        if (element) {
            skip(']');
        }
        return table;
    }

    private void keyAndValue(String table, int depth) {
        String pointer = key(table);
        skipBlank(false);
        if (at < end && text.charAt(at) == '=') {
            at++;
            value(pointer, depth);
        }
    }

    /** Reads a dotted key below a table and records the place of each segment. */
    private String key(String table) {
        String pointer = table;
        int segments = 0;
        do {
            if (segments++ > deepest) {
                at = end; // nothing behind a key that is refused has a place
                return pointer;
            }
            Integer element = tablesOfArrays.get(pointer);
            pointer += element == null ? "" : "/" + element;
            skipBlank(false);
            int start = at;
            pointer += "/" + ArgumentPointer.escape(segment());
            if (at > start) {
                places.key(pointer, start);
                lastKey = start;
                lastPointer = pointer;
            }
            skipBlank(false);
        } while (skip('.'));
        return pointer;
    }

    private String segment() {
        if (at < end && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
            int start = at + 1;
            char quote = text.charAt(at);
            string();
            String inner = text.substring(start, Math.max(start, at - 1));
            return quote == '"' ? unescaped(inner) : inner;
        }
        int start = at;
        while (at < end && isBare(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    private static boolean isBare(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_';
    }

    private void value(String pointer, int depth) {
        skipBlank(false);
        if (at >= end || depth > deepest) {
            at = end;
            return;
        }
        places.value(pointer, at);
        switch (text.charAt(at)) {
            case '"', '\'' -> string();
            case '[' -> elements(']', index -> value(pointer + "/" + index, depth + 1));
            case '{' -> elements('}', index -> keyAndValue(pointer, depth + 1));
            default -> plain();
        }
    }

    /** Reads the elements of an array, which may be on several lines, or of a table, which may not. */
    private void elements(char close, IntConsumer element) {
        boolean acrossLines = close == ']';
        at++;
        skipBlank(acrossLines);
        for (int index = 0; at < end && !skip(close); index++) {
            int before = at;
            element.accept(index);
            skipBlank(acrossLines);
            skip(',');
            skipBlank(acrossLines);
            at = at == before ? end : at;
        }
    }

    /** Skips a number, a boolean, or a date, which may contain a blank. */
    private void plain() {
        while (at < end && ",]}\n#".indexOf(text.charAt(at)) < 0) {
            at++;
        }
    }

    private void string() {
        char quote = text.charAt(at);
        boolean long3 = text.startsWith(String.valueOf(quote).repeat(3), at);
        at += long3 ? 3 : 1;
        while (at < end) {
            char c = text.charAt(at);
            if (c == '\\' && quote == '"') {
                at += 2;
            } else if (c != quote) {
                at++;
            } else if (!long3) {
                at++;
                return;
            } else if (closes(quote)) {
                return;
            }
        }
        at = end;
    }

    /** Returns whether three quotes end the long string here. Up to two quotes before them belong to it. */
    private boolean closes(char quote) {
        int run = 0;
        while (at < end && text.charAt(at) == quote && run < 5) {
            at++;
            run++;
        }
        return run >= 3;
    }

    private boolean skip(char c) {
        boolean there = at < end && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void skipBlank(boolean lines) {
        while (at < end) {
            char c = text.charAt(at);
            if (c == '#') {
                int line = text.indexOf('\n', at);
                at = line < 0 ? end : Math.min(line, end);
            } else if (c == ' ' || c == '\t' || lines && (c == '\n' || c == '\r')) {
                at++;
            } else {
                return;
            }
            if (!lines && at < end && text.charAt(at) == '\n') {
                return;
            }
        }
    }

    private static String unescaped(String inner) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < inner.length(); i++) {
            char c = inner.charAt(i);
            if (c != '\\' || i + 1 >= inner.length()) {
                plain.append(c);
                continue;
            }
            char escape = inner.charAt(++i);
            int digits = escape == 'u' ? 4 : escape == 'U' ? 8 : 0;
            if (digits > 0 && i + digits < inner.length()) {
                plain.appendCodePoint(codePoint(inner.substring(i + 1, i + 1 + digits)));
                i += digits;
            } else {
                int known = "btnfr".indexOf(escape);
                plain.append(known < 0 ? escape : "\b\t\n\f\r".charAt(known));
            }
        }
        return plain.toString();
    }

    private static int codePoint(String digits) {
        int value = 0;
        for (int i = 0; i < digits.length(); i++) {
            value = value * 16 + Math.max(0, Character.digit(digits.charAt(i), 16));
        }
        return Character.isValidCodePoint(value) ? value : 0xFFFD;
    }
}
