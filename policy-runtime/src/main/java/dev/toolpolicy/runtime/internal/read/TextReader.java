package dev.toolpolicy.runtime.internal.read;

import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The grammar of JSON as a state machine that takes one character after the other; chunks can begin and end anywhere.
 * {@link StringDecoder} and {@link NumberScanner} read the insides of strings, names and numbers.
 */
final class TextReader {
    /** The states of a reader: what may come next in a text. */
    private enum State {
        /** A value: at the start, after a colon, after a comma in an array. */
        VALUE,
        /** The first element of an array, or the array's end. */
        FIRST_ELEMENT,
        /** The first name of an object, or the object's end. */
        FIRST_NAME,
        /** A name, after a comma in an object. */
        NEXT_NAME,
        /** More of a name, or its closing quote. */
        IN_NAME,
        /** The colon after a name. */
        COLON,
        /** More of a string, or its closing quote. */
        IN_STRING,
        /** More of a number, or what ends it. */
        IN_NUMBER,
        /** The next letter of {@code true}, {@code false} or {@code null}. */
        IN_LITERAL,
        /** A comma after a value, or the end of what holds it. */
        AFTER_VALUE,
        /** Nothing but white space: the root's value has ended. */
        END;

        /** Returns whether the place is that of a value that is being read or expected, and not that of what holds it. */
        boolean isAtValue() {
            return this != FIRST_NAME && this != NEXT_NAME && this != IN_NAME && this != AFTER_VALUE;
        }
    }

    private final ArgumentLimits limits;
    private final FragmentVisitor visitor;
    private final TextPosition position;
    private final OpenContainers open = new OpenContainers();
    private final StringBuilder text = new StringBuilder();
    private final StringDecoder string = new StringDecoder(text);
    private final IntUnaryOperator decodedSource = string::sourceBehind;
    private final NumberScanner number;

    private State state = State.VALUE;
    /** The literal that is being read, and how much of it. */
    private String word = "";

    private int letters;
    private int values;
    private @Nullable ArgumentError error;

    TextReader(ArgumentLimits limits, FragmentVisitor visitor, TextPosition position) {
        this.limits = limits;
        this.visitor = visitor;
        this.position = position;
        this.number = new NumberScanner(text, limits.number());
    }

    /** Returns the first error, or null. */
    @Nullable
    ArgumentError error() {
        return error;
    }

    /** Returns whether the root's value has ended without error. */
    boolean isComplete() {
        return error == null && state == State.END;
    }

    /** Reads the beginning of a chunk, up to an error; nothing if there was one before. */
    void read(String chunk, int end) {
        int i = 0;
        while (i < end && error == null) {
            i = step(chunk, i, end);
        }
    }

    /** Fails with {@code limit-exceeded}: the text continues past the maximum. */
    void tooLong(char next) {
        position.moveTo(0);
        if (state == State.IN_NUMBER && number.endsBefore(next)) {
            endNumber();
        }
        fail(DiagnosticCode.LIMIT_EXCEEDED, "the arguments may have at most " + limits.text() + " characters");
    }

    /** Takes note that the text has ended, and with it a number at the root. A text that is not whole is truncated. */
    void end() {
        position.end();
        if (error == null) {
            endNumber();
        }
        if (state != State.END) {
            fail(
                    DiagnosticCode.TRUNCATED,
                    "the text ended before the arguments were complete; send the call again with all of them");
        }
    }

