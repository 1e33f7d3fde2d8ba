package dev.toolpolicy.analysis.internal.automaton.match;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.shared.SharedData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Public suites: what must be read, what must be refused, and what must be found. */
class PublicSuitesTest {
    private static final String SCHEMAS = "json-schema-test-suite/tests/draft2020-12/";
    private static final String REGEXPP = "ecma-regex/regexpp/test/fixtures/parser/literal";

    @ParameterizedTest
    @CsvSource({"pattern.json", "optional/ecmascript-regex.json"})
    void patternsOfJsonSchema(String file) {
        int cases = 0;
        for (JsonNode group : Suites.read(SCHEMAS + file)) {
            JsonNode schema = group.get("schema");
            if (!schema.has("pattern")) {
                continue;
            }
            Language language =
                    PatternMeaningTest.language(schema.get("pattern").textValue());
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
        for (JsonNode group : Suites.read(SCHEMAS + "optional/ecmascript-regex.json")) {
            JsonNode patterns = group.get("schema").path("patternProperties");
            for (JsonNode test : group.get("tests")) {
                if (patterns.isEmpty() || !test.get("data").isObject()) {
                    continue;
                }
                cases++;
                Language language =
                        PatternMeaningTest.language(patterns.fieldNames().next());
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
        for (JsonNode group : Suites.read(SCHEMAS + "optional/format/ecmascript-regex.json")) {
            for (JsonNode test : group.get("tests")) {
                String data = test.get("data").textValue();
                boolean linear = !data.contains("\\k<") && !data.contains("(?<=");
                String expected = !linear ? "NOT_LINEAR" : test.get("valid").booleanValue() ? "read" : "SYNTAX";
                assertThat(Suites.reception(data)).as(test.toString()).isEqualTo(expected);
            }
        }
    }

    /** Valid patterns are read, or refused for just what they use; invalid ones are never read. */
    @Test
    void literalsOfRegexpp() {
        Map<String, JsonNode> latest = new TreeMap<>();
        Map<String, Integer> edition = new TreeMap<>();
        for (Path file : SharedData.files(REGEXPP)) {
            if (!file.toString().endsWith(".json")) {
                continue;
            }
            JsonNode suite = Suites.read(file);
            int year = suite.path("options").path("ecmaVersion").asInt(2025);
            suite.get("patterns").properties().forEach(each -> {
                if (edition.merge(each.getKey(), year, Math::max) == year) {
                    latest.put(each.getKey(), each.getValue());
                }
            });
        }
        List<String> faults = new ArrayList<>();
        int cases = 0;
        for (Map.Entry<String, JsonNode> each : latest.entrySet()) {
            int end = each.getKey().lastIndexOf('/');
            String flags = each.getKey().substring(end + 1);
            // What an old edition allows, later ones allow; what it refuses, they may not.
            boolean valid = each.getValue().has("ast");
            if (flags.equals("u") && (valid || edition.get(each.getKey()) >= 2018)) {
                cases++;
                check(each.getKey().substring(1, end), valid, each.getValue().toString(), faults);
            }
        }
        assertThat(faults).isEmpty();
        assertThat(cases).isGreaterThan(100);
    }

    @Test
    void patternsOfRegjsparser() {
        List<String> faults = new ArrayList<>();
        int cases = 0;
        for (Path file : SharedData.files("ecma-regex/regjsparser/test")) {
            // Files for the u flag are named for it; in others a pattern may be wrong only without it.
            String name = file.getFileName().toString();
            boolean unicode = name.contains("-unicode") && !name.contains("-unicode-set");
            for (Map.Entry<String, JsonNode> each : Suites.read(file).properties()) {
                boolean sets = Stream.of("--", "&&", "\\q", "\\u{2EBF0}", "{(", "\\1", "\\9")
                        .anyMatch(each.getKey()::contains);
                if (sets) {
                    continue; // of the v flag, of a newer Unicode, or valid only without the u flag
                }
                boolean valid = !each.getValue().path("type").asText().equals("error");
                if (!valid && !unicode) {
                    continue;
                }
                cases++;
                check(each.getKey(), valid, each.getValue().toString(), faults);
            }
        }
        assertThat(faults).isEmpty();
        assertThat(cases).isGreaterThan(100);
    }

    private static void check(String pattern, boolean valid, String tree, List<String> faults) {
        boolean linear = !tree.contains("look")
                && !tree.contains("ackreference")
                && !tree.contains("\"reference\"")
                && !pattern.contains("(?<=")
                && !pattern.contains("(?<!")
                && !pattern.contains("(?=")
                && !pattern.contains("(?!")
                && !pattern.contains("\\k");
        boolean supported = !tree.contains("odifiers") && !tree.contains("\"property\"") && !tree.contains("behavior");
        String reception = Suites.reception(pattern);
        boolean right = switch (reception) {
            case "read" -> valid && linear;
            case "SYNTAX" -> !valid;
            case "UNSUPPORTED" -> !valid || !supported;
            default -> !valid || !linear;
        };
        if (!right) {
            faults.add(reception + " " + (valid ? "valid: " : "invalid: ") + pattern);
        }
    }

    /** Texts that are plain ASCII, with patterns whose syntax ECMA-262 shares. */
    @Test
    void textsOfRust() {
        int cases = 0;
        for (Path file : SharedData.files("ecma-regex/rust-regex-testdata")) {
            if (!file.toString().endsWith(".toml")) {
                continue;
            }
            for (JsonNode test : Suites.read(file).path("test")) {
                String pattern = test.path("regex").asText();
                boolean options = test.size() != 4
                        || !test.has("matches")
                        || !test.get("regex").isTextual();
                String text = test.path("haystack").asText();
                boolean ascii = (pattern + text).chars().allMatch(c -> c > 0 && c < 128);
                boolean rusts = Stream.of(
                                "(?", "[[", "&&", "--", "~~", "\\z", "\\A", "\\b{", "\\<", "\\>", "\\x{", "\\u{", "\\U",
                                "\\p", "\\P", "\\a", "$", "^")
                        .anyMatch(pattern::contains);
                if (!options && ascii && !rusts && Suites.reception(pattern).equals("read")) {
                    cases++;
                    assertThat(PatternMeaningTest.language(pattern).contains(text))
                            .as(file.getFileName() + ": " + test)
                            .isEqualTo(!test.get("matches").isEmpty());
                }
            }
        }
        assertThat(cases).isGreaterThan(40);
    }
}
