package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.toolpolicy.runtime.call.ToolCallStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each call of the page on early decisions is decided where the page marks it. */
class EarlyDecisionsGuideTest {
    private static final String MARK = "▶";

    @TestFactory
    Stream<DynamicTest> eachCallIsDecidedWhereItIsMarked() {
        List<DynamicTest> tests = new ArrayList<>();
        List<String> before = List.of();
        for (List<String> row : new GuideTable("explanation/early-decisions.md", "| rules | call | answer |")
                .rows()
                .toList()) {
            List<String> rules = row.get(0).equals("the same") ? before : GuideTable.codes(row.get(0));
            String marked = GuideTable.codes(row.get(1)).get(0);
            tests.add(DynamicTest.dynamicTest(rules + " on " + marked, () -> {
                assertThat(RulesGuideTest.answer(rules, marked.replace(MARK, "")))
                        .isEqualTo(row.get(2));
                assertThat(marked(rules, marked.replace(MARK, ""))).isEqualTo(marked);
            }));
            before = rules;
        }
        return tests.stream();
    }

    @Test
    void theExplanationIsThatOfTheEngine() throws JsonProcessingException {
        List<String> rules = List.of(
                "{\"arg\": \"/tags\", \"const\": \"prod\", \"mode\": \"ask\"}",
                "{\"arg\": \"/tags\", \"const\": \"test\", \"mode\": \"allow\"}",
                "{\"mode\": \"ask\"}");
        try (PolicySession session =
                RulesGuideTest.builder(rules).recordExplanations().build().session("guide")) {
            ToolCallStream call = session.calls()
                    .call("", "example")
                    .append("{\"tags\": [\"test\"")
                    .append(", \"x\"");
            assertThat(GuideTable.text("explanation/early-decisions.md"))
                    .contains("```text\n" + call.explanation().orElseThrow() + "\n```");
        }
    }

    /** The text with a mark where the decision is first there. */
    private static String marked(List<String> rules, String text) throws JsonProcessingException {
        try (PolicySession session = RulesGuideTest.builder(rules).build().session("guide")) {
            ToolCallStream call = session.calls().call("", "example");
            int read = 0;
            while (call.decision().isEmpty() && read < text.length()) {
                call.append(text.substring(read, read + 1));
                read++;
            }
            return text.substring(0, read) + MARK + text.substring(read);
        }
    }
}
