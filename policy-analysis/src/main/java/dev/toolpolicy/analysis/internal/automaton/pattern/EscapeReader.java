package dev.toolpolicy.analysis.internal.automaton.pattern;

import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException.Kind;
import org.jspecify.annotations.Nullable;

/** A reader of escapes after a backslash, and of the names of groups, which may contain escapes too. */
final class EscapeReader {
    private static final String SYNTAX_CHARACTERS = "^$\\.*+?()[]{}|/";
    private static final int LETTER_TO_CONTROL = 0x1F;

    private final PatternCursor cursor;
    private final CodePointSet words;

    EscapeReader(PatternCursor cursor, boolean ignoreCase) {
        this.cursor = cursor;
        this.words = ignoreCase ? CaseFolding.closed(CharacterClasses.WORD) : CharacterClasses.WORD;
    }

    /** Reads an escape outside a class whose backslash, at {@code start}, was read. */
    CodePointSet inPattern(int start) {
        CodePointSet set = characterClass(start);
        if (set != null) {
            return set;
        }
        int c = cursor.peek();
        if (c >= '1' && c <= '9') {
            cursor.digits();
            throw backReference(start);
        } else if (c == 'k') {
            cursor.next();
            throw backReference(start);
        }
        return CodePointSet.of(character(start));
    }

    private InvalidPatternException backReference(int start) {
        return cursor.refused(Kind.NOT_LINEAR, start, "a back-reference \"" + cursor.since(start) + "\"");
    }

    /** Reads an escape inside a class and returns its code point. */
    int inClass(int start) {
        if (cursor.take("b")) {
            return '\b';
        } else if (cursor.take("-")) {
            return '-';
        }
        return character(start);
    }

    /** Reads a class such as {@code \d}. Returns null, and reads nothing, if the escape is not a class. */
    @Nullable
    CodePointSet characterClass(int start) {
        int at = cursor.offset();
        return switch (cursor.next()) {
            case 'd' -> CharacterClasses.DIGIT;
            case 'D' -> CharacterClasses.DIGIT.complement();
            case 'w' -> words;
            case 'W' -> words.complement();
            case 's' -> CharacterClasses.SPACE;
            case 'S' -> CharacterClasses.SPACE.complement();
            case 'p' -> property(start);
            case 'P' -> property(start).complement();
            default -> {
                cursor.back(at);
                yield null;
            }
        };
    }

    private CodePointSet property(int start) {
        if (!cursor.take("{")) {
            throw invalid(start);
        }
        int from = cursor.offset();
        while (cursor.peek() == '=' || CharacterClasses.WORD.contains(cursor.peek())) {
            cursor.next();
        }
        String name = cursor.since(from);
        if (!cursor.take("}")) {
            throw cursor.syntax(start, "an unclosed property \"" + cursor.since(start) + "\"");
        }
        CodePointSet set = CharacterProperties.find(name);
        if (set == null) {
            boolean known = CharacterProperties.isKnownElsewhere(name);
            throw cursor.refused(
                    known ? Kind.UNSUPPORTED : Kind.SYNTAX,
                    start,
                    "a property \"" + cursor.since(start) + "\"" + (known ? "" : " that doesn't exist"));
        }
        return set;
    }

    private int character(int start) {
        int c = cursor.next();
        return switch (c) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'v' -> 0x0B;
            case 'f' -> '\f';
            case 'r' -> '\r';
            case 'c' -> control(start);
            case '0' -> nul(start);
            case 'x' -> hex(start, 2);
            case 'u' -> unicode(start);
            case PatternCursor.NOTHING -> throw cursor.syntax(start, "a backslash with nothing to escape");
            default -> {
                if (SYNTAX_CHARACTERS.indexOf(c) < 0) {
                    throw invalid(start);
                }
                yield c;
            }
        };
    }

    private int control(int start) {
        int letter = cursor.next();
        if (letter < 'A' || letter > 'z' || letter > 'Z' && letter < 'a') {
            throw invalid(start);
        }
        return letter & LETTER_TO_CONTROL;
    }

    private int nul(int start) {
        if (cursor.peek() >= '0' && cursor.peek() <= '9') {
            cursor.next();
            throw invalid(start);
        }
        return 0;
    }

    private int hex(int start, int digits) {
        int value = cursor.hex(digits);
        if (value == PatternCursor.NOTHING) {
            throw invalid(start);
        }
        return value;
    }

    /** Reads what follows {@code \}{@code u}. Two escaped halves of a surrogate pair are one code point. */
    private int unicode(int start) {
        if (cursor.take("{")) {
            return codePoint(start);
        }
        int value = hex(start, 4);
        int behind = cursor.offset();
        if (Character.isHighSurrogate((char) value) && cursor.take("\\u")) {
            int low = cursor.hex(4);
            if (low != PatternCursor.NOTHING && Character.isLowSurrogate((char) low)) {
                return Character.toCodePoint((char) value, (char) low);
            }
            cursor.back(behind);
        }
        return value;
    }

    private int codePoint(int start) {
        int digits = 0;
        int value = 0;
        for (int digit; (digit = PatternCursor.hexDigit(cursor.peek())) >= 0; digits++) {
            cursor.next();
            value = Math.min(value << 4 | digit, CodePointSet.END);
        }
        if (digits == 0 || !cursor.take("}")) {
            throw invalid(start);
        } else if (value == CodePointSet.END) {
            throw cursor.syntax(start, "an escape \"" + cursor.since(start) + "\" beyond the last code point");
        }
        return value;
    }

    private InvalidPatternException invalid(int start) {
        return cursor.syntax(start, "an invalid escape \"" + cursor.since(start) + "\"");
    }

    /** Reads the name of a group whose {@code <} was read, with its {@code >}. */
    String groupName() {
        int start = cursor.offset();
        StringBuilder name = new StringBuilder();
        while (!cursor.take(">")) {
            int at = cursor.offset();
            int c = cursor.next();
            if (c == '\\') {
                c = cursor.take("u") ? unicode(at) : PatternCursor.NOTHING;
            }
            if (!(name.isEmpty() ? startsName(c) : continuesName(c))) {
                throw cursor.syntax(start, "an invalid group name \"" + cursor.since(start) + "\"");
            }
            name.appendCodePoint(c);
        }
        if (name.isEmpty()) {
            throw cursor.syntax(start, "an empty group name");
        }
        return name.toString();
    }

    private static boolean startsName(int c) {
        return c == '$' || c == '_' || c >= 0 && Character.isUnicodeIdentifierStart(c);
    }

    private static boolean continuesName(int c) {
        return startsName(c)
                || c == 0x200C
                || c == 0x200D
                || c >= 0 && Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
    }
}
