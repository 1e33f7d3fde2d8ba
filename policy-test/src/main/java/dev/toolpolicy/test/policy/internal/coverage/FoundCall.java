package dev.toolpolicy.test.policy.internal.coverage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.KnownWords;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.test.policy.internal.file.Known;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A call that the analysis found. Immutable; its trees are not changed.
 *
 * @param tool the tool's name
 * @param arguments the arguments
 * @param facts the facts that must be known
 * @param result what it returns; empty if that doesn't matter
 */
public record FoundCall(String tool, ObjectNode arguments, ObjectNode facts, Optional<JsonNode> result) {
    /** Creates a call whose result doesn't matter. */
    public FoundCall(String tool, ObjectNode arguments, ObjectNode facts) {
        this(tool, arguments, facts, Optional.empty());
    }

    /** Returns the call with something that it returns. */
    FoundCall returning(JsonNode value) {
        return new FoundCall(tool, arguments, facts, Optional.of(value));
    }

    /** Returns the call without values that only results bring. */
    FoundCall withoutSets() {
        return new FoundCall(tool, arguments, Known.withoutSets(facts), result);
    }

    /** Adds the arguments, and what must be known, to an object. */
    public void writeTo(ObjectNode object) {
        object.set("arguments", arguments);
        KnownWords.write(facts, object);
    }

    /** Returns the values at a pointer; several if it passes through an array. */
    List<JsonNode> values(ArgumentPointer pointer) {
        List<JsonNode> values = List.of(arguments);
        for (String segment : pointer.segments()) {
            values = values.stream()
                    .flatMap(FoundCall::elements)
                    .map(each -> each.path(segment))
                    .toList();
        }
        return values.stream()
                .flatMap(FoundCall::elements)
                .filter(value -> !value.isMissingNode())
                .toList();
    }

    private static Stream<JsonNode> elements(JsonNode value) {
        return value.isArray() ? value.valueStream() : Stream.of(value);
    }

    /**
     * Returns this call with another value at a pointer to a property.
     *
     * @return the changed call; empty if something on the way to the property isn't an object
     */
    Optional<FoundCall> with(ArgumentPointer pointer, JsonNode value) {
        ObjectNode changed = arguments.deepCopy();
        ObjectNode at = changed;
        List<String> segments = pointer.segments();
        for (String segment : segments.subList(0, segments.size() - 1)) {
            if (!at.has(segment)) {
                at = at.putObject(segment);
            } else if (at.get(segment) instanceof ObjectNode inner) {
                at = inner;
            } else {
                return Optional.empty();
            }
        }
        String last = segments.get(segments.size() - 1);
        if (at.path(last).isArray() && !value.isArray()) {
            at.putArray(last).add(value);
        } else {
            at.set(last, value);
        }
        return Optional.of(new FoundCall(tool, changed, facts, result));
    }
}
