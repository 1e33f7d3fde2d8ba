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
 * The place of a value: its schema and the pointers that lead to it. Immutable. Its pointer is made only where it is
 * shown, since names can be long and have many values below them.
 *
 * @param steps the steps of the pointer to the value, with the indexes of elements: each a slash and what follows it
 * @param names the pointer's names without indexes, as rules use it
 * @param type the declared type; null if it is unknown
 * @param large whether the parameter is declared as large
 */
record Place(
        List<String> steps, List<String> names, @Nullable ParameterType type, boolean large) {

    static Place root(ParameterType type) {
        return new Place(List.of(), List.of(), type, false);
    }

    Place member(String name) {
        Optional<Parameter> declared = type == null ? Optional.empty() : type.property(name);
        ParameterType other = type == null ? null : type.additional();
        return new Place(
                with(steps, "/" + ArgumentPointer.escape(name)),
                with(names, name),
                declared.map(Parameter::type).orElse(other),
                declared.map(Parameter::isLarge).orElse(false));
    }

    Place element(int index) {
        ParameterType items = type == null ? null : type.items().orElse(null);
        return new Place(with(steps, "/" + index), names, items, large);
    }

    private static List<String> with(List<String> before, String next) {
        List<String> all = new ArrayList<>(before);
        all.add(next);
        return all;
    }

    /** Returns the quoted normal form of a path that isn't in it; empty for any other text. */
    Optional<String> normalForm(CharSequence text, NormalPath.Form form) {
        return type != null && type.kind() == ParameterType.Kind.PATH
                ? Optional.of(form.of(text.toString()).toString())
                        .filter(normal -> !normal.contentEquals(text))
                        .map(VisibleText::quoted)
                : Optional.empty();
    }

    /** Returns the pointer with escapes for invisible characters. */
    String shown() {
        return VisibleText.line(String.join("", steps));
    }
}
