package dev.toolpolicy.analysis.internal.check;

import static dev.toolpolicy.analysis.Diagnostic.error;
import static dev.toolpolicy.analysis.internal.read.Words.helped;
import static dev.toolpolicy.analysis.internal.read.Words.kind;
import static dev.toolpolicy.analysis.internal.read.Words.listedNames;
import static dev.toolpolicy.analysis.internal.read.Words.quoted;
import static dev.toolpolicy.analysis.internal.read.Words.shown;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Optional;

/** The messages about pointers, in the style of {@link Words}. */
final class PointerWords {
    private PointerWords() {}

    /**
     * The start of pointers, in the words of messages.
     *
     * @param missing the words before a pointer to nothing
     * @param in the words behind it
     * @param empty the answer where nothing is declared
     * @param array the pointer to the array in whose elements pointers start; empty for other starts
     */
    record Root(String missing, String in, String empty, String array) {
        static final Root ARGUMENTS = new Root("there is no parameter ", "", "the tool has no parameters", "");
        static final Root FACTS = new Root("there is no fact ", "", "no facts are declared", "");

        static Root element(ArgumentPointer array) {
            String in = " in an element of " + quoted(array.toString());
            return new Root("there is no ", in, "the elements have no properties", array.toString());
        }
    }

    static Diagnostic isNoText(JsonNode written) {
        return error(DiagnosticCode.POINTER_SYNTAX, shown(written) + " is not a JSON Pointer: a pointer is a string");
    }

    static Diagnostic syntax(String written, String reason, Optional<String> meant) {
        Diagnostic problem =
                error(DiagnosticCode.POINTER_SYNTAX, quoted(written) + " is not a JSON Pointer: " + reason);
        return meant.map(text -> problem.withHelp("write " + quoted(text))).orElse(problem);
    }

    static Diagnostic arrayIndex(ArgumentPointer pointer, String array, Optional<String> meant) {
        Diagnostic problem = error(
                DiagnosticCode.ARRAY_INDEX,
                quoted(pointer.toString()) + " gives an index into " + quoted(array) + ", which is an array");
        return meant.map(text -> problem.withHelp("write " + quoted(text)))
                .orElse(problem)
                .withNote("a pointer passes through an array to every element, without an index");
    }

    static Diagnostic unknown(
            Root root,
            ArgumentPointer pointer,
            String before,
            ParameterType type,
            List<String> known,
            Optional<String> meant) {
        Diagnostic problem = error(DiagnosticCode.UNKNOWN_POINTER, root.missing + quoted(pointer.toString()) + root.in);
        return helped(problem, meant, facts(root, before, type, known));
    }

    private static String facts(Root root, String before, ParameterType type, List<String> known) {
        List<String> places = known.stream()
                .map(name -> before + "/" + ArgumentPointer.escape(name))
                .toList();
        if (type.kind() != ParameterType.Kind.OBJECT) {
            return "rules don't look into " + quoted(before) + ", which is " + kind(type);
        } else if (!places.isEmpty()) {
            return "there " + (places.size() == 1 ? "is " : "are ") + listedNames(places);
        } else if (type.additional() != null) {
            return "each call chooses the names in " + quoted(before) + ", and rules don't look there";
        }
        return before.isEmpty() ? root.empty : quoted(before) + " has no properties";
    }

    static String typed(ArgumentPointer pointer, ParameterType type) {
        return quoted(pointer.toString()) + ", which is " + kind(type);
    }

    static String elements(ArgumentPointer pointer, ParameterType type) {
        String kind = type.kind() == ParameterType.Kind.ANY ? "any JSON values" : type.typeName() + "s";
        return quoted(pointer.toString()) + ", whose elements are " + kind;
    }
}
