package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The messages of the diagnostics: how they quote, list and suggest, and the messages about tools, requirements and
 * policy files. {@code RuleWords} has those about rules. Style: lower case, no final period, rules counted from 1, user
 * input in double quotes, ASCII only.
 */
public final class Words {
    private static final int LISTED = 8;
    /** Longer names are not compared, since the time grows with the square of the length. */
    private static final int LONGEST_COMPARED = 200;

    private Words() {}

    /**
     * Quotes user input. Characters that a console can't show are escaped.
     *
     * @return the text in quotes, with control and non-ASCII characters as escapes, cut if it is long
     */
    public static String quoted(String text) {
        return '"' + ascii(text) + '"';
    }

    /**
     * Converts text to one short line of printable ASCII.
     *
     * @return the text with control and non-ASCII characters as escapes, cut if it is long
     */
    public static String ascii(String text) {
        return VisibleText.ascii(text, VisibleText.NAME);
    }

    /**
     * Names a rule by its number.
     *
     * @param index the rule's index, from 0
     * @return a text such as {@code rule 1}
     */
    public static String rule(int index) {
        return "rule " + (index + 1);
    }

    /**
     * Lists at most eight items.
     *
     * @param items the items, quoted if they are user input
     * @return the items with commas, and the number of the rest
     */
    public static String listed(List<String> items) {
        String shown = items.stream().limit(LISTED).collect(Collectors.joining(", "));
        return items.size() <= LISTED ? shown : shown + " and " + (items.size() - LISTED) + " more";
    }

    /**
     * Lists at most eight names in quotes.
     *
     * @return the names in quotes with commas, and the number of the rest
     */
    public static String listedNames(List<String> names) {
        return listed(names.stream().map(Words::quoted).toList());
    }

    /**
     * Asks whether another name was meant.
     *
     * @param name the probable name
     * @return the question
     */
    public static String didYouMean(String name) {
        return "did you mean " + quoted(name) + "?";
    }

