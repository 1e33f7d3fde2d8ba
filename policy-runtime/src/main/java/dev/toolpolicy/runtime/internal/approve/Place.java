package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The place of a value: its schema and the pointers that lead to it. Immutable.
 *
 * @param pointer the pointer to the value, with the indexes of elements
 * @param names the pointer's names without indexes, as rules use it
 * @param type the declared type; null if it is unknown
 * @param large whether the parameter is declared as large
 */
record Place(String pointer, List<String> names, @Nullable ParameterType type, boolean large) {

    static Place root(ParameterType type) {
        return new Place("", List.of(), type, false);
    }

    Place member(String name) {
        List<String> deeper = new ArrayList<>(names);
        deeper.add(name);
        Optional<Parameter> declared = type == null ? Optional.empty() : type.property(name);
        ParameterType other = type == null ? null : type.additional();
        return new Place(
                pointer + "/" + ArgumentPointer.escape(name),
                deeper,
                declared.map(Parameter::type).orElse(other),
                declared.map(Parameter::isLarge).orElse(false));
    }

    Place element(int index) {
        return new Place(
                pointer + "/" + index, names, type == null ? null : type.items().orElse(null), large);
    }

    private boolean isPath() {
        return type != null && type.kind() == ParameterType.Kind.PATH;
    }

    /** Returns the quoted normal form of a path that isn't in it; empty for any other text. */
    Optional<String> normalForm(CharSequence text, NormalPath.Form form) {
        return isPath()
                ? Optional.of(form.of(text.toString()).toString())
                        .filter(normal -> !normal.contentEquals(text))
                        .map(VisibleText::quoted)
                : Optional.empty();
    }

    /** Returns the pointer with escapes for invisible characters. */
    String shown() {
        return VisibleText.line(pointer);
    }
}
