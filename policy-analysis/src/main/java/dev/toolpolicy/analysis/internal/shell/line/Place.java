package dev.toolpolicy.analysis.internal.shell.line;

/** The places of a command line at which its reader can be. */
enum Place {
    /** Between words, and at the start. */
    GAP,
    /** Behind a backslash between words: a line continues, or a word begins. */
    GAP_ESCAPE,
    /** In a word, outside of quotes. */
    WORD,
    SINGLE_QUOTED,
    DOUBLE_QUOTED,
    /** Behind a backslash in a word. */
    ESCAPE,
    /** Behind a backslash in double quotes. */
    QUOTED_ESCAPE,
    DOLLAR,
    /** In the name of a variable. */
    VARIABLE,
    /** Behind <code>${</code>. */
    BRACED,
    /** In the name of a variable in braces. */
    BRACED_VARIABLE,
    /** Directly behind a variable, where a bracket would begin a subscript. */
    AFTER_VARIABLE,
    BANG,
    /** Behind a brace at the start of a word. */
    OPEN_BRACE,
    /** Behind <code>{}</code> at the start of a word. */
    BRACES,
    /** Behind a bracket that is the name of a command. */
    NAME_BRACKET,
    /** Behind a 1 at the start of a word: a word, or the descriptor of a redirect. */
    ONE,
    TWO,
    SEMICOLON,
    AMPERSAND,
    PIPE,
    /** Behind {@code &&} or {@code ||}. */
    OPERATOR,
    GREATER,
    /** Behind {@code >>} or {@code &>}. */
    OUTPUT,
    LESS,
    /** Behind a blank between {@code >} and its file. */
    OUTPUT_GAP,
    INPUT_GAP,
    /** Behind {@code <<}. */
    HERE,
    /** In the delimiter of a here-document, with quotes or without. */
    HERE_QUOTED,
    HERE_WORD,
    /** Behind the delimiter's quotes. */
    HERE_END,
    /** Behind {@code >&}. */
    DUPLICATE,
    /** Behind {@code >&1} or {@code >&2}. */
    DUPLICATED,
    /** The line is not plain. */
    FAILED
}
