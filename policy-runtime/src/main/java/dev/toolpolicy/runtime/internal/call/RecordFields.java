package dev.toolpolicy.runtime.internal.call;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The components of records that users give as arguments or facts. This is the only use of reflection in the engine; in
 * a native image such records must be registered for it.
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
                values.put(
                        NAMES.translate(component.getName()),
                        component.getAccessor().invoke(fields));
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw new IllegalArgumentException(component + " can't be read", e);
            }
        }
        return values;
    }
}
