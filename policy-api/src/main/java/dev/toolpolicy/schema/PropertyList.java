package dev.toolpolicy.schema;

import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;

/** The properties of an object in their order, found by their names too. Immutable. */
final class PropertyList extends AbstractList<Parameter> implements RandomAccess {
    private final List<Parameter> properties;
    private final Map<String, Parameter> byName = new HashMap<>();

    private PropertyList(List<Parameter> properties) {
        this.properties = properties;
        for (Parameter property : properties) {
            if (byName.put(property.name(), property) != null) {
                throw new IllegalArgumentException("property \"" + property.name() + "\" is declared twice");
            }
        }
    }

    static PropertyList of(List<Parameter> properties) {
        return properties instanceof PropertyList known ? known : new PropertyList(List.copyOf(properties));
    }

    Optional<Parameter> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    @Override
    public Parameter get(int index) {
        return properties.get(index);
    }

    @Override
    public int size() {
        return properties.size();
    }
}
