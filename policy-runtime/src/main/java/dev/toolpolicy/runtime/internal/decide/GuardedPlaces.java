package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.analysis.internal.read.Shapes;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every place of a schema where a call can have a path, including those under additional properties. Each has a guard,
 * which can turn allow into ask. A guard is named by the pointer of its place, in which {@code *} stands for an
 * undeclared name.
 */
public final class GuardedPlaces {
    /** A place of paths, with its name. */
    private record Guarded(String name, Place place) {}

    private GuardedPlaces() {}

    /** Adds a guard for each such place to the trie of pointers, by its index among their names; returns the names. */
    public static List<String> addTo(Place root, ParameterType arguments) {
        List<Guarded> all = within(arguments, "", root).toList();
        for (int i = 0; i < all.size(); i++) {
            all.get(i).place().guardBy(i);
        }
        return all.stream().map(Guarded::name).toList();
    }

    private static Stream<Guarded> within(ParameterType type, String name, Place place) {
        return type.byStructure(
                array -> Shapes.holdsPaths(array)
                        ? within(array.items().orElseThrow(), name, place.toElements())
                        : Stream.empty(),
                object -> Shapes.holdsPaths(object) ? withinObject(object, name, place) : Stream.empty(),
                leaf -> Shapes.holdsPaths(leaf) ? Stream.of(new Guarded(name, place)) : Stream.empty());
    }

    private static Stream<Guarded> withinObject(ParameterType object, String name, Place place) {
        Stream<Guarded> declared = object.properties().stream()
                .flatMap(each -> within(each.type(), below(name, each.name()), place.toProperty(each.name())));
        ParameterType additional = object.additional();
        return additional != null && Shapes.holdsPaths(additional)
                ? Stream.concat(declared, within(additional, name + "/*", place.toAdditional()))
                : declared;
    }

    private static String below(String name, String property) {
        return name + "/" + ArgumentPointer.escape(property);
    }
}