    /**
     * Finds the name that a misspelt one probably means: the first of the nearest within a third of its length, or one
     * character.
     *
     * @param typed the name as typed
     * @param names the known names
     * @return the probable name, or empty if none is near
     */
    public static Optional<String> nearest(String typed, List<String> names) {
        int best = Math.max(1, typed.length() / 3) + 1;
        Optional<String> nearest = Optional.empty();
        for (String name : names) {
            int distance = distance(typed.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (distance < best) {
                best = distance;
                nearest = Optional.of(name);
            }
        }
        return nearest;
    }

    /**
     * Returns the number of insertions, deletions, substitutions and swaps of neighbors between two words: the
     * restricted distance of Damerau (1964), computed with the table of Wagner and Fischer (1974).
     */
    private static int distance(String a, String b) {
        if (a.length() > LONGEST_COMPARED || b.length() > LONGEST_COMPARED) {
            return a.equals(b) ? 0 : Integer.MAX_VALUE;
        }
        int[][] table = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                table[i][j] = i == 0 || j == 0 ? i + j : cell(table, a, b, i, j);
            }
        }
        return table[a.length()][b.length()];
    }

    private static int cell(int[][] table, String a, String b, int i, int j) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(table[i - 1][j - 1] + change, Math.min(table[i - 1][j], table[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, table[i - 2][j - 2] + 1) : best;
    }

    /**
     * Adds the probable name as a help, or the known names as a note.
     *
     * @param problem the problem
     * @param meant the probable name
     * @param known the note if there is no probable name
     * @return a copy with a help or a note
     */
    public static Diagnostic helped(Diagnostic problem, Optional<String> meant, String known) {
        return meant.map(name -> problem.withHelp(didYouMean(name))).orElseGet(() -> problem.withNote(known));
    }

    /**
     * Adds what an unknown name probably means, or the known names.
     *
     * @param problem the problem of the name
     * @param name the unknown name
     * @param known the known names; nothing is added if there are none
     * @return a copy with a help or a note, or the problem
     */
    public static Diagnostic misspelled(Diagnostic problem, String name, List<String> known) {
        return known.isEmpty() ? problem : helped(problem, nearest(name, known), "known are " + listedNames(known));
    }

    /**
     * Formats a value as written.
     *
     * @return a text in quotes, or JSON
     */
    public static String shown(JsonNode value) {
        String text = value.isPojo() ? value.asText() : value.toString();
        return value.isTextual() ? quoted(value.textValue()) : ascii(text);
    }

    /**
     * Formats a type with its article.
     *
     * @return a text such as {@code an integer}
     */
    public static String kind(ParameterType type) {
        return kind(type.typeName());
    }

    /**
     * Formats a type with its article.
     *
     * @return a text such as {@code an integer}
     */
    public static String kind(String name) {
        return name.equals("any") ? "any JSON value" : ("aeio".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }

    /** Returns the bounds of whole numbers in words, such as {@code " from 0 to 9"}; empty for a type without bounds. */
    public static String bounds(ParameterType type) {
        return type.kind() == ParameterType.Kind.INTEGER
                ? (type.lowest() == null ? "" : " from " + type.lowest())
                        + (type.highest() == null ? "" : " to " + type.highest())
                : "";
    }

    /**
     * Formats a choice.
     *
     * @param choices at least one item, quoted if it is user input
     * @return the items with commas, the last with "or"
     */
    public static String oneOf(List<String> choices) {
        int last = choices.size() - 1;
        return last == 0 ? choices.get(0) : String.join(", ", choices.subList(0, last)) + " or " + choices.get(last);
    }

    // ---- configuration

    /**
     * Describes a value of the wrong shape.
     *
     * @param what the place, such as {@code "required"} in quotes
     * @param expected the expected shape, such as {@code a list of names}
     * @param value the actual value
     * @return {@code config-syntax}
     */
    public static Diagnostic wrongShape(String what, String expected, JsonNode value) {
        String came = value.isMissingNode() ? "but it is missing" : "not " + shown(value);
        return syntax(what + " is " + expected + ", " + came);
    }

    /** Describes text that is not a configuration. */
    public static Diagnostic syntax(String summary) {
        return Diagnostic.error(DiagnosticCode.CONFIG_SYNTAX, summary);
    }

    /**
     * Describes an unknown key.
     *
     * @param owner the object that has the key, with its article, such as {@code a string}
     * @param key the unknown key
     * @param known the valid keys
     * @return {@code unknown-key}
     */
    public static Diagnostic unknownKey(String owner, String key, List<String> known) {
        Diagnostic problem = Diagnostic.error(DiagnosticCode.UNKNOWN_KEY, owner + " has no " + quoted(key));
        return helped(problem, nearest(key, known), "it may have " + listedNames(known));
    }

    /**
     * Describes an unknown parameter type.
     *
     * @param type the unknown word
     * @param known the valid types
     * @return {@code unsupported-type}
     */
    public static Diagnostic unknownType(String type, List<String> known) {
        Diagnostic problem = Diagnostic.error(DiagnosticCode.UNSUPPORTED_TYPE, "there is no type " + quoted(type));
        return helped(problem, nearest(type, known), "types are " + listedNames(known));
    }

    /**
     * Describes a required property that is not declared.
     *
     * @param name the property's name
     * @param known the declared properties
     * @return {@code config-syntax}
     */
    public static Diagnostic unknownRequired(String name, List<String> known) {
        Diagnostic problem = syntax("\"required\" names " + quoted(name) + ", which is not declared");
        return helped(problem, nearest(name, known), "declared are " + listedNames(known));
    }

    // ---- requirements

    /**
     * Describes a key of a requirement that is not a valid pointer.
     *
     * @param written the text as written
     * @param reason the reason why it is not valid
     * @return {@code pointer-syntax}
     */
    public static Diagnostic keyPointer(String written, String reason) {
        return Diagnostic.error(DiagnosticCode.POINTER_SYNTAX, quoted(written) + " is not a JSON Pointer: " + reason);
    }

    /**
     * Describes a place that is declared to be a path and isn't a string.
     *
     * @param pointer the place
     */
    public static Diagnostic noString(String pointer) {
        return Diagnostic.error(DiagnosticCode.UNKNOWN_POINTER, "there is no string at " + quoted(pointer));
    }

    /**
     * Describes a setting that needs a key in a requirement without one.
     *
     * @param member the setting's name
     * @return {@code config-syntax}
     */
    public static Diagnostic withoutKey(String member) {
        return syntax(quoted(member) + " needs a \"key\", and the requirement has none");
    }

    public static Diagnostic withoutMember(String member, String other) {
        return syntax(quoted(member) + " needs " + quoted(other) + " beside it");
    }

    // ---- tools

    /**
     * Describes a tool without a valid name.
     *
     * @param name the name as written
     * @return {@code tool-name}
     */
    public static Diagnostic toolName(JsonNode name) {
        String came = name.isMissingNode() ? "has no name" : "has the name " + shown(name);
        return Diagnostic.error(DiagnosticCode.TOOL_NAME, "the tool " + came)
                .withNote("a tool name must be a string and must not be empty");
    }

    /**
     * Describes a default that no call could have.
     *
     * @param name the parameter's name
     * @param value the default as written
     * @param type the parameter's type
     * @return {@code default-value}
     */
    public static Diagnostic defaultValue(String name, JsonNode value, ParameterType type) {
        Diagnostic problem = Diagnostic.error(
                DiagnosticCode.DEFAULT_VALUE,
                "the default " + shown(value) + " is not a value of " + quoted(name) + ", which is " + kind(type));
        return type.allowed().isEmpty() ? problem : problem.withNote("allowed are " + listedNames(type.allowed()));
    }

    /**
     * Describes a default of a required parameter.
     *
     * @param name the parameter's name
     * @return {@code default-value}
     */
    public static Diagnostic defaultOfRequired(String name) {
        return Diagnostic.error(DiagnosticCode.DEFAULT_VALUE, quoted(name) + " is required and has a default")
                .withHelp("drop one of the two")
                .withNote("a default applies only if a call omits the parameter");
    }

    /** Formats JSON in ASCII, which reads back as the same value. */
    public static String json(JsonNode value) {
        return VisibleText.ascii(value.toString());
    }
}
