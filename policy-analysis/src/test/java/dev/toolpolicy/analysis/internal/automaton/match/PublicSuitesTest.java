package dev.toolpolicy.analysis.internal.automaton.match;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Public suites: what must be read, what must be refused, and what must be found. */
class PublicSuitesTest {

    @ParameterizedTest
    @CsvSource({"pattern.json", "ecmascript-regex.json"})
    void patternsOfJsonSchema(String file) {
        int cases = 0;
        for (JsonNode group : Suites.read("json-schema-test-suite/" + file)) {
            JsonNode schema = group.get("schema");
            if (!schema.has("pattern")) {
                continue;
            }
            Language language = PatternMeaningTest.language(schema.get("pattern").textValue());
            for (JsonNode test : group.get("tests")) {
                JsonNode data = test.get("data");
                if (data.isTextual()) {
                    cases++;
                    assertThat(language.contains(data.textValue()))
                            .as("%s: %s: %s", group.get("description"), test.get("description"), data)
                            .isEqualTo(test.get("valid").booleanValue());
                }
            }
        }
        assertThat(cases).isEqualTo(file.equals("pattern.json") ? 6 : 57);
    }

    @Test
    void namesOfPropertiesWithPatterns() {
        int cases = 0;
        for (JsonNode group : Suites.read("json-schema-test-suite/ecmascript-regex.json")) {
            JsonNode patterns = group.get("schema").path("patternProperties");
            for (JsonNode test : group.get("tests")) {
                if (patterns.isEmpty() || !test.get("data").isObject()) {
                    continue;
                }
                cases++;
                Language language = PatternMeaningTest.language(patterns.fieldNames().next());
                boolean all = true;
                for (var names = test.get("data").fieldNames(); names.hasNext(); ) {
                    all &= language.contains(names.next());
                }
                assertThat(all)
                        .as("%s: %s", group.get("description"), test)
                        .isEqualTo(test.get("valid").booleanValue());
            }
        }
        assertThat(cases).isEqualTo(17);
    }

    /** Back-references and look-behind are the only syntax in it that we refuse. */
    @Test
    void formatOfJsonSchema() {
        for (JsonNode group : Suites.read("json-schema-test-suite/format-ecmascript-regex.json")) {
            for (JsonNode test : group.get("tests")) {
                String data = test.get("data").textValue();
                boolean linear = !data.contains("\\k<") && !data.contains("(?<=");
                String expected = !linear ? "NOT_LINEAR" : test.get("valid").booleanValue() ? "read" : "SYNTAX";
                assertThat(Suites.reception(data)).as(test.toString()).isEqualTo(expected);
            }
        }
    }

    /** Valid patterns are read, or refused for just what they use; invalid ones never are read. */
    @ParameterizedTest
    @CsvSource({"regexpp.json, 391", "regjsparser.json, 124"})
    void patternsToReadOrRefuse(String file, int cases) {
        JsonNode suite = Suites.read("ecma-regex/" + file);
        List<String> faults = new ArrayList<>();
        for (JsonNode test : suite) {
            String reception = Suites.reception(test.get("pattern").textValue());
            String uses = test.get("uses").toString();
            boolean linear = !uses.contains("look-") && !uses.contains("back-reference");
            boolean supported = !uses.contains("flags") && !uses.contains("property");
            boolean right = switch (reception) {
                case "read" -> test.get("valid").booleanValue() && linear;
                case "SYNTAX" -> !test.get("valid").booleanValue();
                case "UNSUPPORTED" -> !supported;
                default -> !linear || !test.get("valid").booleanValue();
            };
            if (!right) {
                faults.add(reception + ": " + test);
            }
        }
        assertThat(faults).isEmpty();
        assertThat(suite).hasSize(cases);
    }

    @Test
    void textsOfRust() {
        Map<String, Integer> receptions = new TreeMap<>();
        for (JsonNode test : Suites.read("ecma-regex/rust-regex.json")) {
            String pattern = test.get("pattern").textValue();
            String reception = Suites.reception(pattern);
            receptions.merge(reception, 1, Integer::sum);
            if (reception.equals("read")) {
                assertThat(PatternMeaningTest.language(pattern).contains(test.get("text").textValue()))
                        .as(test.toString())
                        .isEqualTo(test.get("found").booleanValue());
            }
        }
        assertThat(receptions).isEqualTo(Map.of("read", 280, "SYNTAX", 8));
    }
}
