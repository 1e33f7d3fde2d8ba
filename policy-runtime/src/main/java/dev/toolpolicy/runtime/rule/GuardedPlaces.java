package dev.toolpolicy.runtime.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.ArrayType;
import dev.toolpolicy.schema.ParameterType.ObjectType;
import dev.toolpolicy.schema.ParameterType.PathType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Every place of a schema where a call can have a path, those included that only additional properties let in. Each has
 * a guard: as if the list had one more rule there, which keeps an unattended answer from standing. A guard is called by
 * the pointer of its place, in which {@code *} stands for a name that isn't declared.
 */
final class GuardedPlaces {
    private final List<String> names = new ArrayList<>();
    private final int firstRule;

    private GuardedPlaces(int firstRule) {
        this.firstRule = firstRule;
    }

    /** Adds a guard for each such place to the trie of pointers, as rules from this index on; returns their names. */
    static List<String> addTo(Place root, ObjectType arguments, int firstRule) {
        GuardedPlaces places = new GuardedPlaces(firstRule);
        places.add(arguments, "", root);
        return places.names;
    }

    private void add(ParameterType type, String name, Place place) {
        if (type instanceof PathType) {
            place.addRule(firstRule + names.size(), type);
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

    /** The first guard that complete arguments run into. */
    static Optional<String> find(ParameterType type, String name, JsonNode value, Function<String, JudgedPath> judge) {
        if (type instanceof PathType) {
            return judge.apply(value.textValue()).isGuarded() ? Optional.of(name) : Optional.empty();
        } else if (type instanceof ArrayType array) {
            return first(value, element -> find(array.items(), name, element, judge));
        } else if (type instanceof ObjectType object) {
            for (Map.Entry<String, JsonNode> property : value.properties()) {
                Optional<String> found = find(object, name, property, judge);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> find(
            ObjectType object, String name, Map.Entry<String, JsonNode> property, Function<String, JudgedPath> judge) {
        Optional<Parameter> declared = object.property(property.getKey());
        if (declared.isPresent()) {
            return find(declared.get().type(), below(name, property.getKey()), property.getValue(), judge);
        }
        return object.additional() == null
                ? Optional.empty()
                : find(object.additional(), name + "/*", property.getValue(), judge);
    }

    private static Optional<String> first(JsonNode array, Function<JsonNode, Optional<String>> search) {
        for (JsonNode element : array) {
            Optional<String> found = search.apply(element);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }
}
