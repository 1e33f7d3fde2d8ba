package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.analysis.internal.read.Shapes;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;

/**
 * Every place of a schema where a call can have a path, including those under additional properties. Each has a guard,
 * which can turn allow into ask. A guard is named by the pointer of its place, in which {@code *} stands for an
 * undeclared name.
 */
public final class GuardedPlaces {
    private final List<String> names = new ArrayList<>();

    private GuardedPlaces() {}

    /** Adds a guard for each such place to the trie of pointers, by its index among their names; returns the names. */
    public static List<String> addTo(Place root, ParameterType arguments) {
        GuardedPlaces guarded = new GuardedPlaces();
        guarded.add(arguments, "", root);
        return List.copyOf(guarded.names);
    }

    private void add(ParameterType type, String name, Place place) {
        if (!Shapes.holdsPaths(type)) {
            return;
        }
        switch (type.kind()) {
            case ARRAY -> add(type.items().orElseThrow(), name, place.toElements());
            case OBJECT -> {
                type.properties()
                        .forEach(each -> add(
                                each.type(),
                                name + "/" + ArgumentPointer.escape(each.name()),
                                place.toProperty(each.name())));
                ParameterType additional = type.additional();
                if (additional != null && Shapes.holdsPaths(additional)) {
                    add(additional, name + "/*", place.toAdditional());
                }
            }
            default -> {
                place.guardBy(names.size());
                names.add(name);
            }
        }
    }
}
