package dev.toolpolicy.runtime.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that rebuilds values: each top-level parameter when it is complete, and finally the whole object. Numbers
 * keep their exact value: integers become integer nodes, all others decimal nodes.
 *
 * <p>Not thread-safe.
 */
public final class ValueAggregator implements CheckedVisitor {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int SURELY_INT = 9;
    private static final int SURELY_LONG = 18;

    private final BiConsumer<? super String, ? super JsonNode> onParameter;
    private final Map<String, JsonNode> parameters = new LinkedHashMap<>();
    private final Deque<ContainerNode<?>> open = new ArrayDeque<>();
    /** The names whose values are open, innermost first. */
    private final Deque<String> names = new ArrayDeque<>();

    /** How many properties were given, of objects that have defaults behind them; null as long as there is none. */
    private @Nullable Map<JsonNode, Integer> givenSizes;

    private final StringBuilder text = new StringBuilder();
    private @Nullable JsonNode root;
    private JsonNode latest = NODES.nullNode();

    /** Creates an aggregator for one text that is asked for what it has. */
    public ValueAggregator() {
        this((name, value) -> {});
    }

    /**
     * Creates an aggregator for one text that hands out each top-level parameter as soon as it is whole.
     *
     * @param onParameter gets name and value, on the thread that feeds the text; it must not change the value
     * @throws NullPointerException if it is null
     */
    public ValueAggregator(BiConsumer<? super String, ? super JsonNode> onParameter) {
        this.onParameter = Objects.requireNonNull(onParameter, "onParameter");
    }

    /**
     * Returns the whole value.
     *
     * @return the root's value, or empty while it isn't whole; the same object each time
     */
    public Optional<JsonNode> value() {
        return Optional.ofNullable(root);
    }

    /**
     * Returns the whole value without defaults.
     *
     * @return a copy; empty while the root's value isn't whole
     */
    public Optional<JsonNode> given() {
        Map<JsonNode, Integer> sizes = givenSizes;
        return sizes == null ? value().map(JsonNode::deepCopy) : value().map(whole -> given(whole, sizes));
    }

    private static JsonNode given(JsonNode value, Map<JsonNode, Integer> sizes) {
        if (value instanceof ArrayNode array) {
            ArrayNode elements = NODES.arrayNode(array.size());
            array.forEach(element -> elements.add(given(element, sizes)));
            return elements;
        } else if (value instanceof ObjectNode object) {
            ObjectNode properties = NODES.objectNode();
            object.properties().stream()
                    .limit(sizes.getOrDefault(object, object.size()))
                    .forEach(each -> properties.set(each.getKey(), given(each.getValue(), sizes)));
            return properties;
        }
        return value;
    }

    /**
     * Returns the top-level parameters that are whole by now, in the order of the text.
     *
     * @return an unmodifiable view; empty if the root is not an object
     */
    public Map<String, JsonNode> parameters() {
        return Collections.unmodifiableMap(parameters);
    }

    /** Returns the value that ended last, whole or as a part of another. */
    public JsonNode latest() {
        return latest;
    }

    private void add(JsonNode value) {
        latest = value;
        ContainerNode<?> container = open.peek();
        if (container == null) {
            root = value;
        } else if (container instanceof ArrayNode array) {
            array.add(value);
        } else if (container instanceof ObjectNode object) {
            String name = names.pop();
            object.set(name, value);
            if (open.size() == 1) {
                parameters.put(name, value);
                onParameter.accept(name, value);
            }
        }
    }

    @Override
    public void objectStart() {
        open.push(NODES.objectNode());
    }

    @Override
    public void name(String name) {
        names.push(name);
    }

    @Override
    public void objectEnd() {
        add(open.pop());
    }

    @Override
    public void defaults() {
        JsonNode object = open.element();
        Map<JsonNode, Integer> sizes = givenSizes;
        if (sizes == null) {
            sizes = new IdentityHashMap<>();
            givenSizes = sizes;
        }
        sizes.put(object, object.size());
    }

    @Override
    public void arrayStart() {
        open.push(NODES.arrayNode());
    }

    @Override
    public void arrayEnd() {
        add(open.pop());
    }

    @Override
    public void text(CharSequence buffer, int start, int end) {
        text.append(buffer, start, end);
    }

    @Override
    public void stringEnd() {
        add(NODES.textNode(text.toString()));
        text.setLength(0);
    }

    @Override
    public void number(CharSequence literal) {
        add(numberNode(literal.toString()));
    }

    /** Returns whether a number has neither a fraction nor an exponent. */
    static boolean isPlain(CharSequence literal) {
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if (c == '.' || c == 'e' || c == 'E') {
                return false;
            }
        }
        return true;
    }

    private static JsonNode numberNode(String literal) {
        if (!isPlain(literal)) {
            return DecimalNode.valueOf(new BigDecimal(literal));
        }
        if (literal.length() <= SURELY_INT) {
            return IntNode.valueOf(Integer.parseInt(literal));
        }
        if (literal.length() > SURELY_LONG) {
            BigInteger value = new BigInteger(literal);
            return value.bitLength() < Long.SIZE ? integerNode(value.longValue()) : BigIntegerNode.valueOf(value);
        }
        return integerNode(Long.parseLong(literal));
    }

    private static JsonNode integerNode(long value) {
        return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
    }

    @Override
    public void bool(boolean value) {
        add(NODES.booleanNode(value));
    }

    @Override
    public void nullValue() {
        add(NODES.nullNode());
    }
}
