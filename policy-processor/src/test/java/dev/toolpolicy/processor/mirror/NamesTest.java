package dev.toolpolicy.processor.mirror;

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
}
