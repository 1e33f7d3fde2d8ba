package dev.toolpolicy.runtime.internal.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The checks of every text: does it read the same however it is cut, does Jackson agree, and does a schema check find the same error or let through the same values however it is cut.
 */
public final class ParserFuzz {
    /** Two private characters stand for the halves of a surrogate pair, which UTF-8 can't express one by one. */
    private static final String STAND_INS = "\ue000\ue001";

    private static final String HALVES = "\ud83d\ude00";
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("a", ParameterType.any()),
            Parameter.optional("path", ParameterType.path()),
            Parameter.optional("b", ParameterType.integer()),
            Parameter.optional(
                    "n0",
                    ParameterType.arrayOf(ParameterType.objectOf(
                            Parameter.required("a", ParameterType.string()),
                            Parameter.optional("n1", ParameterType.number())))),
            Parameter.optional("n2", ParameterType.bool()).withDefault(JsonNodeFactory.instance.booleanNode(true)));

    private ParserFuzz() {}

    /**
     * Tries one text. Called by Jazzer.
     *
     * @param data the text as UTF-8, which may be malformed
     */
    public static void fuzzerTestOneInput(byte[] data) {
        Random random = new Random(Arrays.hashCode(data));
        String text = read(data);
        try {
            Agreement.check(text, random);
            checksAgree(text, random);
        } catch (RuntimeException | Error fault) {
            throw new AssertionError("the text " + literal(text) + ", the bytes " + Arrays.toString(data), fault);
        }
    }

    /** A text as {@link #fuzzerTestOneInput} takes it. */
    static byte[] written(String text) {
        StringBuilder pairs = new StringBuilder();
        text.codePoints()
                .forEach(c -> pairs.appendCodePoint(HALVES.indexOf(c) >= 0 ? STAND_INS.charAt(HALVES.indexOf(c)) : c));
        return pairs.toString().getBytes(UTF_8);
    }

    private static String read(byte[] data) {
        String text = new String(data, UTF_8);
        return text.replace(STAND_INS.charAt(0), HALVES.charAt(0)).replace(STAND_INS.charAt(1), HALVES.charAt(1));
    }

    private static void checksAgree(String text, Random random) {
        String whole = checked(List.of(text));
        for (List<String> chunks : List.of(Texts.chunks(text, 1), Cuts.random(text, random))) {
            String cut = checked(chunks);
            if (!whole.equals(cut)) {
                throw new AssertionError("checked in the pieces " + chunks + " it is " + cut + ", whole " + whole);
            }
        }
    }

    private static String checked(List<String> chunks) {
        List<String> told = new ArrayList<>();
        ValueAggregator values = new ValueAggregator((name, value) -> told.add(name + "=" + value));
        FragmentParser parser = Texts.parse(new SchemaCheck(SCHEMA, values), chunks);
        return told + " " + values.value() + " " + parser.error();
    }

    /** The text as a Java program writes it. */
    private static String literal(String text) {
        StringBuilder literal = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                literal.append('\\').append(c);
            } else if (c >= ' ' && c < 0x7f) {
                literal.append(c);
            } else if (c == '\n' || c == '\r') {
                literal.append(c == '\n' ? "\\n" : "\\r");
            } else {
                literal.append(String.format("\\u%04x", (int) c));
            }
        }
        return literal.append('"').toString();
    }
}
