package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;

/** The problems found in a configuration so far, and the checks that all its readers need. */
final class Problems {
    private final List<PolicyProblem> problems = new ArrayList<>();

    void add(String pointer, Diagnostic problem) {
        problems.add(new PolicyProblem(pointer, problem));
    }

    boolean isEmpty() {
        return problems.isEmpty();
    }

    List<PolicyProblem> all() {
        return problems;
    }

    /** Throws all of them, if there are any. */
    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new InvalidPolicyException(problems);
        }
    }

    void checkKeys(String pointer, String owner, JsonNode object, List<String> known) {
        object.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                add(pointer + "/" + ArgumentPointer.escape(key), Words.unknownKey(owner, key, known));
            }
        });
    }

    /** Returns the text of a key; empty if it is missing. A value that is not a text is a problem. */
    String text(JsonNode object, String key, String pointer) {
        JsonNode value = object.path(key);
        if (!value.isMissingNode() && !value.isTextual()) {
            add(pointer + "/" + key, Words.wrongShape(Words.quoted(key), "a string", value));
        }
        return value.isTextual() ? value.textValue() : "";
    }

    /** Returns the boolean of a key; false if it is missing. A value that is not a boolean is a problem. */
    boolean flag(JsonNode object, String key, String pointer) {
        JsonNode value = object.path(key);
        if (!value.isMissingNode() && !value.isBoolean()) {
            add(pointer + "/" + key, Words.wrongShape(Words.quoted(key), "true or false", value));
        }
        return value.isBoolean() && value.booleanValue();
    }

    /** Returns the texts of a list. Elements that are not texts, and a value that is not a list, are problems. */
    List<String> texts(JsonNode object, String key, String pointer) {
        List<String> texts = new ArrayList<>();
        JsonNode list = object.path(key);
        if (!list.isMissingNode() && !list.isArray()) {
            add(pointer + "/" + key, Words.wrongShape(Words.quoted(key), "a list of strings", list));
        }
        for (int i = 0; list.isArray() && i < list.size(); i++) {
            if (list.get(i).isTextual()) {
                texts.add(list.get(i).textValue());
            } else {
                String expected = "a list of strings";
                add(pointer + "/" + key + "/" + i, Words.wrongShape(Words.quoted(key), expected, list.get(i)));
            }
        }
        return texts;
    }
}
