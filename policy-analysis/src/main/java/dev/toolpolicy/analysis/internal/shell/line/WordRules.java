package dev.toolpolicy.analysis.internal.shell.line;

/** The rules of the plain reader inside of words. */
abstract class WordRules extends LineState {

    WordRules() {}

    WordRules(LineState before) {
        super(before);
    }

    /** Reads a character between words. */
    abstract void gap(CharacterKind kind, boolean afterBlank);

    /** Reads the first character of an argument, a file or a name. */
    final void beginning(CharacterKind kind) {
        boolean named = phase != Phase.NAME;
        if (named && kind == CharacterKind.OPEN_BRACE) {
            go(Place.OPEN_BRACE);
        } else {
            word(kind);
        }
    }

    final void word(CharacterKind kind) {
        boolean behindSolid = solid;
        boolean behindBlank = blank;
        solid = false;
        blank = false;
        if (kind.endsWord()) {
            endWord();
            if (place != Place.FAILED) {
                gap(kind, behindBlank);
            }
        } else if (kind.isSolid()) {
            name(kind);
            emit(Op.SELF);
            solid = true;
            go(Place.WORD);
        } else if (kind == CharacterKind.EQUALS && naming == Naming.NAME) {
            emit(Op.ASSIGN);
            naming = Naming.VALUE;
            go(Place.WORD);
        } else {
            name(kind);
            special(kind, behindSolid);
        }
    }

    final void name(CharacterKind kind) {
        boolean isName = naming == Naming.EMPTY && kind.isNameStart() || naming == Naming.NAME && kind.isNamePart();
        if (naming != Naming.VALUE) {
            naming = isName ? Naming.NAME : Naming.NEVER;
        }
    }

    final void special(CharacterKind kind, boolean behindSolid) {
        switch (kind) {
            case COLON -> text();
            case SINGLE_QUOTE -> go(Place.SINGLE_QUOTED);
            case DOUBLE_QUOTE -> go(Place.DOUBLE_QUOTED);
            case BACKSLASH -> go(Place.ESCAPE);
            default -> {
                if (inName()) {
                    fail();
                } else {
                    unquoted(kind, behindSolid);
                }
            }
        }
    }

    /** Reads a character that is not plain in a name. */
    final void unquoted(CharacterKind kind, boolean behindSolid) {
        switch (kind) {
            case CARET -> text();
            case EQUALS, TILDE -> {
                if (!behindSolid) {
                    unknown();
                }
                text();
            }
            case HASH -> {
                if (behindSolid) {
                    text();
                } else {
                    fail();
                }
            }
            case DOLLAR -> dollarIn(false);
            case CLOSE_BRACKET -> unknown();
            case STAR, QUESTION -> pattern();
            case OPEN_BRACKET -> {
                unknown();
                emit(Op.PATTERN);
            }
            case OPEN_BRACE, CLOSE_BRACE -> brace(kind == CharacterKind.OPEN_BRACE);
            case BANG -> bangIn(false);
            default -> fail();
        }
    }

    private void pattern() {
        unknown();
        if (phase == Phase.ARGUMENT) { // the name of a file may have a bracket
            emit(Op.PATTERN);
        }
    }

    final void text() {
        emit(Op.SELF);
        go(Place.WORD);
    }

    final void brace(boolean opens) {
        if (braces == Braces.BARRED || opens == (braces == Braces.OPEN)) {
            fail();
        } else {
            pattern();
            braces = opens ? Braces.OPEN : Braces.CLOSED;
        }
    }

    final void dollarIn(boolean quotes) {
        quoted = quotes;
        emit(Op.VARIABLE);
        go(Place.DOLLAR);
    }

    final void bangIn(boolean quotes) {
        emit(Op.SELF);
        quoted = quotes;
        go(Place.BANG);
    }

    final void quotedText(CharacterKind kind) {
        emit(Op.SELF);
        if (kind == CharacterKind.OPEN_BRACKET) {
            emit(Op.BRACKET);
        }
    }

    final void singleQuoted(CharacterKind kind) {
        if (kind == CharacterKind.SINGLE_QUOTE) {
            go(Place.WORD);
        } else {
            quotedText(kind);
        }
    }

    final void doubleQuoted(CharacterKind kind) {
        go(Place.DOUBLE_QUOTED);
        switch (kind) {
            case DOUBLE_QUOTE -> go(Place.WORD);
            case BACKSLASH -> go(Place.QUOTED_ESCAPE);
            case BACKTICK -> fail();
            case BANG -> bangIn(true);
            case DOLLAR -> dollarIn(true);
            default -> quotedText(kind);
        }
    }

