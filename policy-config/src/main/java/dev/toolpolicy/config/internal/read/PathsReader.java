package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.config.internal.document.Document;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.LayerPart;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads which strings of a tool are paths: a table of names, or of JSON Pointers, each with the word {@code path}. The
 * tool is declared elsewhere, where strings are all that can be said. Stateless.
 */
final class PathsReader {
    private static final String PATH = "path";

    private PathsReader() {}

    /** Returns whether a section's parameters only say which strings are paths. */
    static boolean reads(JsonNode parameters) {
        return parameters.isObject()
                && !parameters.isEmpty()
                && parameters.properties().stream()
                        .allMatch(each -> each.getValue().isTextual())
                && !parameters.has("type");
    }

    /** Returns the paths, and adds the problems. */
    static List<LayerPart<ArgumentPointer>> read(DocumentNode parameters, List<PolicyProblem> problems) {
        Document document = parameters.document();
        List<LayerPart<ArgumentPointer>> paths = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : parameters.value().properties()) {
            String key = each.getKey();
            String place = parameters.pointer() + "/" + ArgumentPointer.escape(key);
            if (!each.getValue().textValue().equals(PATH)) {
                Diagnostic problem = Words.wrongShape(Words.quoted(key), "\"path\", or a table", each.getValue());
                problems.add(document.problem(place, problem.withHelp("to declare it, write { type = ... }")));
                continue;
            }
            try {
                ArgumentPointer pointer = key.startsWith("/") ? ArgumentPointer.parse(key) : ArgumentPointer.of(key);
                paths.add(LayerPart.of(document, place, pointer));
            } catch (IllegalArgumentException e) {
                problems.add(document.problem(place, Words.keyPointer(key, String.valueOf(e.getMessage()))));
            }
        }
        return List.copyOf(paths);
    }
}
