package dev.toolpolicy.processor.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.palantir.javapoet.CodeBlock;
import dev.toolpolicy.schema.ExactNumber;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Values as Java source in plain ASCII, which compiles under any source encoding. */
final class Literals {
    /** The longest constant: a class file stores at most 65535 bytes, and a character takes up to three. */
    private static final int LONGEST_CONSTANT = 65535 / 3;

    /** The least number of values that are in a lambda. */
    private static final int FEW = 16;

    /** The most texts that are literals; a method has at most 65535 bytes of code. */
    static final int MANY = 100;

    private Literals() {}

    /** Returns a string literal. */
    static CodeBlock text(String text) {
        return CodeBlock.of("$L", '"' + escaped(text, true) + '"');
    }

    static CodeBlock texts(List<String> texts) {
        return texts.size() <= MANY || texts.stream().anyMatch(text -> text.contains("\0"))
                ? texts.stream().map(Literals::text).collect(CodeBlock.joining(", "))
                : CodeBlock.of("$L.split($L, -1)", block(List.of(String.join("\0", texts))), text("\0"));
    }

    /** Returns text as code in a Javadoc comment. */
    static String code(String text) {
        String plain = escaped(text, true).replace("@", "&#64;").replace("*/", "*&#47;");
        return text.chars().allMatch(c -> c >= ' ' && c <= '~' && "{}@\\*&<>".indexOf(c) < 0)
                ? "{@code " + text + "}"
                : "<code>"
                        + plain.replace("<", "&lt;")
                                .replace(">", "&gt;")
                                .replace("{", "&#123;")
                                .replace("}", "&#125;") + "</code>";
    }

    /**
     * Returns a long single-line text as a text block with line breaks after each piece. The line breaks are not part
     * of the text.
     *
     * <pre>{@code
     * """
     *         {"type":"object","properties":{\
     *         "path":{"type":"string"}},\
     *         "required":["path"],"additionalProperties":false}"""
     * }</pre>
     */
    static CodeBlock block(List<String> pieces) {
        List<CodeBlock> constants = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        int length = 0;
        for (String piece : pieces.stream().flatMap(Literals::parts).toList()) {
            if (length + piece.length() > LONGEST_CONSTANT && !lines.isEmpty()) {
                constants.add(constant(lines));
                lines.clear();
                length = 0;
            }
            lines.add(piece);
            length += piece.length();
        }
        constants.add(constant(lines));
        return constants.size() == 1
                ? constants.get(0)
                : CodeBlock.of("$T.join(\"\",\n$L)", String.class, CodeBlock.join(constants, ",\n"));
    }

    /** Returns a piece in parts that each fit a constant. */
    private static Stream<String> parts(String piece) {
        return IntStream.rangeClosed(0, piece.length() / LONGEST_CONSTANT)
                .map(part -> part * LONGEST_CONSTANT)
                .mapToObj(start -> piece.substring(start, Math.min(piece.length(), start + LONGEST_CONSTANT)))
                .filter(part -> !part.isEmpty());
    }

    private static CodeBlock constant(List<String> lines) {
        String joined = String.join("\\\n", lines.stream().map(Literals::line).toList());
        return CodeBlock.of("$L", "\"\"\"\n" + joined + "\"\"\"");
    }

    /** Returns a line of a text block. Its leading and trailing spaces are escaped, since text blocks strip them. */
    private static String line(String text) {
        String line = escaped(text, false);
        String opened = line.startsWith(" ") ? "\\s" + line.substring(1) : line;
        return opened.endsWith(" ") ? opened.substring(0, opened.length() - 1) + "\\s" : opened;
    }

    /** Returns an expression that creates a JSON value. */
    static CodeBlock json(JsonNode node) {
        if (node.isTextual()) {
            return CodeBlock.of("$T.valueOf($L)", TextNode.class, text(node.textValue()));
        } else if (node.isBoolean()) {
            return CodeBlock.of("$T.$L", BooleanNode.class, node.booleanValue() ? "TRUE" : "FALSE");
        } else if (node.isInt()) {
            return CodeBlock.of("$T.valueOf($L)", IntNode.class, node.intValue());
        } else if (node.isNumber()) {
            return CodeBlock.of("$T.valueOf($L)", DecimalNode.class, decimal(ExactNumber.of(node)));
        } else if (node.isNull()) {
            return CodeBlock.of("$T.instance", NullNode.class);
        }
        List<CodeBlock> calls = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(element -> calls.add(CodeBlock.of(".add($L)", json(element))));
            return container(ArrayNode.class, "arrayNode()", ".addAll", calls);
        }
        node.properties()
                .forEach(each -> calls.add(CodeBlock.of(
                        ".<$T>set($L, $L)", ObjectNode.class, text(each.getKey()), json(each.getValue()))));
        return container(ObjectNode.class, "objectNode()", ".<ObjectNode>setAll", calls);
    }

    /** Returns an expression that creates a list or an object. A lambda has its own limit of code, and javac one of calls. */
    private static CodeBlock container(Class<?> type, String empty, String join, List<CodeBlock> calls) {
        int half = calls.size() / 2;
        CodeBlock code = half < FEW
                ? CodeBlock.of("$T.instance.$L$L", JsonNodeFactory.class, empty, CodeBlock.join(calls, ""))
                : CodeBlock.of(
                        "$L$L($L)",
                        container(type, empty, join, calls.subList(0, half)),
                        join,
                        container(type, empty, join, calls.subList(half, calls.size())));
        return calls.size() < FEW ? code : CodeBlock.of("(($T<$T>) () -> $L).get()", Supplier.class, type, code);
    }

    /** Returns an expression that creates an exact number. */
    static CodeBlock decimal(ExactNumber number) {
        return CodeBlock.of("new $T($L)", BigDecimal.class, text(number.toString()));
    }

    private static String escaped(String text, boolean quotes) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean quote = c == '"' && (quotes || text.startsWith("\"\"\"", i) || i == text.length() - 1);
            if (quote || c == '\\') {
                escaped.append('\\').append(c);
            } else if (c == '\n') {
                escaped.append("\\n");
            } else if (c == '\t') {
                escaped.append("\\t");
            } else if (c < ' ') {
                escaped.append(String.format("\\%03o", (int) c));
            } else if (c > '~') {
                escaped.append(String.format("\\u%04x", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
