package dev.toolpolicy.runtime.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The sentences of the diagnostics: how all of them quote, list and suggest, then room by room what is wrong with
 * tools, requirements and configuration. Those about rules, which are as many again, stand in {@code RuleWords} beside
 * it. Lower-case, no final period, rules counted from 1, what the user wrote in double quotes, ASCII only.
 */
public final class Words {
    private static final int LISTED = 8;
    private static final int QUOTED = 120;

    private Words() {}

    /**
     * What the user wrote, in double quotes, as written but for what a console can't show.
     *
     * @param text the text
     * @return the text in quotes, with control and non-ASCII characters as escapes, cut if it is long
     */
    public static String quoted(String text) {
        return '"' + ascii(text) + '"';
    }

    /**
     * Text as one short line of printable ASCII.
     *
     * @param text the text
     * @return the text with control and non-ASCII characters as escapes, cut if it is long
     */
    public static String ascii(String text) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length() && line.length() < QUOTED; i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c <= '~') {
                line.append(c);
            } else {
                line.append(c == '\n' ? "\\n" : c == '\t' ? "\\t" : String.format("\\u%04x", (int) c));
            }
        }
        return line.length() < QUOTED ? line.toString() : line.append("...").toString();
    }

    /**
     * A list of what exists, at most eight of it.
     *
     * @param items the items, quoted where they are the user's
     * @return the items with commas, and how many more there are
     */
    public static String listed(List<String> items) {
        String shown = items.stream().limit(LISTED).collect(Collectors.joining(", "));
        return items.size() <= LISTED ? shown : shown + " and " + (items.size() - LISTED) + " more";
    }

    /**
     * Names of what exists, at most eight of them.
     *
     * @param names the names
     * @return the names in quotes with commas, and how many more there are
     */
    public static String listedNames(List<String> names) {
        String shown = names.stream().limit(LISTED).map(Words::quoted).collect(Collectors.joining(", "));
        return names.size() <= LISTED ? shown : shown + " and " + (names.size() - LISTED) + " more";
    }

    /**
     * The question after a slip of the pen.
     *
     * @param name what may have been meant
     * @return the question
     */
    public static String didYouMean(String name) {
        return "did you mean " + quoted(name) + "?";
    }

    /**
     * What was meant by a misspelt name: the first of the nearest within a third of its length, or one character.
     *
     * @param typed the name as typed
     * @param names what exists
     * @return what may have been meant
     */
    public static Optional<String> nearest(String typed, List<String> names) {
        return Spelling.nearest(typed, names);
    }

    /**
     * A problem with what may have been meant as its help, or else with what exists as a note.
     *
     * @param problem the problem
     * @param meant what may have been meant
     * @param otherwise what exists
     * @return the changed problem
     */
    public static Diagnostic helped(Diagnostic problem, Optional<String> meant, String otherwise) {
        return meant.map(name -> problem.withHelp(didYouMean(name))).orElseGet(() -> problem.withNote(otherwise));
    }

    /**
     * A value as written.
     *
     * @param value the value
     * @return text in quotes, JSON as it is
     */
    public static String shown(JsonNode value) {
        String text = value.isPojo() ? value.asText() : value.toString();
        return value.isTextual() ? quoted(value.textValue()) : ascii(text);
    }

    /**
     * A type with its article.
     *
     * @param type the type
     * @return such as {@code an integer}
     */
    public static String kind(ParameterType type) {
        return kind(type.typeName());
    }

    /**
     * A type with its article.
     *
     * @param name the name of a type
     * @return such as {@code an integer}
     */
    public static String kind(String name) {
        return name.equals("any") ? "any JSON value" : ("aeio".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }

    /**
     * A choice.
     *
     * @param choices at least one item, quoted where they are the user's
     * @return the items with commas, the last with "or"
     */
    public static String oneOf(List<String> choices) {
        int last = choices.size() - 1;
        return last == 0 ? choices.get(0) : String.join(", ", choices.subList(0, last)) + " or " + choices.get(last);
    }

    // ---- configuration

    /**
     * A value of the wrong shape.
     *
     * @param what what stands there, such as {@code "required"} in quotes
     * @param expected what is expected, such as {@code a list of names}
     * @param value what came
     * @return {@code config-syntax}
     */
    public static Diagnostic wrongShape(String what, String expected, JsonNode value) {
        String came = value.isMissingNode() ? "it is missing" : "not " + shown(value);
        return Diagnostic.error(DiagnosticCode.CONFIG_SYNTAX, what + " is " + expected + ", " + came);
    }

    /**
     * A key that means nothing there.
     *
     * @param owner what has the key, with its article, such as {@code a string}
     * @param key the key
     * @param known the keys that it may have
     * @return {@code unknown-key}
     */
    public static Diagnostic unknownKey(String owner, String key, List<String> known) {
        Diagnostic problem =
                Diagnostic.error(DiagnosticCode.UNKNOWN_KEY, owner + " has no " + quoted(key) + " in its declaration");
        return helped(problem, Spelling.nearest(key, known), "it may have " + listedNames(known));
    }

    /**
     * A parameter's type that does not exist.
     *
     * @param type the word for the type
     * @param known the types there are
     * @return {@code unsupported-type}
     */
    public static Diagnostic unknownType(String type, List<String> known) {
        Diagnostic problem = Diagnostic.error(DiagnosticCode.UNSUPPORTED_TYPE, "there is no type " + quoted(type));
        return helped(problem, Spelling.nearest(type, known), "types are " + listedNames(known));
    }

    /**
     * A required property that is not declared.
     *
     * @param name its name
     * @param known the declared properties
     * @return {@code config-syntax}
     */
    public static Diagnostic unknownRequired(String name, List<String> known) {
        Diagnostic problem = Diagnostic.error(
                DiagnosticCode.CONFIG_SYNTAX, "\"required\" names " + quoted(name) + ", which is not declared");
        return helped(problem, Spelling.nearest(name, known), "declared are " + listedNames(known));
    }

    // ---- requirements

    /**
     * A key of a requirement that is no pointer.
     *
     * @param written what stands there
     * @param reason why it is none
     * @return {@code pointer-syntax}
     */
    public static Diagnostic keyPointer(String written, String reason) {
        return Diagnostic.error(DiagnosticCode.POINTER_SYNTAX, quoted(written) + " is no JSON Pointer: " + reason);
    }

    /**
     * What is said of a key that isn't there.
     *
     * @param member what is said of it
     * @return {@code config-syntax}
     */
    public static Diagnostic withoutKey(String member) {
        return Diagnostic.error(
                DiagnosticCode.CONFIG_SYNTAX, quoted(member) + " is about a \"key\", and the requirement has none");
    }

    // ---- tools

    /**
     * A tool without a usable name.
     *
     * @param name what stands there
     * @return {@code tool-name}
     */
    public static Diagnostic toolName(JsonNode name) {
        String came = name.isMissingNode() ? "has no name" : "has the name " + shown(name);
        return Diagnostic.error(DiagnosticCode.TOOL_NAME, "the tool " + came)
                .withNote("a tool's name is a string and not empty");
    }

    /**
     * A default that no call may give.
     *
     * @param name the parameter's name
     * @param value the default as written
     * @param type the parameter's type
     * @return {@code default-value}
     */
    public static Diagnostic defaultValue(String name, JsonNode value, ParameterType type) {
        Diagnostic problem = Diagnostic.error(
                DiagnosticCode.DEFAULT_VALUE,
                "the default " + shown(value) + " is no value of " + quoted(name) + ", which is " + kind(type));
        List<String> allowed = type instanceof ParameterType.StringType string
                ? string.allowed()
                : type instanceof ParameterType.PathType path ? path.allowed() : List.of();
        return allowed.isEmpty() ? problem : problem.withNote("allowed are " + listedNames(allowed));
    }

    /**
     * A default of a parameter that every call gives.
     *
     * @param name the parameter's name
     * @return {@code default-value}
     */
    public static Diagnostic defaultOfRequired(String name) {
        return Diagnostic.error(DiagnosticCode.DEFAULT_VALUE, quoted(name) + " is required and has a default")
                .withHelp("drop one of the two")
                .withNote("a default counts only where a call leaves the parameter out");
    }
}
