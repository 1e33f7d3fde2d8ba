package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A reader of pointers that resolves them in a schema. For an unknown place, it suggests a known one.
 *
 * @param signal returns the signal of a problem with a pointer
 */
record PointerReader(ToolSchema schema, PointerWords.Root root, Function<Diagnostic, ProblemException> signal) {
    /** Reads a pointer as written. */
    ArgumentPointer parse(JsonNode written) throws ProblemException {
        if (!written.isTextual()) {
            throw signal.apply(PointerWords.isNoText(written));
        }
        String text = written.textValue();
        try {
            return ArgumentPointer.parse(text);
        } catch (IllegalArgumentException notAPointer) {
            Optional<String> meant =
                    Optional.of("/" + text).filter(this::resolves).or(() -> fromPath(text));
            throw signal.apply(PointerWords.syntax(text, String.valueOf(notAPointer.getMessage()), meant));
        }
    }

    /** Resolves a pointer. */
    Place place(ArgumentPointer pointer) throws ProblemException {
        Resolution resolution = Resolution.of(pointer, schema);
        if (resolution instanceof Resolution.Unresolved dead) {
            throw signal.apply(
                    dead.code() == DiagnosticCode.ARRAY_INDEX ? index(pointer, dead) : unknown(pointer, dead));
        }
        Resolution.Resolved target = (Resolution.Resolved) resolution;
        return new Place(pointer, target, declared(pointer.segments()));
    }

    /** Returns the place that a path in another notation means: {@code $.files[0].path}, {@code files.*.path}. */
    private Optional<String> fromPath(String text) {
        StringBuilder pointer = new StringBuilder();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || "$#./[]'\"".indexOf(text.charAt(i)) >= 0) {
                String name = text.substring(start, i);
                pointer.append(isIndex(name) ? "" : "/" + ArgumentPointer.escape(name));
                start = i + 1;
            }
        }
        return Optional.of(pointer.toString()).filter(this::resolves);
    }

    private boolean resolves(String text) {
        return Resolution.of(text, schema).isPresent();
    }

    private Diagnostic index(ArgumentPointer pointer, Resolution.Unresolved dead) {
        return PointerWords.arrayIndex(pointer, placeBefore(pointer, dead.segment()), withoutIndexes(pointer));
    }

    private Diagnostic unknown(ArgumentPointer pointer, Resolution.Unresolved dead) {
        String container = placeBefore(pointer, dead.segment());
        String text = pointer.toString();
        Optional<String> meant = nearest(pointer, dead.segment())
                .or(() -> Optional.of(text.substring(0, text.length() - 1))
                        .filter(each -> text.endsWith("/") && resolves(each)))
                .or(() -> withoutArray(text));
        return PointerWords.unknown(root, pointer, container, typeBefore(pointer, dead.segment()), dead.known(), meant);
    }

    /** Returns the pointer within an element that was written from the root. */
    private Optional<String> withoutArray(String text) {
        return Optional.of(text)
                .filter(each -> !root.array().isEmpty() && each.startsWith(root.array() + "/"))
                .map(each -> each.substring(root.array().length()))
                .filter(this::resolves);
    }

    /** Returns the pointer to the value in which a segment was not found; empty for the root. */
    private static String placeBefore(ArgumentPointer pointer, int segment) {
        StringBuilder text = new StringBuilder();
        pointer.segments().subList(0, segment).forEach(name -> text.append('/').append(ArgumentPointer.escape(name)));
        return text.toString();
    }

    private ParameterType typeBefore(ArgumentPointer pointer, int segment) {
        return throughArrays(declared(pointer.segments().subList(0, segment)));
    }

    private Optional<String> withoutIndexes(ArgumentPointer pointer) {
        List<String> names = new ArrayList<>();
        ParameterType type = schema.root();
        for (String name : pointer.segments()) {
            Optional<Parameter> property = property(type, name);
            if (property.isPresent() && !(type.kind() == ParameterType.Kind.ARRAY && isIndex(name))) {
                names.add(name);
                type = property.get().type();
            } else if (type.kind() == ParameterType.Kind.ARRAY && isIndex(name)) {
                type = type.items().orElseThrow();
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(ArgumentPointer.of(names.toArray(String[]::new)).toString());
    }

    private static boolean isIndex(String segment) {
        return segment.equals("-") || segment.equals("*") || segment.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Returns the declared place whose segments are nearest to the typed ones, if there is a near one for each. */
    private Optional<String> nearest(ArgumentPointer pointer, int firstBad) {
        List<String> names = new ArrayList<>(pointer.segments().subList(0, firstBad));
        ParameterType type = typeBefore(pointer, firstBad);
        for (String segment :
                pointer.segments().subList(firstBad, pointer.segments().size())) {
            if (throughArrays(type).kind() != ParameterType.Kind.OBJECT) {
                return Optional.empty();
            }
            List<String> known = throughArrays(type).properties().stream()
                    .map(Parameter::name)
                    .toList();
            Optional<String> name = known.contains(segment) ? Optional.of(segment) : Words.nearest(segment, known);
            if (name.isEmpty()) {
                return Optional.empty();
            }
            names.add(name.get());
            type = throughArrays(type).property(name.get()).orElseThrow().type();
        }
        return Optional.of(ArgumentPointer.of(names.toArray(String[]::new)).toString());
    }

    /** Returns whether every valid call has a value at a place outside of arrays. */
    boolean isRequired(ArgumentPointer pointer) {
        ParameterType type = schema.root();
        for (String name : pointer.segments()) {
            Optional<Parameter> property = property(type, name);
            if (property.isEmpty() || !property.get().isRequired()) {
                return false;
            }
            type = property.get().type();
        }
        return true;
    }

    private static Optional<Parameter> property(ParameterType type, String name) {
        return throughArrays(type).kind() == ParameterType.Kind.OBJECT
                ? throughArrays(type).property(name)
                : Optional.empty();
    }

    private static ParameterType throughArrays(ParameterType type) {
        ParameterType end = type;
        while (end.kind() == ParameterType.Kind.ARRAY) {
            end = end.items().orElseThrow();
        }
        return end;
    }

    private ParameterType declared(List<String> names) {
        ParameterType declared = schema.root();
        for (String name : names) {
            declared = property(declared, name).orElseThrow().type();
        }
        return declared;
    }

    /**
     * A pointer and the place that it leads to.
     *
     * @param pointer the pointer as written
     * @param target the place in the schema
     * @param declared the type that the schema declares there, which may be an array
     */
    record Place(ArgumentPointer pointer, Resolution.Resolved target, ParameterType declared) {

        /** Returns whether the place is the elements of an array. */
        boolean isElements() {
            return declared.kind() == ParameterType.Kind.ARRAY;
        }

        /** Returns the place of the array whose elements this place is. */
        Place array() {
            return new Place(pointer, target.array(), declared);
        }

        /** Describes the pointer and its place, such as {@code "/tags", whose elements are strings}. */
        String described() {
            boolean elements = isElements() && target.type().kind() != ParameterType.Kind.ARRAY;
            return elements
                    ? PointerWords.elements(pointer, target.type())
                    : PointerWords.typed(pointer, target.type());
        }
    }
}
