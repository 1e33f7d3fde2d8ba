package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;

/**
 * The values that begin as a given one does, for each of its beginnings, of strings, arrays and objects. What follows
 * the beginning is tried in all kinds that rules tell apart which name words of at most one of the characters {@code a}
 * and {@code A}; {@code b} stands for all others. A path is known with its last character; all of them have a slash
 * behind a dot, which other strings don't have. Two more elements are enough for two conditions on an array.
 */
final class Continuations {
    private static final List<String> KINDS = List.of("", "a", "A", "b", "ab", "Ab");
    private static final List<String> PATHS = List.of("./a", "./A", "./b", "../a");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Continuations() {}

    /** Returns the values whose text begins as that of a value does, of all kinds. */
    static List<JsonNode> of(ParameterType type, JsonNode value) {
        if (type.kind() == ParameterType.Kind.ARRAY) {
            return ofArray(type.items().orElseThrow(), value);
        } else if (type.kind() == ParameterType.Kind.OBJECT) {
            return ofObject(type, value);
        }
        List<JsonNode> texts = new ArrayList<>(kinds(type));
        String text = type.kind() == ParameterType.Kind.PATH ? "" : value.textValue();
        for (int i = 1; i <= text.length(); i++) {
            for (String end : KINDS) {
                texts.add(TextNode.valueOf(text.substring(0, i) + end));
            }
        }
        return texts;
    }

    private static List<JsonNode> ofArray(ParameterType items, JsonNode array) {
        List<JsonNode> all = new ArrayList<>();
        for (int i = 0; i <= array.size(); i++) {
            ArrayNode start = NODES.arrayNode();
            for (int j = 0; j < i; j++) {
                start.add(array.get(j));
            }
            all.add(start);
            for (JsonNode next : i < array.size() ? of(items, array.get(i)) : kinds(items)) {
                ArrayNode longer = start.deepCopy().add(next);
                all.add(longer);
                single(items).forEach(last -> all.add(longer.deepCopy().add(last)));
            }
        }
        return all;
    }

    private static List<JsonNode> ofObject(ParameterType type, JsonNode object) {
        List<JsonNode> all = new ArrayList<>();
        ObjectNode start = NODES.objectNode();
        List<Parameter> rest = new ArrayList<>(type.properties());
        complete(start, rest, all);
        object.fieldNames().forEachRemaining(name -> {
            Parameter next = type.property(name).orElseThrow();
            rest.remove(next);
            JsonNode given = object.get(name);
            for (JsonNode value : given.isNull() ? kinds(next.type()) : of(next.type(), given)) {
                complete(start.deepCopy().set(name, value), rest, all);
            }
            start.set(name, object.get(name));
        });
        complete(start, rest, all);
        return all;
    }

    /** Adds an object with some of the further properties, in every order. */
    private static void complete(JsonNode start, List<Parameter> rest, List<JsonNode> all) {
        if (rest.stream().noneMatch(Parameter::isRequired)) {
            all.add(start);
        }
        for (Parameter next : rest) {
            List<Parameter> others = rest.stream().filter(each -> each != next).toList();
            List<JsonNode> values = new ArrayList<>(kinds(next.type()));
            values.addAll(next.isRequired() ? List.of() : List.of(NODES.nullNode()));
            for (JsonNode value : values) {
                complete(((ObjectNode) start.deepCopy()).set(next.name(), value), others, all);
            }
        }
    }

    /** Returns values of a type, of each kind, with arrays of one element at most and names in one order. */
    private static List<JsonNode> single(ParameterType type) {
        List<JsonNode> all = new ArrayList<>();
        if (type.kind() == ParameterType.Kind.ARRAY) {
            all.add(NODES.arrayNode());
            single(type.items().orElseThrow())
                    .forEach(item -> all.add(NODES.arrayNode().add(item)));
        } else if (type.kind() == ParameterType.Kind.OBJECT) {
            all.add(NODES.objectNode());
            type.properties().forEach(next -> all.addAll(withProperty(next, all)));
        } else {
            return kinds(type);
        }
        return all;
    }

    /** Returns objects with one more property; if it is required, those without it are removed. */
    private static List<JsonNode> withProperty(Parameter next, List<JsonNode> objects) {
        List<JsonNode> with = new ArrayList<>();
        for (JsonNode value : single(next.type())) {
            objects.forEach(each -> with.add(((ObjectNode) each.deepCopy()).set(next.name(), value)));
        }
        if (next.isRequired()) {
            objects.clear();
        }
        return with;
    }

    /** Returns values of a type, at least one of each kind. */
    static List<JsonNode> kinds(ParameterType type) {
        List<JsonNode> all = new ArrayList<>();
        if (type.kind() == ParameterType.Kind.OBJECT) {
            complete(NODES.objectNode(), type.properties(), all);
        } else if (type.kind() == ParameterType.Kind.ARRAY) {
            boolean text = type.items().orElseThrow().kind() == ParameterType.Kind.STRING
                    || type.items().orElseThrow().kind() == ParameterType.Kind.PATH;
            all.add(NODES.arrayNode());
            for (JsonNode first : kinds(type.items().orElseThrow())) {
                all.add(NODES.arrayNode().add(first));
                for (JsonNode second : text ? kinds(type.items().orElseThrow()) : List.<JsonNode>of()) {
                    all.add(NODES.arrayNode().add(first).add(second));
                }
            }
        } else {
            (type.kind() == ParameterType.Kind.PATH ? PATHS : KINDS).forEach(kind -> all.add(TextNode.valueOf(kind)));
        }
        return all;
    }
}
