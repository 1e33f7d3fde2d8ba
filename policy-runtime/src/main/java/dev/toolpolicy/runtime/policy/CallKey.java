package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ArgumentNeeds;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ArgumentPointer.Resolution.Resolved;
import dev.toolpolicy.schema.JsonEquality;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What calls must have in common, and how it is read from a call. A text counts by its characters, a path by its
 * {@linkplain NormalPath normal form}, any other value by its JSON text, in which equal numbers and equal objects are
 * written alike. Absent and null are no key. Immutable.
 *
 * <p>Where a pointer meets an array it passes through to the elements, and each is a key of the call; without a schema
 * an array at the end of the pointer is one value.
 */
public final class CallKey {
    private final @Nullable ArgumentPointer pointer;
    private final @Nullable Resolved resolved;
    private final NormalPath.@Nullable Form path;
    private final @Nullable Extractor extractor;

    private CallKey(
            @Nullable ArgumentPointer pointer,
            @Nullable Resolved resolved,
            NormalPath.@Nullable Form path,
            @Nullable Extractor extractor) {
        this.pointer = pointer;
        this.resolved = resolved;
        this.path = path;
        this.extractor = extractor;
    }

    private record Extractor(String name, Function<ToolCall, Optional<String>> function) {}

    /**
     * The argument at a place.
     *
     * @param pointer a JSON Pointer
     * @return the key
     * @throws IllegalArgumentException if it is no pointer
     */
    public static CallKey at(String pointer) {
        return new CallKey(ArgumentPointer.parse(pointer), null, null, null);
    }

    /**
     * The path at a place: {@code ./a.txt} and {@code a.txt} are one key.
     *
     * @param pointer a JSON Pointer
     * @return the key
     * @throws IllegalArgumentException if it is no pointer
     */
    public static CallKey pathAt(String pointer) {
        return pathAt(pointer, NormalPath.Form.PLAIN);
    }

    /**
     * The path at a place, in a normal form of the service's choice: in a workspace, {@code /workspace/a.txt} and
     * {@code a.txt} can be one key.
     *
     * @param pointer a JSON Pointer
     * @param form how normal forms are made
     * @return the key
     * @throws IllegalArgumentException if it is no pointer
     */
    public static CallKey pathAt(String pointer, NormalPath.Form form) {
        return new CallKey(ArgumentPointer.parse(pointer), null, Objects.requireNonNull(form, "form"), null);
    }

    /**
     * Whatever a function takes from a call.
     *
     * @param name the function's name, which stands for it where what was remembered with it is compared with what is
     *     remembered: a function that gives other keys has another name
     * @param extractor gives the key, or empty if the call has none; pure, and called from any thread. If it throws, or
     *     gives null, the policy has failed. An empty text is no key that a call could share with another: such a call
     *     is denied
     * @return the key
     * @throws IllegalArgumentException if the name is empty
     */
    public static CallKey by(String name, Function<ToolCall, Optional<String>> extractor) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("an extractor of keys has a name");
        }
        return new CallKey(null, null, null, new Extractor(name, Objects.requireNonNull(extractor, "extractor")));
    }

    /** The argument at a place of a tool's schema, which says whether it is a path. */
    static CallKey at(ArgumentPointer pointer, Resolved resolved, NormalPath.Form form) {
        return new CallKey(pointer, resolved, resolved.type() instanceof ParameterType.PathType ? form : null, null);
    }

    /** What must be known of a call to take its key. */
    ArgumentNeeds needs() {
        return pointer == null ? ArgumentNeeds.all() : ArgumentNeeds.of(Set.of(pointer));
    }

    /**
     * The keys of a call.
     *
     * @return the keys in the order of the arguments; none if the call has none
     */
    Set<String> of(ToolCall call) {
        Set<String> keys = new LinkedHashSet<>();
        if (extractor != null) {
            extractor.function().apply(call).ifPresent(keys::add);
        } else if (resolved != null) {
            resolved.forEachValue(call.arguments(), value -> keys.add(text(value)));
        } else if (pointer != null) {
            collect(call.arguments(), pointer.segments(), keys);
        }
        return keys;
    }

    private void collect(@Nullable JsonNode value, List<String> segments, Set<String> keys) {
        if (value == null || value.isNull()) {
            return;
        }
        if (segments.isEmpty()) {
            keys.add(text(value));
        } else if (value.isArray()) {
            value.forEach(element -> collect(element, segments, keys));
        } else {
            collect(value.get(segments.get(0)), segments.subList(1, segments.size()), keys);
        }
    }

    private String text(JsonNode value) {
        if (!value.isTextual()) {
            return JsonEquality.canonicalText(value);
        }
        return path == null ? value.textValue() : path.of(value.textValue()).toString();
    }

    /** Whether an empty key is one: an argument can be an empty text, but an extractor that gives one found nothing. */
    boolean allowsEmpty() {
        return extractor == null;
    }

    /** Where the key stands, for messages. */
    String place() {
        return pointer == null ? "its extractor" : pointer.toString();
    }

    /** What keys depend on: the same for two that give the same keys of all calls. */
    JsonNode configuration() {
        ObjectNode configuration = JsonNodeFactory.instance.objectNode();
        if (extractor != null) {
            configuration.put("extractor", extractor.name());
        }
        if (pointer != null) {
            // With a schema an array at the pointer's end is its elements, without one it is a single value.
            configuration.put("pointer", pointer.toString()).put("elements", resolved != null);
        }
        if (path != null) {
            configuration.put("paths", path.toString());
        }
        return configuration;
    }
}
