package dev.toolpolicy.processor.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UniqueNamesTest {

    @ParameterizedTest
    @CsvSource({"path, PATH", "x-URL, X_URL", "2nd, _2ND", "a b, A_B", "'', _", "-, __"})
    void constant(String json, String java) {
        assertThat(UniqueNames.constant(json)).isEqualTo(java);
    }

    @Test
    void secondClaimsGetANumber() {
        UniqueNames names = new UniqueNames("NAME");
        assertThat(names.claim("PATH")).isEqualTo("PATH");
        assertThat(names.claim("PATH")).isEqualTo("PATH_2");
        assertThat(names.claim("PATH_2")).isEqualTo("PATH_2_2");
        assertThat(names.claim("NAME")).isEqualTo("NAME_2");
        assertThat(names.isReserved("NAME")).isTrue();
        assertThat(names.isReserved("PATH")).isFalse();
    }
}
