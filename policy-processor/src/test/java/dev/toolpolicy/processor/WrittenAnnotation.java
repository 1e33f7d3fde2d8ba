package dev.toolpolicy.processor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A rule of a policy file, written as an annotation. */
final class WrittenAnnotation {
    private WrittenAnnotation() {}

    /** Returns the annotation of a rule as policy files have it. */
    static String of(JsonNode rule) {
        return "@Rule(" + members(rule) + ")";
    }

    private static String members(JsonNode from) {
        List<String> members = new ArrayList<>();
        from.properties().forEach(member -> members.add(member(member.getKey(), member.getValue())));
        return String.join(", ", members);
    }

    private static String member(String key, JsonNode value) {
        return switch (key) {
            case "const" -> "constant = " + quoted(value.asText());
            case "enum" -> "oneOf = " + list(value);
            case "host", "schemes", "commands" -> key + " = " + list(value);
            case "ports" -> "ports = {" + value.get(0) + ", " + value.get(1) + "}";
            case "ignore_case" -> "ignoreCase = " + value;
            case "or_absent" -> "orAbsent = " + value;
            case "lines" -> key + " = " + value;
            case "in_fact" -> "inFact = " + quoted(value.asText());
            case "exclusive_minimum" -> "exclusiveMinimum = " + quoted(value.asText());
            case "exclusive_maximum" -> "exclusiveMaximum = " + quoted(value.asText());
            case "mode", "match" -> key + " = " + value.asText().toUpperCase(Locale.ROOT);
            case "all" -> {
                List<String> conditions = new ArrayList<>();
                value.forEach(each -> conditions.add("@Rule.When(" + members(each) + ")"));
                yield "all = {" + String.join(", ", conditions) + "}";
            }
            case "examples" -> "examples = @Rule.Example(" + quoted(value.get(0).asText()) + ")";
            default -> key + " = " + quoted(value.asText());
        };
    }

    private static String list(JsonNode values) {
        List<String> texts = new ArrayList<>();
        values.forEach(each -> texts.add(quoted(each.asText())));
        return "{" + String.join(", ", texts) + "}";
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
