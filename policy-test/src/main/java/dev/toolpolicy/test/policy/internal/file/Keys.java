package dev.toolpolicy.test.policy.internal.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.config.internal.document.Document;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys of one table of a document. What has the wrong type is a problem and counts as missing.
 *
 * @param document the document
 * @param owner the table in words
 * @param pointer where it stands
 * @param table the table
 * @param problems takes the problems
 */
record Keys(Document document, String owner, String pointer, JsonNode table, List<PolicyProblem> problems) {

    /** Reports keys that the table can't have. */
    void checkKeys(List<String> known) {
        table.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                problem(key, Words.unknownKey(owner, key, known));
            }
        });
    }

    JsonNode value(String key) {
        return table.path(key);
    }

    boolean has(String key) {
        return table.has(key);
    }

    /** Adds a problem at a key, or at the table if the key is empty. */
    void problem(String key, Diagnostic diagnostic) {
        String place = key.isEmpty() ? pointer : pointer + "/" + ArgumentPointer.escape(key);
        problems.add(document.problem(place, diagnostic));
    }

    private void shape(String key, String expected) {
        problem(key, Words.wrongShape(Words.quoted(key), expected, value(key)));
    }

    Optional<String> text(String key) {
        if (has(key) && !value(key).isTextual()) {
            shape(key, "a string");
        }
        return Optional.ofNullable(value(key).textValue());
    }

    /** Returns whether a key is true; false if it is missing. */
    boolean flag(String key) {
        if (has(key) && !value(key).isBoolean()) {
            shape(key, "true or false");
        }
        return value(key).booleanValue();
    }

    /** Returns one of some words; empty if the key is missing or has another word. */
    Optional<String> word(String key, List<String> words) {
        boolean fits = value(key).isTextual() && words.contains(value(key).textValue());
        if (has(key) && !fits) {
            shape(key, Words.oneOf(words.stream().map(Words::quoted).toList()));
        }
        return fits ? Optional.of(value(key).textValue()) : Optional.empty();
    }

    /** Returns an object, without dates; empty if the key is missing. */
    Optional<ObjectNode> object(String key) {
        if (!has(key)) {
            return Optional.empty();
        } else if (!(value(key) instanceof ObjectNode object)) {
            shape(key, "a table");
            return Optional.empty();
        } else {
            findDates(object, pointer + "/" + key);
            return Optional.of(object);
        }
    }

    void findDates(JsonNode node, String place) {
        if (node.isPojo()) {
            problems.add(document.problem(place, TestFileWords.date()));
        }
        node.forEachEntry((name, value) -> findDates(value, place + "/" + ArgumentPointer.escape(name)));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            findDates(node.get(i), place + "/" + i);
        }
    }

    List<String> texts(String key) {
        List<String> texts = value(key)
                .valueStream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .toList();
        if (has(key) && (!value(key).isArray() || texts.size() != value(key).size())) {
            shape(key, "a list of strings");
        }
        return texts;
    }

    /** Returns the tables of a list; a problem if the key is there and has something else. */
    List<Keys> tables(String key, String each) {
        String list = "a list of tables" + (pointer.isEmpty() ? ", written [[" + key + "]]" : "");
        List<Keys> tables = new ArrayList<>();
        for (int i = 0; value(key).isArray() && i < value(key).size(); i++) {
            Keys one = new Keys(
                    document, each, pointer + "/" + key + "/" + i, value(key).get(i), problems);
            if (one.table.isObject()) {
                tables.add(one);
            } else {
                one.problem(
                        "",
                        pointer.isEmpty()
                                ? Words.wrongShape(Words.quoted(key), list, one.table)
                                : Words.wrongShape(each, "a table", one.table));
            }
        }
        if (has(key) && !value(key).isArray()) {
            shape(key, list);
        }
        return tables;
    }
}
