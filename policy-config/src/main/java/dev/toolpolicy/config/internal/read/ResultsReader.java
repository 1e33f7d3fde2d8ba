package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.ResultWords;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.config.internal.document.Document;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.runtime.internal.load.LayerResults;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A reader of {@code [results]}: what the results of tools bring. Stateless. */
final class ResultsReader {
    private static final String LABELS = "labels";
    private static final String VALUES = "values";
    private static final String EXTERNAL = "external";
    private static final List<String> OWN = List.of(LABELS, VALUES, EXTERNAL);
    private static final List<String> NO_CONDITIONS =
            List.of("each fact label from in_fact mode name reason examples counterexamples or_absent".split(" "));
    private static final List<String> SOURCE = List.of("at", "trusted", "open");

    private ResultsReader() {}

    /**
     * Reads the entry of a tool or a pattern: an object, or a list of objects with conditions of which the first that
     * holds counts.
     *
     * @param node the entry
     * @param pointer where that stands, as a JSON Pointer
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with it; it says everything that is
     */
    static LayerResults read(String tool, Document document, JsonNode node, String pointer) {
        Problems problems = new Problems();
        List<ResultSpec> entries = new ArrayList<>();
        List<Optional<JsonNode>> written = new ArrayList<>();
        DocumentNode.forEach(node, pointer, (entry, at) -> read(entry, at, problems, entries, written));
        problems.throwIfAny();
        return new LayerResults(tool, document, pointer, entries, written, false);
    }

    private static void read(
            JsonNode entry,
            String pointer,
            Problems problems,
            List<ResultSpec> entries,
            List<Optional<JsonNode>> written) {
        if (!entry.isObject()) {
            problems.add(pointer, Words.wrongShape("an entry of results", "an object with \"labels\"", entry));
            return;
        }
        for (String word : NO_CONDITIONS) {
            if (entry.has(word)) {
                problems.add(pointer + "/" + word, Words.unknownKey("an entry of results", word, OWN));
            }
        }
        boolean external = problems.flag(entry, EXTERNAL, pointer);
        ObjectNode condition = entry.deepCopy();
        condition.remove(OWN);
        written.add(condition.isEmpty() ? Optional.empty() : Optional.of(condition));
        entries.add(new ResultSpec(
                List.of(),
                Set.copyOf(labels(entry.path(LABELS), pointer + "/" + LABELS, problems)),
                values(entry.path(VALUES), pointer + "/" + VALUES, problems),
                external));
    }

    private static List<String> labels(JsonNode written, String pointer, Problems problems) {
        if (written.isMissingNode()) {
            return List.of(FlowFacts.UNTRUSTED);
        } else if (!written.isArray()) {
            problems.add(pointer, Words.wrongShape(Words.quoted(LABELS), "a list of labels", written));
        }
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            String label = written.path(i).asText();
            if (FlowFacts.isName(label) && written.path(i).isTextual()) {
                labels.add(label);
            } else {
                problems.add(pointer + "/" + i, ResultWords.name("label", label));
            }
        }
        return labels.stream().distinct().toList();
    }

    private static Map<String, ResultSpec.Source> values(JsonNode written, String pointer, Problems problems) {
        Map<String, ResultSpec.Source> values = new LinkedHashMap<>();
        if (!written.isObject() && !written.isMissingNode()) {
            problems.add(
                    pointer, Words.wrongShape(Words.quoted(VALUES), "an object with a pointer for each set", written));
        }
        written.properties().forEach(each -> {
            String place = pointer + "/" + ArgumentPointer.escape(each.getKey());
            if (!FlowFacts.isName(each.getKey())) {
                problems.add(place, ResultWords.name("set", each.getKey()));
            } else if (each.getKey().equals(FlowFacts.REQUEST)) {
                problems.add(place, ResultWords.request());
            } else {
                values.put(each.getKey(), source(each.getValue(), place, problems));
            }
        });
        return values;
    }

    private static ResultSpec.Source source(JsonNode written, String pointer, Problems problems) {
        if (!written.isObject()) {
            return new ResultSpec.Source(pointers(written, pointer, problems), false, false);
        }
        problems.checkKeys(pointer, "a set", written, SOURCE);
        boolean trusted = problems.flag(written, "trusted", pointer);
        boolean open = problems.flag(written, "open", pointer);
        return new ResultSpec.Source(pointers(written.path("at"), pointer + "/at", problems), trusted, open);
    }

    private static List<ArgumentPointer> pointers(JsonNode written, String pointer, Problems problems) {
        List<ArgumentPointer> pointers = new ArrayList<>();
        DocumentNode.forEach(written, pointer, (place, at) -> addPointer(place, at, problems, pointers));
        if (written.isEmpty() && written.isArray()) {
            addPointer(written, pointer, problems, pointers);
        }
        return pointers;
    }

    private static void addPointer(
            JsonNode written, String pointer, Problems problems, List<ArgumentPointer> pointers) {
        if (!written.isTextual()) {
            problems.add(pointer, Words.wrongShape("the place of values", "a JSON Pointer", written));
            return;
        }
        try {
            pointers.add(ArgumentPointer.parse(written.textValue()));
        } catch (IllegalArgumentException notAPointer) {
            problems.add(pointer, ResultWords.pointer(written.textValue(), notAPointer));
        }
    }
}
