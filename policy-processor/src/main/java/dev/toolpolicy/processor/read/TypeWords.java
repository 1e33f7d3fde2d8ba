package dev.toolpolicy.processor.read;

import static dev.toolpolicy.analysis.internal.read.Words.listedNames;
import static dev.toolpolicy.analysis.internal.read.Words.quoted;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ParameterType;
import java.util.Optional;

/** The messages about record components: their types, names and defaults. */
final class TypeWords {

    private TypeWords() {}

    /**
     * Returns the message for a component whose type is not supported.
     *
     * @param owner the component, {@code ModifyFile.path}
     * @param type the component's type
     * @param why why it is not supported, continuing the sentence after the type
     * @param help what to do; empty if there is no single answer
     */
    static Diagnostic unsupportedType(String owner, String type, String why, String help) {
        Diagnostic diagnostic =
                Diagnostic.error(DiagnosticCode.UNSUPPORTED_TYPE, owner + " is of type " + type + ", " + why);
        return help.isEmpty() ? diagnostic : diagnostic.withHelp(help);
    }

    static Diagnostic unsupportedType(Slot slot, String why, String help) {
        return unsupportedType(slot.owner(), slot.typeName(), why, help);
    }

    /**
     * Returns the message for a type, or a part of it, that is not supported.
     *
     * @param part the part of the type that is not supported, or the whole type
     * @param instead the supported type with the same meaning
     */
    static Diagnostic unsupportedPart(Slot slot, String part, Optional<String> instead) {
        return unsupported(slot, part, "write " + instead.orElse("") + " instead of " + part, instead.isPresent())
                .withNote("supported types: String, Path, URI, boolean, numbers, enums, records, JsonNode, and List,"
                        + " Set, array, Optional or Map<String, ...> of those");
    }

    static Diagnostic genericArray(Slot slot, String part, String component) {
        return unsupported(slot, part, "write List<" + component + "> instead of " + part, true)
                .withNote("Java can't create arrays of " + component);
    }

    /** Returns the message for an array of primitives for which {@code java.util.stream} has no stream. */
    static Diagnostic primitiveArray(Slot slot, String part, String help) {
        return unsupported(slot, part, help, true)
                .withNote("the supported arrays of primitives are int[], long[] and double[]");
    }

    private static Diagnostic unsupported(Slot slot, String part, String help, boolean helps) {
        String why = part.equals(slot.typeName())
                ? "which can't be a parameter"
                : "and " + part + " can't be part of a parameter";
        return unsupportedType(slot, why, helps ? help : "");
    }

    static Diagnostic rawType(Slot slot, String part, String arguments) {
        String noun = arguments.contains(",") ? "type arguments" : "a type argument";
        String why = part.equals(slot.typeName()) ? "which needs " + noun : "and " + part + " needs " + noun;
        return unsupportedType(slot, why, "write " + part + arguments + ", for example");
    }

    static Diagnostic nullElements(Slot slot, String element) {
        String why = "whose elements are @Nullable, but null elements are not allowed in a call";
        return unsupportedType(slot, why, "remove @Nullable from " + element);
    }

    static Diagnostic notNullable(Slot slot, String boxed) {
        return unsupportedType(slot, "which can't be null", "write " + boxed + " instead of " + slot.typeName());
    }

    static Diagnostic tooDeep(Slot slot, int most) {
        return unsupportedType(
                slot.owner(),
                Words.ascii(slot.typeName()),
                "which nests lists, sets, maps and arrays more than " + most + " levels deep",
                "declare a record for the inner part, or use JsonNode");
    }

    static Diagnostic tooManyConstants(Slot slot, int constants, int most) {
        return unsupportedType(
                slot,
                "which has " + constants + " constants, but a generated class holds at most " + most,
                "write String, and check the value in the tool's handler");
    }

    static Diagnostic parameterTwice(String owner, String name) {
        return Diagnostic.error(DiagnosticCode.TOOL_NAME, owner + " is the second component named " + quoted(name))
                .withHelp("rename it with @Param(name = ...)");
    }

    static Diagnostic parameterTwice(String owner, String name, String annotation) {
        return Diagnostic.error(DiagnosticCode.TOOL_NAME, owner + " is the second parameter named " + quoted(name))
                .withHelp("rename it, or change its name in @" + annotation);
    }

    /**
     * Returns the message for a default that no call could give.
     *
     * @param text the default as written
     * @param fault what is wrong inside the default; empty if the default as a whole is of the wrong type
     */
    static Diagnostic defaultValue(String text, String owner, ParameterType type, Optional<DefaultFault> fault) {
        String of = "the default for " + owner;
        String summary = fault.map(found -> found.within(of))
                .orElseGet(() -> of + " must be " + expected(type) + ", was " + quoted(text));
        Diagnostic diagnostic = Diagnostic.error(DiagnosticCode.DEFAULT_VALUE, summary);
        boolean isJson = type.byStructure(array -> true, object -> true, leaf -> false);
        return isJson && fault.isEmpty() ? diagnostic.withNote("arrays and objects are written as JSON") : diagnostic;
    }

    static Diagnostic defaultTooLarge(String text, String owner) {
        return Diagnostic.error(
                DiagnosticCode.DEFAULT_VALUE,
                "the default for " + owner + " has a number that is too large for a call, was " + quoted(text));
    }

    /** Returns the values of a type in words, with an article. */
    static String expected(ParameterType type) {
        return switch (type.kind()) {
            case STRING -> type.allowed().isEmpty() ? Words.kind(type) : "one of " + listedNames(type.allowed());
            case PATH -> "a path without NUL characters";
            case INTEGER -> "a whole number" + Words.bounds(type);
            case BOOLEAN -> "true or false";
            case ANY -> "a JSON value other than null";
            case NUMBER, ARRAY, OBJECT -> Words.kind(type);
        };
    }
}
