package dev.toolpolicy.runtime.internal.rule;

import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.ArrayType;
import dev.toolpolicy.schema.ParameterType.ObjectType;
import dev.toolpolicy.schema.ParameterType.PathType;
import java.util.ArrayList;
import java.util.List;

/**
 * Every place of a schema where a call can have a path, including those under additional properties. Each has a guard,
 * which can turn allow into ask. A guard is named by the pointer of its place, in which {@code *} stands for an
 * undeclared name.
 */
final class GuardedPlaces {
    private final List<String> names = new ArrayList<>();

    private GuardedPlaces() {}

    /** Adds a guard for each such place to the trie of pointers, by its index among their names; returns the names. */
    static List<String> addTo(Place root, ObjectType arguments) {
        GuardedPlaces places = new GuardedPlaces();
        places.add(arguments, "", root);
        return places.names;
    }

    private void add(ParameterType type, String name, Place place) {
        if (type instanceof PathType) {
            place.guardBy(names.size());
            names.add(name);
        } else if (type instanceof ArrayType array && holdsPaths(array)) {
            add(array.items(), name, place.toElements());
        } else if (type instanceof ObjectType object && holdsPaths(object)) {
            for (Parameter property : object.properties()) {
                add(property.type(), below(name, property.name()), place.toProperty(property.name()));
            }
            ParameterType additional = object.additional();
            if (additional != null && holdsPaths(additional)) {
                add(additional, name + "/*", place.toAdditional());
            }
        }
    }

    private static boolean holdsPaths(ParameterType type) {
        if (type instanceof ArrayType array) {
            return holdsPaths(array.items());
        } else if (type instanceof ObjectType object) {
            return object.properties().stream().anyMatch(property -> holdsPaths(property.type()))
                    || object.additional() != null && holdsPaths(object.additional());
        }
        return type instanceof PathType;
    }

    private static String below(String name, String property) {
        return name + "/" + ArgumentPointer.escape(property);
    }
}
