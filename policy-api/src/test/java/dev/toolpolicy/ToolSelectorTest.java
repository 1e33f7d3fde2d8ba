package dev.toolpolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolSelectorTest {

    @ParameterizedTest
    @CsvSource({
        "vfs_*, vfs_write, true",
        "vfs_*, vfs_, true",
        "vfs_*, VFS_write, false",
        "vfs_*, my_vfs_write, false",
        "*_file, read_file, true",
        "*_file, read_files, false",
        "r*a*e, read_a_file, true",
        "r*ab*e, read_a_file, false",
        "?, a, true",
        "?, ab, false",
        "a?c, ac, false",
        "[rw]*, read, true",
        "[rw]*, list, false",
        "[a-m]x, kx, true",
        "[a-m]x, nx, false",
        "[!a-m]x, nx, true",
        "[!a-m]x, ax, false",
        "[]]x, ]x, true",
        "[!]]x, ]x, false",
        "[*]x, *x, true",
        "[*]x, ax, false",
        "[a-]x, -x, true",
        "[!-z]x, -x, false",
        "[!- ]x, zx, true",
        "[a-cx-z], y, true",
        "[a-cx-z], d, false",
        "a.b, axb, false",
        "a\\b, a\\b, true",
        "*a*a*a*a*b, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, false",
    })
    void patternsMatchWholeNames(String pattern, String name, boolean selected) {
        assertThat(ToolSelector.matching(pattern).selects(name)).isEqualTo(selected);
    }

    @Test
    void namesAndPatternsAreAUnion() {
        ToolSelector selector = new ToolSelector(Set.of("deploy"), Set.of("vfs_*"), false);

        assertThat(selector.selects("deploy")).isTrue();
        assertThat(selector.selects("vfs_read")).isTrue();
        assertThat(selector.selects("read")).isFalse();
    }

    @Test
    void namingNothingMeansEveryTool() {
        assertThat(ToolSelector.everyTool().selects("anything")).isTrue();
        assertThat(ToolSelector.named(Set.of()).selects("anything")).isTrue();
        assertThat(ToolSelector.matching().selects("anything")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[", "a[", "a[b", "[!", "[]", "[!]", "[z-a]", "[!z-a]", "x[a-cz-y]"})
    void emptyAndOpenPatternsAreRefused(String pattern) {
        assertThatThrownBy(() -> ToolSelector.matching(pattern)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void emptyNamesAreRefused() {
        assertThatThrownBy(() -> ToolSelector.named(Set.of(""))).hasMessage("tool name must not be empty");
    }

    /** The platform's own globs say the same of patterns that mean the same to both. */
    @Test
    void agreesWithThePlatformsGlobs() {
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            String pattern = any(random, "ab*?", 7);
            String name = any(random, "ab", 7);
            boolean expected =
                    FileSystems.getDefault().getPathMatcher("glob:" + pattern).matches(Path.of(name));
            assertThat(ToolSelector.matching(pattern).selects(name))
                    .as("seed %d: %s on %s", seed, pattern, name)
                    .isEqualTo(expected);
        }
    }

    private static String any(Random random, String alphabet, int most) {
        StringBuilder text = new StringBuilder();
        for (int length = 1 + random.nextInt(most); length > 0; length--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
