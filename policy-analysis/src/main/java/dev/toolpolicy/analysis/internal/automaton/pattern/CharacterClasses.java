package dev.toolpolicy.analysis.internal.automaton.pattern;

/** The classes that ECMA-262 names by one character (section 22.2.2, CharacterClassEscape and Atom). */
public final class CharacterClasses {
    static final CodePointSet DIGIT = CodePointSet.range('0', '9');
    public static final CodePointSet WORD = CodePointSet.ranges('a', 'z', 'A', 'Z', '0', '9', '_', '_');

    private static final CodePointSet LINE_TERMINATOR = CodePointSet.ranges('\n', '\n', '\r', '\r', 0x2028, 0x2029);

    /** WhiteSpace and LineTerminator. The spaces of category Zs haven't changed since Unicode 6.3. */
    static final CodePointSet SPACE = LINE_TERMINATOR.or(CodePointSet.ranges(
            '\t', '\t', 0x0B, 0x0C, ' ', ' ', 0xA0, 0xA0, 0x1680, 0x1680, 0x2000, 0x200A, 0x202F, 0x202F, 0x205F,
            0x205F, 0x3000, 0x3000, 0xFEFF, 0xFEFF));

    /** The characters that a dot matches. */
    static final CodePointSet DOT = LINE_TERMINATOR.complement();

    private CharacterClasses() {}
}
