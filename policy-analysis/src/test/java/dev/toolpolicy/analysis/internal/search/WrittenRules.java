package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.PageLines;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules as an author writes them, and all that the validator says of them as one text. */
final class WrittenRules {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("count", ParameterType.integer()),
            Parameter.optional("content", ParameterType.string()),
            Parameter.optional("level", ParameterType.string(List.of("low", "high"))),
            Parameter.required("force", ParameterType.bool()),
            Parameter.optional(
                    "options",
                    ParameterType.objectOf(
                            Parameter.optional("name", ParameterType.string()),
                            Parameter.optional("a/b", ParameterType.any()))),
            Parameter.optional("tags", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional(
                    "edits",
                    ParameterType.arrayOf(ParameterType.objectOf(Parameter.optional("text", ParameterType.string())))));
    static final String ASK = "{'mode': 'ask'}";

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException(text, broken);
        }
    }

    static List<ObjectNode> drafts(String... rules) {
        return Stream.of(rules).map(rule -> (ObjectNode) json(rule)).toList();
    }

    /** Every diagnostic with its place, as {@code severity rule.member[element]}, then its text, then second places. */
    static String print(CheckedRules checked) {
        return checked.diagnostics().stream().map(WrittenRules::print).collect(Collectors.joining());
    }

    private static String print(Diagnostic problem) {
        String member = problem.member().map(name -> "." + Words.ascii(name)).orElse("");
        String element = problem.element() < 0 ? "" : "[" + problem.element() + "]";
        StringBuilder text = new StringBuilder(problem.severity() + " " + problem.rule() + member + element + "\n");
        text.append(PageLines.cut(problem.message()));
        problem.related()
                .forEach(place ->
                        text.append("\n").append(place.rule()).append(": ").append(place.line()));
        return text.append("\n").toString();
    }

    static String typed(String... rules) {
        return print(RuleListReader.read(RuleScope.of(SCHEMA, PathReading.PLAIN), drafts(rules), ValueSyntax.TYPED));
    }

    static String moving(String... rules) {
        ToolSchema schema = ToolSchema.of(
                Parameter.required("from", ParameterType.path()),
                Parameter.optional("content", ParameterType.string()).asLarge(),
                Parameter.required("to", ParameterType.path()),
                Parameter.optional("times", ParameterType.integer(BigInteger.ONE, BigInteger.TEN)));
        return print(RuleListReader.read(RuleScope.of(schema, PathReading.PLAIN), drafts(rules), ValueSyntax.TYPED));
    }

    static String text(String... rules) {
        return print(RuleListReader.read(RuleScope.of(SCHEMA, PathReading.PLAIN), drafts(rules), ValueSyntax.TEXT));
    }

    private WrittenRules() {}
}