    final void escape(CharacterKind kind) {
        if (naming != Naming.VALUE) {
            naming = Naming.NEVER;
        }
        if (kind == CharacterKind.NEWLINE || kind == CharacterKind.WIDE) {
            fail();
        } else {
            quotedText(kind);
            solid = kind.isSolid();
            blank = kind == CharacterKind.BLANK;
            go(Place.WORD);
        }
    }

    final void quotedEscape(CharacterKind kind) {
        go(Place.DOUBLE_QUOTED);
        switch (kind) {
            case DOLLAR, DOUBLE_QUOTE, BACKSLASH, BACKTICK -> emit(Op.SELF);
            case NEWLINE, BANG -> fail();
            default -> {
                emit(Op.BACKSLASH);
                doubleQuoted(kind);
            }
        }
    }

    /** Continues where the dollar or the bang stands. */
    final void back(CharacterKind kind) {
        boolean quotes = quoted;
        quoted = false;
        if (quotes) {
            doubleQuoted(kind);
        } else {
            word(kind);
        }
    }

    final void dollar(CharacterKind kind) {
        if (kind == CharacterKind.UNDERSCORE) {
            fail(); // $_ is the last word of the command before
        } else if (kind.isNameStart()) {
            variableIn(Place.VARIABLE);
        } else if (kind == CharacterKind.OPEN_BRACE) {
            go(Place.BRACED);
        } else if (kind == CharacterKind.QUESTION) {
            variableIn(Place.AFTER_VARIABLE);
        } else if (kind == CharacterKind.OPEN_PARENTHESIS) {
            substitution();
        } else if (quoted ? isDollarInQuotes(kind) : kind.endsWord()) {
            emit(Op.DOLLAR);
            back(kind);
        } else {
            fail();
        }
    }

    private void substitution() {
        if (phase != Phase.ARGUMENT || braces == Braces.OPEN || braces == Braces.CLOSED) {
            fail();
        } else {
            unknown();
            braces = Braces.BARRED;
            emit(Op.ENTER);
            go(Place.AFTER_VARIABLE);
        }
    }

    private void variableIn(Place next) {
        if (inName()) {
            fail();
        } else {
            unknown();
            emit(Op.VARIABLE);
            go(next);
        }
    }

    private static boolean isDollarInQuotes(CharacterKind kind) {
        return switch (kind) {
            case DOUBLE_QUOTE, BLANK, NEWLINE, PIPE, CLOSE_PARENTHESIS, SLASH -> true;
            default -> false;
        };
    }

    final void variable(CharacterKind kind) {
        emit(Op.VARIABLE);
        if (!kind.isNamePart()) {
            afterVariable(kind);
        }
    }

    final void braced(CharacterKind kind) {
        if (kind.isNameStart() && kind != CharacterKind.UNDERSCORE) {
            variableIn(Place.BRACED_VARIABLE);
        } else {
            fail();
        }
    }

    final void bracedVariable(CharacterKind kind) {
        emit(Op.VARIABLE);
        if (kind == CharacterKind.CLOSE_BRACE) {
            go(Place.AFTER_VARIABLE);
        } else if (!kind.isNamePart()) {
            fail();
        }
    }

    final void afterVariable(CharacterKind kind) {
        if (kind == CharacterKind.OPEN_BRACKET) {
            fail();
        } else {
            back(kind);
        }
    }

    final void bang(CharacterKind kind) {
        if (kind == CharacterKind.EQUALS && !quoted) {
            text();
        } else if (kind == CharacterKind.EQUALS || kind == CharacterKind.BLANK || kind == CharacterKind.NEWLINE) {
            back(kind);
        } else {
            fail();
        }
    }

    final void openBrace(CharacterKind kind) {
        if (kind == CharacterKind.CLOSE_BRACE) {
            go(Place.BRACES);
        } else if (kind.endsWord()) {
            fail();
        } else {
            brace(true);
            word(kind);
        }
    }

    final void braces(CharacterKind kind) {
        if (kind.endsWord()) {
            bracesAsText();
        } else {
            unknown();
            braces = Braces.CLOSED;
        }
        word(kind);
    }

    final void bracesAsText() {
        emit(Op.OPEN_BRACE);
        emit(Op.CLOSE_BRACE);
    }
}
