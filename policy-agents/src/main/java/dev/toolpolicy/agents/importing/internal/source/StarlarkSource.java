package dev.toolpolicy.agents.importing.internal.source;

import dev.toolpolicy.agents.importing.internal.source.Node.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the calls of a Starlark file whose arguments are literals. Nothing is run: what isn't such a call at the
 * beginning of a line is given as a call without a name, up to its end.
 */
public final class StarlarkSource {
    private static final String NOT_LITERAL = "?";
    private static final int DEEPEST = 64;
    private static final Set<String> KEYWORDS = Set.of("True", "False", "None", "prefix_rule");

    private final String file;
    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;
    /** The number of lists around what is read. */
    private int openLists;
    /** Whether something was seen that isn't a literal. */
    private boolean partial;
    /** The strings that have names so far. Another statement may give a name anything, so it ends them all. */
    private final Map<String, String> constants = new HashMap<>();

    private StarlarkSource(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /**
     * A call.
     *
     * @param name the function; empty for anything that isn't a call of literals
     * @param place where it stands
     * @param positional arguments without a name
     * @param named arguments by name
     * @param isPartial whether some argument isn't a literal
     * @param written the text of the call
     */
    public record Call(
            String name,
            Place place,
            List<Node> positional,
            Map<String, Node> named,
            boolean isPartial,
            String written) {
        /**
         * Returns an argument by its name or position; a {@link Kind#NONE} if there is none, which has a text if an
         * argument that isn't a literal may be it.
         */
        public Node argument(String name, int position) {
            Node found = named.get(name);
            if (found == null && position < positional.size()) {
                found = positional.get(position);
            }
            return found == null ? Node.scalar(place, Kind.NONE, isUnpacked() ? NOT_LITERAL : "") : found;
        }

        /** Returns whether an argument without a name isn't a literal: unpacked ones may have any name. */
        private boolean isUnpacked() {
            return positional.stream()
                    .anyMatch(each -> each.isNone() && each.text().equals(NOT_LITERAL));
        }
    }

    /**
     * Reads a text.
     *
     * @param file what messages call it
     * @param text the text
     * @throws SourceException if a bracket or string isn't closed
     */
    public static List<Call> read(String file, String text) throws SourceException {
        StarlarkSource source = new StarlarkSource(file, text.startsWith("\uFEFF") ? text.substring(1) : text);
        List<Call> calls = new ArrayList<>();
        for (source.skip(); source.at < source.text.length(); source.skip()) {
            calls.add(source.statement());
        }
        return calls;
    }

    /** A position to which reading can go back. */
    private record Position(int at, int line, int lineStart) {}

    private Position position() {
        return new Position(at, line, lineStart);
    }

    private void goBack(Position position) {
        at = position.at();
        line = position.line();
        lineStart = position.lineStart();
    }

    private Place place() {
        return new Place(file, line, text.codePointCount(lineStart, Math.min(at, text.length())) + 1);
    }

    private void advance() {
        if (text.charAt(at++) == '\n') {
            line++;
            lineStart = at;
        }
    }

    private void skipComment() {
        while (at < text.length() && text.charAt(at) != '\n') {
            at++;
        }
    }

    private void skip() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                skipComment();
            } else if (Character.isWhitespace(c) || c == ';') {
                advance();
            } else {
                return;
            }
        }
    }

    private Call statement() throws SourceException {
        Place place = place();
        int start = at;
        String name = name();
        boolean atLineStart = start == lineStart;
        skipBlanks();
        if (atLineStart && !name.isEmpty() && at < text.length() && text.charAt(at) == '(') {
            at++;
            Call call = arguments(name, place, start);
            if (name.equals("load")) {
                constants.clear();
            }
            skipBlanks();
            if (endsStatement()) {
                return call;
            }
        } else if (at == start && "\"'".indexOf(text.charAt(at)) >= 0) {
            literal();
            return text(place, start);
        } else if (atLineStart && isAssignment(name)) {
            Optional<Call> constant = constant(name, place, start);
            if (constant.isPresent()) {
                return constant.get();
            }
        }
        constants.clear();
        return rest(place, start);
    }

    private boolean isAssignment(String name) {
        boolean isName = !name.isEmpty() && !Character.isDigit(name.charAt(0)) && !KEYWORDS.contains(name);
        return isName && at < text.length() && text.charAt(at) == '=' && !text.startsWith("==", at);
    }

    /** Reads the string that is given a name, once; empty, and nothing is read, if it is anything else. */
    private Optional<Call> constant(String name, Place place, int start) throws SourceException {
        int before = at++;
        skipBlanks();
        partial = false;
        if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
            Position begin = position();
            String value = literal();
            skipBlanks();
            if (!partial && endsStatement() && constants.putIfAbsent(name, value) == null) {
                return Optional.of(text(place, start));
            }
            goBack(begin);
        }
        at = before;
        return Optional.empty();
    }

    private boolean endsStatement() {
        return at >= text.length() || "\n#;\r".indexOf(text.charAt(at)) >= 0;
    }

    /** Returns a string that stands alone, as documentation does, or that is given a name. */
    private Call text(Place place, int start) {
        return new Call("a text", place, List.of(), Map.of(), false, text.substring(start, at));
    }

    /** Goes to the end of the line, or of the brackets that it opens. */
    private Call rest(Place place, int start) throws SourceException {
        int depth = 0;
        while (at < text.length() && (depth > 0 || text.charAt(at) != '\n')) {
            if (text.charAt(at) == '#') {
                skipComment();
            } else {
                depth += skipPart();
            }
        }
        return new Call("", place, List.of(), Map.of(), true, text.substring(start, at));
    }

    /** Goes behind a string or a character. Returns 1 for a bracket that opens, -1 for one that closes. */
    private int skipPart() throws SourceException {
        char c = text.charAt(at);
        if (c == '"' || c == '\'') {
            literal();
        } else {
            advance();
        }
        return "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
    }

    private String name() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at);
    }

    private void skipBlanks() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    private Call arguments(String name, Place place, int start) throws SourceException {
        List<Node> positional = new ArrayList<>();
        Map<String, Node> named = new LinkedHashMap<>();
        boolean anyPartial = false;
        for (skip(); peek(place) != ')'; skip()) {
            requireNoEnd(place);
            partial = false;
            Position before = position();
            String key = name();
            skip();
            boolean isNamed = !key.isEmpty() && peek(place) == '=' && !text.startsWith("==", at);
            if (isNamed) {
                at++;
            } else {
                goBack(before);
            }
            Node value = value(place);
            separator(place);
            Node read = partial ? Node.scalar(value.place(), Kind.NONE, NOT_LITERAL) : value;
            anyPartial |= partial;
            if (!isNamed) {
                positional.add(read);
            } else if (named.put(key, read) != null) {
                throw new SourceException(place, "the argument " + key + " stands twice");
            }
        }
        at++;
        return new Call(name, place, positional, named, anyPartial, text.substring(start, at));
    }

    /** Throws if a bracket ends here, since it isn't the one that is open. */
    private void requireNoEnd(Place open) throws SourceException {
        if (")]}".indexOf(peek(open)) >= 0) {
            throw new SourceException(open, "brackets don't match");
        }
    }

    private char peek(Place open) throws SourceException {
        if (at >= text.length()) {
            throw new SourceException(open, "a bracket isn't closed");
        }
        return text.charAt(at);
    }

    /** Goes behind a comma, or to the closing bracket; anything else belongs to a value that isn't a literal. */
    private void separator(Place open) throws SourceException {
        skip();
        int depth = 0;
        for (char c = peek(open); depth > 0 || ",)]}".indexOf(c) < 0; c = peek(open)) {
            partial = true;
            depth += skipPart();
            skip();
        }
        if (text.charAt(at) == ',') {
            at++;
        }
    }

    private Node value(Place open) throws SourceException {
        skip();
        Place place = place();
        char c = peek(open);
        if (c == '"' || c == '\'') {
            return Node.scalar(place, Kind.TEXT, literal());
        } else if (c == '[' || c == '(') {
            if (openLists++ == DEEPEST) {
                throw new SourceException(place, "brackets are nested deeper than " + DEEPEST + " levels");
            }
            at++;
            List<Node> items = new ArrayList<>();
            for (skip(); peek(open) != (c == '[' ? ']' : ')'); skip()) {
                requireNoEnd(place);
                items.add(value(open));
                separator(open);
            }
            at++;
            openLists--;
            return Node.list(place, items);
        }
        return word(place, open);
    }

    private Node word(Place place, Place open) throws SourceException {
        String word = name();
        if (word.isEmpty()) {
            partial = true;
            if (",)]}".indexOf(peek(open)) < 0 && text.charAt(at) != '"') {
                advance();
            }
            return Node.scalar(place, Kind.NONE, NOT_LITERAL);
        } else if (word.equals("True") || word.equals("False")) {
            return Node.scalar(place, Kind.BOOLEAN, word.equals("True") ? "true" : "false");
        } else if (word.equals("None")) {
            return Node.scalar(place, Kind.NONE, "");
        } else if (word.chars().allMatch(Character::isDigit)) {
            return Node.scalar(place, Kind.NUMBER, word);
        }
        String constant = constants.get(word);
        if (constant != null) {
            return Node.scalar(place, Kind.TEXT, constant);
        }
        partial = true;
        return Node.scalar(place, Kind.NONE, word);
    }

    /** Reads a string literal without a prefix. An escape that isn't plain makes the call partial. */
    private String literal() throws SourceException {
        Place place = place();
        char quote = text.charAt(at);
        String three = String.valueOf(quote).repeat(3);
        String end = text.startsWith(three, at) ? three : String.valueOf(quote);
        at += end.length();
        StringBuilder value = new StringBuilder();
        while (!text.startsWith(end, at)) {
            if (at >= text.length() || end.length() == 1 && text.charAt(at) == '\n') {
                throw new SourceException(place, "a string isn't closed");
            }
            if (text.charAt(at) == '\\') {
                at++;
                value.append(escaped(place));
            } else {
                value.append(text.charAt(at));
            }
            advance();
        }
        at += end.length();
        return value.toString();
    }

    private String escaped(Place place) throws SourceException {
        if (at >= text.length()) {
            throw new SourceException(place, "a string isn't closed");
        }
        @Nullable
        String plain = Map.of('n', "\n", 't', "\t", '"', "\"", '\'', "'", '\\', "\\", 'r', "\r", '\n', "")
                .get(text.charAt(at));
        partial |= plain == null;
        return plain == null ? "\\" + text.charAt(at) : plain;
    }
}
