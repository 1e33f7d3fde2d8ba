package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Small damage to arguments and to their text, after which they are valid or not. */
final class Damage {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String ODD = "{}[]\",:\\/-+.eEtrufalsn0123456789 \n\t\u0000\u001f\ud83d\ude00\ufeff\u00e9ab";
    private static final List<String> PIECES = List.of(
            "\"p\":\"a\",",
            ",\"p\":null",
            "\"\\u0070\":1,",
            "null",
            "true",
            "\"a\"",
            "[]",
            "{}",
            "1e400",
            "0.0",
            "1e2",
            "\\ud83d",
            "\\ude00",
            "\\u0000",
            "../",
            "/",
            "-",
            "}{",
            "//");

    private final Random random;

    Damage(Random random) {
        this.random = random;
    }

    /** Exchanges, removes or adds a value somewhere. */
    ObjectNode damaged(ObjectNode arguments) {
        ObjectNode damaged = arguments.deepCopy();
        List<JsonNode> containers = new ArrayList<>();
        collect(damaged, containers);
        JsonNode container = containers.get(random.nextInt(containers.size()));
        if (container instanceof ArrayNode array) {
            if (array.isEmpty() || random.nextInt(3) == 0) {
                array.add(odd());
            } else {
                array.set(random.nextInt(array.size()), odd());
            }
        } else if (container instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            if (names.isEmpty() || random.nextInt(3) == 0) {
                object.set(List.of("p", "q", "P", "x", "").get(random.nextInt(5)), odd());
            } else if (random.nextBoolean()) {
                object.remove(names.get(random.nextInt(names.size())));
            } else {
                object.set(names.get(random.nextInt(names.size())), odd());
            }
        }
        return damaged;
    }

    private static void collect(JsonNode value, List<JsonNode> containers) {
        if (value.isContainerNode()) {
            containers.add(value);
            value.forEach(child -> collect(child, containers));
        }
    }

    private JsonNode odd() {
        return switch (random.nextInt(8)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 ->
                NODES.textNode(List.of("", "a", "a/b", "../a", "x\u0000", "7").get(random.nextInt(6)));
            case 3 -> NODES.objectNode();
            case 4 -> NODES.arrayNode();
            case 5 ->
                NODES.numberNode(new BigDecimal(
                        List.of("1.5", "300", "3.0", "1e39", "-9").get(random.nextInt(5))));
            case 6 -> NODES.arrayNode().add("a").add("b");
            default -> NODES.objectNode().put("p", "a");
        };
    }

    /** Cuts something off the text, puts it in, takes it out, doubles or exchanges it. */
    String damaged(String text) {
        int at = random.nextInt(text.length());
        int to = Math.min(text.length(), at + 1 + random.nextInt(8));
        return switch (random.nextInt(7)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + oddUnit() + text.substring(at);
            case 2 -> text.substring(0, at) + text.substring(to);
            case 3 -> text.substring(0, to) + text.substring(at);
            case 4 -> text.substring(0, at) + oddUnit() + text.substring(at + 1);
            case 5 -> text + text.substring(at);
            default -> text.substring(0, at) + PIECES.get(random.nextInt(PIECES.size())) + text.substring(at);
        };
    }

    private char oddUnit() {
        return ODD.charAt(random.nextInt(ODD.length()));
    }
}
