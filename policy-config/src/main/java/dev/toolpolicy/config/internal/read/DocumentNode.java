package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.config.internal.document.Document;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.LayerPart;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * A part of a file.
 *
 * @param document the file
 * @param pointer where it stands
 * @param value the value there, which nothing changes
 */
record DocumentNode(Document document, String pointer, JsonNode value) {
    /** Reads the part, or finds what is wrong with it. */
    <T> LayerPart<T> read(BiFunction<JsonNode, String, T> reader) {
        try {
            return LayerPart.of(document, pointer, reader.apply(value, pointer));
        } catch (InvalidPolicyException e) {
            List<PolicyProblem> problems = e.problems().stream()
                    .map(each -> document.problem(each.subject(), each.diagnostic()))
                    .toList();
            return new LayerPart<>(document, pointer, Optional.empty(), problems);
        }
    }

    /** Passes on each element of a list with its place, or a value that is not a list. */
    static void forEach(JsonNode value, String pointer, BiConsumer<JsonNode, String> reader) {
        if (!value.isArray()) {
            reader.accept(value, pointer);
        }
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            reader.accept(value.get(i), pointer + "/" + i);
        }
    }
}