    private int step(String chunk, int from, int end) {
        switch (state) {
            case IN_STRING:
                return readString(chunk, from, end);
            case IN_NAME:
                return readName(chunk, from, end);
            case IN_NUMBER:
                return readNumber(chunk, from, end);
            case IN_LITERAL:
                position.moveTo(from);
                readLiteral(chunk.charAt(from));
                return from + 1;
            default:
                char c = chunk.charAt(from);
                if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
                    position.moveTo(from);
                    readStructure(c);
                }
                return from + 1;
        }
    }

    private void readStructure(char c) {
        switch (state) {
            case VALUE -> startValue(c);
            case FIRST_ELEMENT -> {
                if (c == ']') {
                    endContainer(true);
                } else {
                    startValue(c);
                }
            }
            case FIRST_NAME, NEXT_NAME -> {
                if (c == '"') {
                    string.start();
                    state = State.IN_NAME;
                } else if (c == '}' && state == State.FIRST_NAME) {
                    endContainer(false);
                } else {
                    unexpected(c, state == State.FIRST_NAME ? "a name or \"}\"" : "a name");
                }
            }
            case COLON -> {
                if (c == ':') {
                    state = State.VALUE;
                } else {
                    unexpected(c, "\":\"");
                }
            }
            case AFTER_VALUE -> readAfterValue(c);
            default -> unexpected(c, "nothing after the value");
        }
    }

    private void readAfterValue(char c) {
        boolean inArray = open.inArray();
        if (c == ',') {
            if (inArray) {
                open.nextElement();
            }
            state = inArray ? State.VALUE : State.NEXT_NAME;
        } else if (inArray && c == ']') {
            endContainer(true);
        } else if (!inArray && c == '}') {
            endContainer(false);
        } else {
            unexpected(c, inArray ? "\",\" or \"]\"" : "\",\" or \"}\"");
        }
    }

    private void startValue(char c) {
        switch (c) {
            case '"' -> {
                if (countValue()) {
                    string.start();
                    state = State.IN_STRING;
                    visitor.stringStart();
                }
            }
            case '{' -> {
                if (countContainer()) {
                    visitor.objectStart();
                    open.pushObject();
                    state = State.FIRST_NAME;
                }
            }
            case '[' -> {
                if (countContainer()) {
                    visitor.arrayStart();
                    open.pushArray();
                    state = State.FIRST_ELEMENT;
                }
            }
            case 't', 'f', 'n' -> {
                if (countValue()) {
                    word = c == 't' ? "true" : c == 'f' ? "false" : "null";
                    letters = 1;
                    state = State.IN_LITERAL;
                }
            }
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
                if (countValue()) {
                    number.start(c);
                    state = State.IN_NUMBER;
                }
            }
            default -> unexpected(c, state == State.FIRST_ELEMENT ? "a value or \"]\"" : "a value");
        }
    }

    private boolean countContainer() {
        return isWithin(open.depth(), limits.nesting(), "arrays and objects may be nested at most ", " deep")
                && countValue();
    }

    private boolean countValue() {
        return isWithin(values++, limits.values(), "the arguments may have at most ", " values");
    }

    private boolean isWithin(int count, int limit, String before, String after) {
        if (count == limit) {
            fail(DiagnosticCode.LIMIT_EXCEEDED, before + limit + after);
        }
        return count < limit;
    }

    private void endContainer(boolean array) {
        state = State.AFTER_VALUE;
        if (array) {
            visitor.arrayEnd();
        } else {
            visitor.objectEnd();
        }
        open.pop();
        valueEnded();
    }

    private void valueEnded() {
        state = open.depth() == 0 ? State.END : State.AFTER_VALUE;
    }

    /** Reads more of a string, of which the visitor gets one piece: the chunk's own characters if none is an escape. */
    private int readString(String chunk, int from, int end) {
        int stop = string.isClean() ? StringDecoder.skipPlain(chunk, from, end) : from;
        if (stop == end || stop > from && chunk.charAt(stop) == '"') {
            position.moveTo(stop);
            tell(chunk, from, stop, IntUnaryOperator.identity());
        } else {
            text.setLength(0);
            stop = string.read(chunk, from, end, Integer.MAX_VALUE);
            position.moveTo(stop);
            tell(text, 0, text.length(), decodedSource);
        }
        if (stop == end || stringFailed()) {
            return stop;
        }
        visitor.stringEnd();
        valueEnded();
        return stop + 1;
    }

    private void tell(CharSequence buffer, int start, int end, IntUnaryOperator sourceBehind) {
        if (start < end) {
            position.enterPiece(sourceBehind);
            visitor.text(buffer, start, end);
            position.leavePiece();
        }
    }

    private boolean stringFailed() {
        DiagnosticCode fault = string.fault();
        if (fault != null) {
            fail(fault, string.detail());
        }
        return fault != null;
    }

    private int readName(String chunk, int from, int end) {
        int stop = string.read(chunk, from, end, limits.name());
        position.moveTo(stop);
        if (stop == end || stringFailed()) {
            return stop;
        }
        String name = text.toString();
        boolean isNew = open.nextName(name);
        state = State.COLON;
        if (!isNew) {
            fail(DiagnosticCode.DUPLICATE_KEY, Words.quoted(name) + " occurs twice in this object");
            return stop;
        }
        visitor.name(name);
        return stop + 1;
    }

    private int readNumber(String chunk, int from, int end) {
        int stop = number.read(chunk, from, end);
        position.moveTo(stop);
        if (number.isTooLong()) {
            fail(DiagnosticCode.LIMIT_EXCEEDED, "a number may have at most " + limits.number() + " characters");
        } else if (number.isMisplaced()) {
            fail(DiagnosticCode.MALFORMED_JSON, Words.unexpected(chunk.charAt(stop), "the rest of a number"));
        } else if (stop < end) {
            endNumber();
        }
        return stop;
    }

    private void endNumber() {
        if (state != State.IN_NUMBER || !number.mayEnd()) {
            return;
        }
        if (!number.isRepresentable()) {
            fail(DiagnosticCode.LIMIT_EXCEEDED, "the number or its exponent is too large");
            return;
        }
        visitor.number(text);
        valueEnded();
    }

    private void readLiteral(char c) {
        if (c != word.charAt(letters++)) {
            unexpected(c, word);
        } else if (letters == word.length()) {
            if (word.equals("null")) {
                visitor.nullValue();
            } else {
                visitor.bool(word.equals("true"));
            }
            valueEnded();
        }
    }

    private void unexpected(char c, String expected) {
        fail(DiagnosticCode.MALFORMED_JSON, Words.unexpected(c, expected));
    }

    /** Ends the reading with an error at the current place, unless there is one already. */
    void fail(DiagnosticCode code, String detail) {
        if (error == null) {
            error = new ArgumentError(code, position.fault(), open.pointer(state.isAtValue()), detail);
        }
    }
}
