package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {

    @ParameterizedTest
    @CsvSource({
        "path, path",
        "maxBytes, max_bytes",
        "URLPath, url_path",
        "xURL, x_url",
        "ReadFile, read_file",
        "parseJSON2, parse_json2",
        "with_Underscore, with_underscore",
        "A, a",
        "IsTITLE, is_title"
    })
    void snakeCase(String java, String json) {
        assertThat(Names.snakeCase(java)).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource({"path, PATH", "x-URL, X_URL", "2nd, _2ND", "a b, A_B", "'', _", "-, __"})
    void constant(String json, String java) {
        assertThat(Names.constant(json)).isEqualTo(java);
    }

    @ParameterizedTest
    @CsvSource({"read_file, true", "Read-2, true", "a b, false", "\u00e9, false", "a.b, false"})
    void toolName(String name, boolean valid) {
        assertThat(Names.isToolName(name)).isEqualTo(valid);
    }

    @Test
    void toolNamesHaveOneTo64Characters() {
        assertThat(Names.isToolName("")).isFalse();
        assertThat(Names.isToolName("x".repeat(64))).isTrue();
        assertThat(Names.isToolName("x".repeat(65))).isFalse();
    }

    @Test
    void uniqueNamesAreCounted() {
        Names.Unique names = new Names.Unique("NAME");
        assertThat(names.claim("PATH")).isEqualTo("PATH");
        assertThat(names.claim("PATH")).isEqualTo("PATH_2");
        assertThat(names.claim("PATH_2")).isEqualTo("PATH_2_2");
        assertThat(names.claim("NAME")).isEqualTo("NAME_2");
        assertThat(names.isReserved("NAME")).isTrue();
        assertThat(names.isReserved("PATH")).isFalse();
    }
}
