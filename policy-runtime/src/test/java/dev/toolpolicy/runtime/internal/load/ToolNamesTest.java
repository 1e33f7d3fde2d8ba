package dev.toolpolicy.runtime.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names and patterns of tools. */
class ToolNamesTest {
    @ParameterizedTest
    @CsvSource({
        "read, read, true",
        "read, read_file, false",
        "r?ad, read, false",
        "[r]ead, read, false",
        "*, read, true",
        "*, '', true",
        "read*, read, true",
        "read*, read_file, true",
        "read*, unread, false",
        "*read, unread, true",
        "*read, reads, false",
        "a*b*c, a-b-c, true",
        "a*b*c, a-c-b, false",
        "a*b*c, abbc, true",
        "a?*, a?b, true",
        "a?*, abc, false",
        "[a]*, [a]b, true",
        "[a]*, ab, false"
    })
    void onlyTheStarStandsForOtherCharacters(String pattern, String tool, boolean fits) {
        assertThat(ToolNames.fits(pattern, tool)).isEqualTo(fits);
        assertThat(ToolNames.selector(pattern).selects(tool)).isEqualTo(fits);
        assertThat(ToolNames.fitting(pattern, List.of(tool)).isEmpty()).isNotEqualTo(fits);
        assertThat(ToolNames.mayMeet(pattern, tool) || !fits).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "read*, *file, true",
        "read*, read_*, true",
        "read*, write*, false",
        "*_file, *_mail, false",
        "read*, read, true",
        "read_*, mail, false",
        "read_*, read, false",
        "a*bb*, a*b*, true"
    })
    void patternsMeetUnlessTheirEndsDiffer(String one, String other, boolean meet) {
        assertThat(ToolNames.mayMeet(one, other)).isEqualTo(meet);
        assertThat(ToolNames.mayMeet(other, one)).isEqualTo(meet);
    }

    @ParameterizedTest
    @CsvSource({"mcp_*_rm, mcp_gh_*, mcp_gh_*_rm", "*, *_rm, *_rm", "a*b*c, *d*, a*b*d*c", "a*, ab*, ab*"})
    void theNamesOfWhatTwoPatternsShareFitBoth(String one, String other, String met) {
        assertThat(ToolNames.meet(one, other)).isEqualTo(met);
        for (String name : List.of(met.replace("*", ""), met.replace('*', '~'))) {
            assertThat(List.of(ToolNames.fits(one, name), ToolNames.fits(other, name)))
                    .containsOnly(true);
        }
    }

    @Test
    void theCharactersBesideStarsMakeAPatternSpecific() {
        assertThat(ToolNames.specificity("*")).isZero();
        assertThat(ToolNames.specificity("a*b*")).isEqualTo(2);
    }
}
