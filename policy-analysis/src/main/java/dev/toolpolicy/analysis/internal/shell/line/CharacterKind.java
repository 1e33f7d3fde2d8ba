package dev.toolpolicy.analysis.internal.shell.line;

import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The kinds of characters that the reader of command lines distinguishes. */
enum CharacterKind {
    /** An ASCII letter. */
    LETTER,
    UNDERSCORE("_"),
    ONE("1"),
    TWO("2"),
    /** An ASCII digit other than 1 and 2. */
    DIGIT,
    SLASH("/"),
    PERCENT("%"),
    /** One of {@code - . , + @}. */
    SOLID("-.,+@"),
    COLON(":"),
    CARET("^"),
    EQUALS("="),
    TILDE("~"),
    HASH("#"),
    SINGLE_QUOTE("'"),
    DOUBLE_QUOTE("\""),
    BACKSLASH("\\"),
    DOLLAR("$"),
    STAR("*"),
    QUESTION("?"),
    OPEN_BRACKET("["),
    CLOSE_BRACKET("]"),
    OPEN_BRACE("{"),
    CLOSE_BRACE("}"),
    BANG("!"),
    BACKTICK("`"),
    OPEN_PARENTHESIS("("),
    CLOSE_PARENTHESIS(")"),
    LESS("<"),
    GREATER(">"),
    SEMICOLON(";"),
    AMPERSAND("&"),
    PIPE("|"),
    /** A space or a tab. */
    BLANK(" \t"),
    NEWLINE("\n"),
    /** A character above U+009F, which is plain only in quotes. */
    WIDE,
    /** A control character, which is never plain. */
    FORBIDDEN;

    private static final int FIRST_WIDE = 0xA0;
    private static final CharacterKind[] ASCII = new CharacterKind[0x80];

    static {
        for (int c = 0; c < ASCII.length; c++) {
            ASCII[c] = Character.isLetter(c) ? LETTER : Character.isDigit(c) ? DIGIT : FORBIDDEN;
        }
        for (CharacterKind kind : values()) {
            for (char c : kind.signs.toCharArray()) {
                ASCII[c] = kind;
            }
        }
    }

    /** The ASCII characters of this kind alone. */
    private final String signs;

    CharacterKind() {
        this("");
    }

    CharacterKind(String signs) {
        this.signs = signs;
    }

    static CharacterKind of(int codePoint) {
        return codePoint < ASCII.length ? ASCII[codePoint] : codePoint < FIRST_WIDE ? FORBIDDEN : WIDE;
    }

    /** Returns the characters of each kind. */
    static List<CodePointSet> sets() {
        List<CodePointSet> sets = new ArrayList<>();
        for (CharacterKind kind : values()) {
            sets.add(kind == WIDE ? CodePointSet.ranges(FIRST_WIDE, Character.MAX_CODE_POINT) : below(kind));
        }
        return sets;
    }

    private static CodePointSet below(CharacterKind kind) {
        int[] pairs = new int[2 * FIRST_WIDE];
        int size = 0;
        for (int c = 0; c < FIRST_WIDE; c++) {
            if (of(c) == kind) {
                pairs[size++] = c;
                pairs[size++] = c;
            }
        }
        return CodePointSet.ranges(Arrays.copyOf(pairs, size));
    }

    boolean isNameStart() {
        return this == LETTER || this == UNDERSCORE;
    }

    boolean isNamePart() {
        return isNameStart() || isDigit();
    }

    private boolean isDigit() {
        return this == ONE || this == TWO || this == DIGIT;
    }

    boolean isSolid() {
        return isNamePart() || this == SLASH || this == PERCENT || this == SOLID;
    }

    /** Returns whether a word ends before it: a blank, a newline, an operator or the end of a substitution. */
    boolean endsWord() {
        return switch (this) {
            case BLANK, NEWLINE, SEMICOLON, AMPERSAND, PIPE, CLOSE_PARENTHESIS -> true;
            default -> false;
        };
    }
}
