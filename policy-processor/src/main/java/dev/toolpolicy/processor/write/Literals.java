package dev.toolpolicy.processor.write;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Values as Java source in plain ASCII, which compiles under any source encoding. */
final class Literals {
    /** The longest constant: a class file stores at most 65535 bytes, and a character takes up to three. */
    private static final int LONGEST_CONSTANT = 65535 / 3;

    private Literals() {}

    /** Returns a string literal. */
    static CodeBlock text(String text) {
        return CodeBlock.of("$L", '"' + escaped(text, true) + '"');
    }

    static CodeBlock texts(List<String> texts) {
        return texts.stream().map(Literals::text).collect(CodeBlock.joining(", "));
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
        return node.isArray() ? array(node) : object(node);
    }

    private static CodeBlock array(JsonNode node) {
        List<CodeBlock> elements = new ArrayList<>();
        node.forEach(element -> elements.add(json(element)));
        CodeBlock all = CodeBlock.of("$T.<$T>of($L)", List.class, JsonNode.class, CodeBlock.join(elements, ", "));
        return CodeBlock.of("$T.instance.arrayNode().addAll($L)", JsonNodeFactory.class, all);
    }

    private static CodeBlock object(JsonNode node) {
        CodeBlock.Builder code = CodeBlock.builder().add("$T.instance.objectNode()", JsonNodeFactory.class);
        for (Map.Entry<String, JsonNode> each : node.properties()) {
            code.add(".<$T>set($L, $L)", ObjectNode.class, text(each.getKey()), json(each.getValue()));
        }
        return code.build();
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
