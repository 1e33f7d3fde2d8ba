package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.Precision;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All small values of a type that has no parts: every short text over few letters, numbers on a grid and beside it. */
final class SmallValues {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    static final List<String> WORDS = List.of("", "a", "ab", "aba", "b");
    static final List<String> PATHS =
            List.of(".", "a", "./a", "a/b", "a/../b", "..", "../a", "../..", "/", "/a", "a/b/a");
    static final List<String> LIMITS = List.of("-1", "0", "0.5", "1", "1.5", "2", "3", "0.1", "0.10000001");
    private static final List<JsonNode> STRINGS = texts("ab!", 5);
    private static final List<JsonNode> ALL_PATHS = Stream.concat(
                    texts("ab./", 5).stream(),
                    Stream.of("a/b/a", "../../a", "../../..", "/a/b", "a/b/!").map(NODES::textNode))
            .<JsonNode>map(each -> each)
            .toList();

    private SmallValues() {}

    private static List<JsonNode> texts(String letters, int longest) {
        List<String> all = new ArrayList<>(List.of(""));
        for (int i = 0; all.get(i).length() < longest; i++) {
            for (char letter : letters.toCharArray()) {
                all.add(all.get(i) + letter);
            }
        }
        return all.stream().<JsonNode>map(NODES::textNode).toList();
    }

    static List<JsonNode> of(ParameterType type) {
        if (type.kind() == ParameterType.Kind.STRING) {
            return type.allowed().isEmpty() ? STRINGS : named(type.allowed());
        } else if (type.kind() == ParameterType.Kind.PATH) {
            return type.allowed().isEmpty() ? ALL_PATHS : named(type.allowed());
        } else if (type.kind() == ParameterType.Kind.BOOLEAN) {
            return List.of(BooleanNode.TRUE, BooleanNode.FALSE);
        } else if (type.kind() == ParameterType.Kind.ANY) {
            return List.of(
                    NODES.textNode("a"),
                    NODES.textNode("?"),
                    NODES.numberNode(1),
                    NODES.numberNode(7),
                    BooleanNode.TRUE,
                    NODES.arrayNode(),
                    NODES.arrayNode().add(1),
                    NODES.objectNode(),
                    NODES.objectNode().put("a", 1));
        } else if (type.kind() == ParameterType.Kind.INTEGER) {
            return IntStream.rangeClosed(-6, 8)
                    .filter(i -> isWithin(i, type.lowest(), type.highest()))
                    .<JsonNode>mapToObj(i -> NODES.numberNode(BigDecimal.valueOf(i)))
                    .toList();
        }
        return numbers(type.precision());
    }

    private static List<JsonNode> named(List<String> texts) {
        return texts.stream().<JsonNode>map(NODES::textNode).toList();
    }

    private static boolean isWithin(int value, BigInteger lowest, BigInteger highest) {
        BigInteger number = BigInteger.valueOf(value);
        return (lowest == null || number.compareTo(lowest) >= 0) && (highest == null || number.compareTo(highest) <= 0);
    }

    private static List<JsonNode> numbers(Precision precision) {
        List<String> all = new ArrayList<>(List.of("-1000", "1000", "0.7", "-0.5", "1.2", "1.7", "2.5", "0.05", "0.3"));
        for (String limit : LIMITS) {
            float near = Float.parseFloat(limit);
            double nearer = Double.parseDouble(limit);
            all.addAll(
                    switch (precision) {
                        case EXACT -> List.of(limit, limit + (limit.contains(".") ? "" : ".") + "00000000000000000001");
                        case FLOAT -> List.of(text(near), text(Math.nextUp(near)), text(Math.nextDown(near)));
                        case DOUBLE -> List.of(text(nearer), text(Math.nextUp(nearer)), text(Math.nextDown(nearer)));
                    });
        }
        return all.stream()
                .distinct()
                .<JsonNode>map(text -> NODES.numberNode(new BigDecimal(text)))
                .toList();
    }

    /** The shortest decimal by trying: the nearest with one digit more until it reads back. */
    private static String text(Number value) {
        BigDecimal exact = new BigDecimal(value.doubleValue());
        for (int digits = 1; ; digits++) {
            BigDecimal near = exact.round(new MathContext(digits));
            boolean same = value instanceof Float
                    ? near.floatValue() == value.floatValue()
                    : near.doubleValue() == value.doubleValue();
            if (same) {
                return near.toString();
            }
        }
    }

    /** One value of any type. */
    static JsonNode some(ParameterType type) {
        if (type.kind() == ParameterType.Kind.ARRAY) {
            return NODES.arrayNode();
        } else if (type.kind() == ParameterType.Kind.OBJECT) {
            ObjectNode some = NODES.objectNode();
            for (Parameter property : type.properties()) {
                if (property.isRequired()) {
                    some.set(property.name(), some(property.type()));
                }
                property.defaultValue().ifPresent(value -> some.set(property.name(), value));
            }
            return some;
        }
        return of(type).get(0);
    }
}
