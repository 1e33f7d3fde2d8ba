package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Malformed and misleading argument streams from bug reports, each with its outcome. Where a report quotes a text it is
 * that text; where it only describes one it is the smallest that fits the description. Reports that are not about a
 * call's text (indexes, ids, finish reasons) are the assembler's and stand here with the text they were about.
 */
class MalformedStreamsTest {
    private static final ParameterType STRING = ParameterType.string();
    private static final ParameterType EDITS = ParameterType.arrayOf(
            ParameterType.objectOf(Parameter.required("oldText", STRING), Parameter.required("newText", STRING)));
    private static final ToolSchema WRITE =
            ToolSchema.of(Parameter.required("file_path", STRING), Parameter.required("content", STRING));
    private static final ToolSchema EDIT =
            ToolSchema.of(Parameter.required("path", STRING), Parameter.required("edits", EDITS));
    private static final ToolSchema ANYTHING = new ToolSchema(ParameterType.objectOf(List.of(), ParameterType.any()));

    private record Case(String text, ToolSchema schema, String outcome) {}

    private static final Map<Integer, Case> CASES = new HashMap<>();

    private static void stands(int report, String text, ToolSchema schema, String outcome) {
        CASES.put(report, new Case(text, schema, outcome));
    }

    /** A report that quotes the whole text. */
    private static final String QUOTED = null;

    static {
        stands(1, QUOTED, ANYTHING, "malformed-json@13/keywords");
        stands(2, QUOTED, ANYTHING, "malformed-json@28");
        stands(3, QUOTED, ANYTHING, "malformed-json@1");
        stands(4, QUOTED, ANYTHING, "malformed-json@7");
        stands(5, "{\"a\":1}x", ANYTHING, "malformed-json@7");
        stands(6, "{\"oldText\":\"a\",\"newText\":\"b\",\"path\":\"c\"}]", EDIT, "unknown-parameter@9/oldText");
        stands(7, QUOTED, ANYTHING, "malformed-json@21/oldText");
        stands(8, "{\"command\":\"grep '\\d'\"}", ANYTHING, "malformed-json@19/command");
        stands(9, QUOTED, ANYTHING, "truncated@20/command");
        stands(10, QUOTED, ANYTHING, "truncated@34/command");
        stands(11, QUOTED, ANYTHING, "truncated@42");
        stands(12, QUOTED, WRITE, "missing-parameter@21");
        stands(13, "{\"content\":\"" + "x".repeat(2_797), ANYTHING, "truncated@2809/content");
        stands(14, "{\"content\":\"x", ANYTHING, "truncated@13/content");
        stands(15, "{\"a\":1}{\"series\":\"", ANYTHING, "malformed-json@7");
        stands(16, "{\"a\":1}", ANYTHING, "none");
        stands(17, "", ANYTHING, "truncated@0");
        stands(18, "\"{\\\"city\\\": \\\"Paris\\\"}\"", ANYTHING, "not-an-object@0");
        stands(19, QUOTED, ANYTHING, "truncated@0");
        stands(20, QUOTED, EDIT, "type-mismatch@22/edits");
        stands(21, QUOTED, EDIT, "type-mismatch@32/edits/0");
        stands(
                22,
                "{\"content\":\"x</content><parameter name=\\\"metadata\\\">{}\"}",
                ToolSchema.of(Parameter.required("content", STRING), Parameter.required("metadata", STRING)),
                "missing-parameter@55");
        stands(23, "{\"text\":\"isn't exported.</payload>\\n</invoke>\"}", ANYTHING, "none");
        stands(24, QUOTED, ANYTHING, "none");
        stands(25, "{\"text\":\"\ud83d\ude00\"}", ANYTHING, "none");
        stands(26, QUOTED, WRITE, "missing-parameter@1");
    }

    @TestFactory
    List<DynamicTest> eachReportHasItsOutcomeInEveryChunkSize() {
        List<JsonNode> reports = Resources.lines("streams/malformed.jsonl");
        assertThat(reports).hasSize(CASES.size());
        return reports.stream()
                .map(report -> DynamicTest.dynamicTest(
                        report.get("n") + " " + report.get("class").asText(), () -> check(report)))
                .toList();
    }

    private static void check(JsonNode report) {
        Case expected = CASES.get(report.get("n").asInt());
        String text = expected.text() == null ? report.get("quoted").asText() : expected.text();
        for (int size = 1; size <= text.length() + 1; size += size < 50 ? 1 : 997) {
            String[] chunks = Texts.chunks(text, size).toArray(String[]::new);
            assertThat(Texts.error(expected.schema(), chunks)).isEqualTo(expected.outcome());
        }
    }
}
