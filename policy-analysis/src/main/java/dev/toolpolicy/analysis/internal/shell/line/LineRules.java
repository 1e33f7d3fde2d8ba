package dev.toolpolicy.analysis.internal.shell.line;

/**
 * The table of the plain reader: what each kind of character does at each place. A character without a rule makes the
 * line not plain. An instance computes each step from itself; {@link LineTable} computes all of them once.
 */
final class LineRules extends WordRules {

    /** Creates the state at the start of a line. */
    LineRules() {}

    private LineRules(LineRules before) {
        super(before);
    }

    /** Returns the state behind a character. */
    LineRules step(CharacterKind kind) {
        LineRules next = new LineRules(this);
        if (kind == CharacterKind.FORBIDDEN) {
            next.fail();
        } else {
            next.at(kind);
        }
        return next;
    }

    /** Returns the state behind the end of the line. */
    LineRules endOfLine() {
        LineRules next = new LineRules(this);
        next.end();
        return next;
    }

    private void at(CharacterKind kind) {
        switch (place) {
            case GAP -> gap(kind, true);
            case GAP_ESCAPE -> gapEscape(kind);
            case WORD -> word(kind);
            case SINGLE_QUOTED -> singleQuoted(kind);
            case DOUBLE_QUOTED -> doubleQuoted(kind);
            case ESCAPE -> escape(kind);
            case QUOTED_ESCAPE -> quotedEscape(kind);
            case DOLLAR -> dollar(kind);
            case VARIABLE -> variable(kind);
            case BRACED -> braced(kind);
            case BRACED_VARIABLE -> bracedVariable(kind);
            case AFTER_VARIABLE -> afterVariable(kind);
            case BANG -> bang(kind);
            case OPEN_BRACE -> openBrace(kind);
            case BRACES -> braces(kind);
            case NAME_BRACKET -> nameBracket(kind);
            case ONE, TWO -> digit(kind);
            case SEMICOLON -> semicolon(kind);
            case AMPERSAND -> ampersand(kind);
            case PIPE -> pipe(kind);
            case OPERATOR -> operator(kind);
            case GREATER -> greater(kind);
            case OUTPUT -> output(kind);
            case LESS -> less(kind);
            case OUTPUT_GAP, INPUT_GAP -> file(kind);
            case HERE -> here(kind);
            case HERE_QUOTED -> hereQuoted(kind);
            case HERE_WORD -> hereWord(kind);
            case HERE_END -> hereEnd(kind);
            case DUPLICATE -> duplicate(kind);
            case DUPLICATED -> duplicated(kind);
            case FAILED -> fail();
        }
    }

    @Override
    void gap(CharacterKind kind, boolean afterBlank) {
        switch (kind) {
            case BLANK -> go(Place.GAP);
            case NEWLINE -> newline();
            case SEMICOLON -> close(Place.SEMICOLON, false);
            case AMPERSAND -> close(Place.AMPERSAND, afterBlank);
            case PIPE -> close(Place.PIPE, false);
            case LESS -> redirect(Place.LESS);
            case GREATER -> redirect(Place.GREATER);
            case BACKSLASH -> go(Place.GAP_ESCAPE);
            case CLOSE_PARENTHESIS -> leave();
            case HASH, CLOSE_BRACE -> fail();
            default -> firstCharacter(kind);
        }
    }

    private void firstCharacter(CharacterKind kind) {
        boolean named = phase == Phase.ARGUMENT;
        if (named && (kind == CharacterKind.ONE || kind == CharacterKind.TWO)) {
            go(kind == CharacterKind.ONE ? Place.ONE : Place.TWO);
        } else if (!named && kind == CharacterKind.OPEN_BRACKET) {
            begin();
            emit(Op.SELF);
            go(Place.NAME_BRACKET);
        } else if (!named && kind == CharacterKind.PERCENT) {
            fail();
        } else {
            begin();
            beginning(kind);
        }
    }

    private void newline() {
        if (hasWord()) {
            emit(Op.CLOSE);
            endCommand(false);
        } else {
            go(Place.GAP);
        }
        emit(Op.END_LINE);
    }

    private void close(Place next, boolean afterBlank) {
        if (hasWord()) {
            emit(Op.CLOSE);
            blank = afterBlank;
            go(next);
        } else {
            fail();
        }
    }

    private void leave() {
        endOfGap();
        if (place != Place.FAILED) {
            emit(Op.LEAVE);
        }
    }

    private void redirect(Place next) {
        if (phase == Phase.NAME) {
            fail();
        } else {
            go(next);
        }
    }

    private void gapEscape(CharacterKind kind) {
        if (kind == CharacterKind.NEWLINE) {
            go(Place.GAP);
        } else {
            begin();
            escape(kind);
        }
    }

    private void nameBracket(CharacterKind kind) {
        if (kind == CharacterKind.BLANK) {
            endWord();
        } else {
            fail();
        }
    }

    private void digit(CharacterKind kind) {
        if (kind == CharacterKind.GREATER) {
            go(Place.GREATER);
        } else if (kind == CharacterKind.LESS) {
            fail();
        } else {
            digitAsText();
            word(kind);
        }
    }

    private void digitAsText() {
        Op digit = place == Place.ONE ? Op.ONE : Op.TWO;
        begin();
        emit(digit);
        solid = true;
    }

