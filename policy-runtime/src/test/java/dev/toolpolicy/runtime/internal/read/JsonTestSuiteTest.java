package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.schema.ArgumentError;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * JSONTestSuite: {@code y_} must be accepted, {@code n_} must not, {@code i_} may be. Where we are stricter than RFC
 * 8259, or it leaves the choice, the outcome stands here. The parser reads characters, so files that are not UTF-8 are
 * left out.
 */
class JsonTestSuiteTest {
    private static final Map<String, String> OUTCOMES = new TreeMap<>();

    static {
        // Names come once
        outcome("y_object_duplicated_key", "duplicate-key");
        outcome("y_object_duplicated_key_and_value", "duplicate-key");
        // A number's value is a finite double, and its exponent one that can be reckoned with
        outcome("i_number_double_huge_neg_exp", "none");
        outcome("i_number_huge_exp", "limit-exceeded");
        outcome("i_number_neg_int_huge_exp", "limit-exceeded");
        outcome("i_number_pos_double_huge_exp", "limit-exceeded");
        outcome("i_number_real_neg_overflow", "limit-exceeded");
        outcome("i_number_real_pos_overflow", "limit-exceeded");
        outcome("i_number_real_underflow", "none");
        outcome("i_number_too_big_neg_int", "none");
        outcome("i_number_too_big_pos_int", "none");
        outcome("i_number_very_big_negative_int", "none");
        // Surrogates come in pairs
        outcome("i_object_key_lone_2nd_surrogate", "malformed-json");
        outcome("i_string_1st_surrogate_but_2nd_missing", "malformed-json");
        outcome("i_string_1st_valid_surrogate_2nd_invalid", "malformed-json");
        outcome("i_string_incomplete_surrogate_and_escape_valid", "malformed-json");
        outcome("i_string_incomplete_surrogate_pair", "malformed-json");
        outcome("i_string_incomplete_surrogates_escape_valid", "malformed-json");
        outcome("i_string_invalid_lonely_surrogate", "malformed-json");
        outcome("i_string_invalid_surrogate", "malformed-json");
        outcome("i_string_inverted_surrogates_U+1D11E", "malformed-json");
        outcome("i_string_lone_second_surrogate", "malformed-json");
        // No byte-order mark
        outcome("i_structure_UTF-8_BOM_empty_object", "malformed-json");
        // Nesting
        outcome("i_structure_500_nested_arrays", "limit-exceeded");
    }

    private static void outcome(String text, String code) {
        OUTCOMES.put(text + ".json", code);
    }

    static List<Path> texts() {
        return Resources.files("json-test-suite/test_parsing").stream()
                .filter(file -> Resources.utf8(file).isPresent())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void eachTextHasItsOutcomeHoweverItIsCut(Path file) {
        String name = file.getFileName().toString();
        String text = Resources.utf8(file).orElseThrow();
        Texts.Reading whole = Texts.read(text);
        String code =
                whole.error().map(ArgumentError::code).map(Object::toString).orElse("none");
        if (name.startsWith("n_")) {
            assertThat(code).isIn("malformed-json", "truncated", "limit-exceeded");
        } else {
            assertThat(code).isEqualTo(OUTCOMES.getOrDefault(name, name.startsWith("y_") ? "none" : "not documented"));
        }
        for (int size = 1; size < Math.min(text.length(), 80); size++) {
            assertThat(Texts.read(ArgumentLimits.defaults(), Texts.chunks(text, size)))
                    .isEqualTo(whole);
        }
    }

    @Test
    void everyDocumentedTextIsThere() {
        TreeSet<String> names = new TreeSet<>();
        texts().forEach(file -> names.add(file.getFileName().toString()));
        assertThat(names).hasSizeGreaterThan(290).containsAll(OUTCOMES.keySet());
    }
}
