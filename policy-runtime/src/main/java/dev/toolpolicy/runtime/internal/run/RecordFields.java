package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The components of records that users give as arguments or facts, by reflection. In a native image such records must be
 * registered for it. Stateless.
 */
final class RecordFields {
    private static final SnakeCaseStrategy NAMES = new SnakeCaseStrategy();

    private RecordFields() {}

    /**
     * Returns the values by the names that tools have by default ({@code accountId} is account_id), in order.
     *
     * @param fields the record; it may be private
     * @throws IllegalArgumentException if a component can't be read
     */
    static Map<String, @Nullable Object> of(Record fields) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (RecordComponent component : fields.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                values.put(name(component), component.getAccessor().invoke(fields));
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw new IllegalArgumentException(component + " can't be read", e);
            }
        }
        return values;
    }

    /** Returns the names alone, in order. */
    static List<String> names(Record fields) {
        return Arrays.stream(fields.getClass().getRecordComponents())
                .map(RecordFields::name)
                .toList();
    }

    private static String name(RecordComponent component) {
        return NAMES.translate(component.getName());
    }
}