    private void semicolon(CharacterKind kind) {
        switch (kind) {
            case SEMICOLON, AMPERSAND, PIPE, BACKSLASH -> fail();
            default -> {
                endCommand(false);
                gap(kind, false);
            }
        }
    }

    private void ampersand(CharacterKind kind) {
        if (kind == CharacterKind.AMPERSAND) {
            endCommand(true);
            go(Place.OPERATOR);
        } else if (kind == CharacterKind.GREATER && blank) {
            blank = false;
            redirect(Place.OUTPUT);
        } else if (phase == Phase.NAME) {
            fail();
        } else {
            switch (kind) {
                case SEMICOLON, PIPE, BANG, BACKSLASH -> fail();
                default -> {
                    endCommand(false);
                    gap(kind, false);
                }
            }
        }
    }

    private void pipe(CharacterKind kind) {
        switch (kind) {
            case PIPE -> {
                endCommand(true);
                go(Place.OPERATOR);
            }
            case SEMICOLON, AMPERSAND, BACKSLASH -> fail();
            default -> {
                endCommand(true);
                gap(kind, false);
            }
        }
    }

    private void operator(CharacterKind kind) {
        if (kind == CharacterKind.BACKSLASH) {
            fail();
        } else {
            gap(kind, false);
        }
    }

    private void greater(CharacterKind kind) {
        switch (kind) {
            case GREATER -> go(Place.OUTPUT);
            case AMPERSAND -> go(Place.DUPLICATE);
            default -> output(kind);
        }
    }

    private void output(CharacterKind kind) {
        if (kind == CharacterKind.BANG) {
            fail();
        } else {
            go(Place.OUTPUT_GAP);
            file(kind);
        }
    }

    private void less(CharacterKind kind) {
        if (kind == CharacterKind.LESS) {
            emit(Op.BEGIN_HERE);
            go(Place.HERE);
        } else {
            go(Place.INPUT_GAP);
            file(kind);
        }
    }

    private void here(CharacterKind kind) {
        if (kind == CharacterKind.SINGLE_QUOTE || kind == CharacterKind.DOUBLE_QUOTE) {
            quoted = kind == CharacterKind.DOUBLE_QUOTE;
            go(Place.HERE_QUOTED);
        } else if (kind != CharacterKind.BLANK) {
            delimiter(kind, Place.HERE_WORD);
        }
    }

    private void delimiter(CharacterKind kind, Place next) {
        if (kind.isNamePart()) {
            emit(Op.SELF);
            go(next);
        } else {
            fail();
        }
    }

    private void hereQuoted(CharacterKind kind) {
        if (kind == (quoted ? CharacterKind.DOUBLE_QUOTE : CharacterKind.SINGLE_QUOTE)) {
            quoted = false;
            emit(Op.END_HERE);
            go(Place.HERE_END);
        } else {
            delimiter(kind, Place.HERE_QUOTED);
        }
    }

    private void hereWord(CharacterKind kind) {
        if (kind.isNamePart()) {
            emit(Op.SELF);
        } else {
            emit(Op.END_OPEN_HERE);
            hereEnd(kind);
        }
    }

    private void hereEnd(CharacterKind kind) {
        if (kind.endsWord() || kind == CharacterKind.GREATER) {
            gap(kind, false);
        } else {
            fail();
        }
    }

    /** Reads a character before a file's name, or its first. */
    private void file(CharacterKind kind) {
        switch (kind) {
            case BLANK -> {}
            case NEWLINE, SEMICOLON, AMPERSAND, PIPE, LESS, GREATER, HASH, BACKSLASH, CLOSE_BRACE, CLOSE_PARENTHESIS ->
                fail();
            default -> {
                emit(place == Place.INPUT_GAP ? Op.BEGIN_INPUT : Op.BEGIN_OUTPUT);
                phase = Phase.FILE;
                beginWord();
                beginning(kind);
            }
        }
    }

    private void duplicate(CharacterKind kind) {
        if (kind == CharacterKind.ONE || kind == CharacterKind.TWO) {
            go(Place.DUPLICATED);
        } else {
            fail();
        }
    }

    private void duplicated(CharacterKind kind) {
        if (kind.endsWord()) {
            gap(kind, false);
        } else {
            fail();
        }
    }

    private void end() {
        switch (place) {
            case GAP -> endOfGap();
            case WORD -> endOfWord();
            case BANG, VARIABLE, AFTER_VARIABLE -> endUnquoted();
            case DOLLAR -> {
                emit(Op.DOLLAR);
                endUnquoted();
            }
            case BRACES -> {
                bracesAsText();
                endOfWord();
            }
            case ONE, TWO -> {
                digitAsText();
                endOfWord();
            }
            case AMPERSAND -> {
                if (phase == Phase.NAME) {
                    fail();
                } else {
                    endCommand(false);
                }
            }
            case SEMICOLON, DUPLICATED -> {
                emit(Op.CLOSE);
                endCommand(false);
            }
            default -> fail();
        }
    }

    private void endUnquoted() {
        if (quoted) {
            fail();
        } else {
            endOfWord();
        }
    }

    private void endOfWord() {
        endWord();
        if (place != Place.FAILED) {
            endOfGap();
        }
    }

    private void endOfGap() {
        if (hasWord()) {
            emit(Op.CLOSE);
            endCommand(false);
        } else if (awaited || !found) {
            fail();
        }
    }
}
