package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.internal.json.JsonEquality;
import dev.toolpolicy.internal.schema.Resolution.Resolved;
import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.runtime.internal.fault.Require;
import dev.toolpolicy.schema.ArgumentPointer;
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
 * A key that calls have in common, and how it is read from a call. Texts are compared by their characters, paths by
 * their {@linkplain NormalPath normal form}, and other values by their JSON text, which is the same for equal numbers
 * and equal objects. Absent values and null are not keys. Immutable.
 *
 * <p>Where a pointer meets an array, it continues with the elements, and each is a key of the call. Without a schema,
 * an array at the end of the pointer is one value.
 */
public final class CallKey {
    private final @Nullable ArgumentPointer pointer;
    /** True if the elements of an array at the pointer are the keys. Without a schema, such an array is one value. */
    private final boolean elements;

    private final NormalPath.@Nullable Form path;
    private final @Nullable Extractor extractor;
    private final String reading;

    private CallKey(
            @Nullable ArgumentPointer pointer,
            boolean elements,
            NormalPath.@Nullable Form path,
            @Nullable Extractor extractor) {
        this.pointer = pointer;
        this.elements = elements;
        this.path = path;
        this.extractor = extractor;
        this.reading = extractor != null
                ? "by " + extractor.name()
                : pointer + (elements ? " elements" : "") + (path == null ? "" : " path " + path);
    }

    private record Extractor(String name, Function<ToolCall, Optional<String>> function) {}

    /**
     * Creates a key from the argument at a pointer.
     *
     * @param pointer a JSON Pointer
     * @return the key
     * @throws IllegalArgumentException if the text is not a JSON Pointer
     */
    public static CallKey at(String pointer) {
        return new CallKey(ArgumentPointer.parse(pointer), false, null, null);
    }

    /**
     * Creates a key from the path at a pointer: {@code ./a.txt} and {@code a.txt} are the same key.
     *
     * @param pointer a JSON Pointer
     * @return the key
     * @throws IllegalArgumentException if the text is not a JSON Pointer
     */
    public static CallKey pathAt(String pointer) {
        return pathAt(pointer, NormalPath.Form.PLAIN);
    }

    /**
     * Creates a key from the path at a pointer, in a given normal form. In a workspace, {@code /workspace/a.txt} and
     * {@code a.txt} can be the same key.
     *
     * @param pointer a JSON Pointer
     * @param form creates normal forms
     * @return the key
     * @throws IllegalArgumentException if the text is not a JSON Pointer
     */
    public static CallKey pathAt(String pointer, NormalPath.Form form) {
        return new CallKey(ArgumentPointer.parse(pointer), false, Objects.requireNonNull(form, "form"), null);
    }

    /**
     * Creates a key from a function.
     *
     * @param name the function's name, which identifies it in stored state; a function that returns other keys needs
     *     another name
     * @param extractor returns the key, or empty if the call has none; pure, and called from any thread. If it throws
     *     or returns null, the policy fails. A call whose key is an empty text is denied, since it can't share that key
     *     with another call
     * @return the key
     * @throws IllegalArgumentException if the name is empty
     */
    public static CallKey by(String name, Function<ToolCall, Optional<String>> extractor) {
        Require.name("extractor name", name);
        return new CallKey(null, false, null, new Extractor(name, Objects.requireNonNull(extractor, "extractor")));
    }

    /** Creates a key from an argument of a tool's schema, which decides whether it is a path. */
    static CallKey at(ArgumentPointer pointer, Resolved resolved, NormalPath.Form form) {
        List<Step> steps = resolved.steps();
        boolean elements = !steps.isEmpty() && steps.get(steps.size() - 1) instanceof Step.Elements;
        return new CallKey(pointer, elements, resolved.type().kind() == ParameterType.Kind.PATH ? form : null, null);
    }

    /** Returns the arguments that the key needs. */
    ToolPolicy.ArgumentNeeds needs() {
        return pointer == null ? ToolPolicy.ArgumentNeeds.all() : ToolPolicy.ArgumentNeeds.of(Set.of(pointer));
    }

    /**
     * Reads the keys of a call.
     *
     * @return the keys in the order of the arguments; empty if the call has none
     */
    Set<String> of(ToolCall call) {
        Set<String> keys = new LinkedHashSet<>();
        lacks(call, keys);
        return keys;
    }

    /** Returns whether a call has no key, or an element of an array in it has none. */
    boolean isMissing(ToolCall call) {
        Set<String> keys = new LinkedHashSet<>();
        return lacks(call, keys) || keys.isEmpty();
    }

    /** Adds the keys of a call. Returns whether a place for one has no value. */
    private boolean lacks(ToolCall call, Set<String> keys) {
        if (extractor != null) {
            extractor.function().apply(call).ifPresent(keys::add);
        }
        return pointer != null && lacks(call.arguments(), pointer.segments(), keys);
    }

    private boolean lacks(JsonNode value, List<String> segments, Set<String> keys) {
        boolean isList = value.isArray() && (elements || !segments.isEmpty());
        boolean lacks = value.isMissingNode() || value.isNull() || isList && value.isEmpty();
        if (isList) {
            for (JsonNode element : value) {
                lacks |= lacks(element, segments, keys);
            }
        } else if (!lacks && !segments.isEmpty()) {
            return lacks(value.path(segments.get(0)), segments.subList(1, segments.size()), keys);
        } else if (!lacks) {
            keys.add(text(value));
        }
        return lacks;
    }

    private String text(JsonNode value) {
        if (!value.isTextual()) {
            return JsonEquality.canonicalText(value);
        }
        return path == null ? value.textValue() : path.of(value.textValue()).toString();
    }

    /**
     * Returns whether an empty text is a key. An argument can be an empty text, but an extractor that returns one found
     * nothing.
     */
    boolean allowsEmpty() {
        return extractor == null;
    }

    /** Returns the place of the key, for messages. */
    String place() {
        return pointer == null ? "its extractor" : pointer.toString();
    }

    /** Returns how the key is read: equal for keys that are the same for all calls, and for no others. */
    String reading() {
        return reading;
    }
}
