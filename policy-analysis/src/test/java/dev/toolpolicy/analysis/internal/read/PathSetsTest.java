package dev.toolpolicy.analysis.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.schema.NormalPath;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathSetsTest {
    private static final NormalPath.Form PLAIN = NormalPath.Form.PLAIN;

    @ParameterizedTest
    @CsvSource({
        "/etc, /ETC/passwd, true",
        "/etc, /ETCx, false",
        "/\u2167, /\u2177/a, true",
        "../A, ../a/b, true",
        "../.., ../../.., false",
        "../.., ../../A, true",
        "., A, true",
        "., ../A, false",
        "/, /A, true"
    })
    void aDirectoryIgnoresTheCaseOfAllCharactersThatHaveOne(String directory, String path, boolean expected) {
        assertThat(PathSets.under(directory, PLAIN, true).contains(PLAIN.of(path)))
                .isEqualTo(expected);
    }

    /** A set compares places: a path's own, or the one that a relative path has in the workspace. */
    @Test
    void aPathOfARuleMeansItsPlaceInTheWorkspace() {
        long seed = 20_261_125;
        Random random = new Random(seed);
        NormalPath.Form outside = PLAIN.withHome("/");
        NormalPath.Form form = outside.inWorkspace("/w/p");
        for (int i = 0; i < 5_000; i++) {
            String rule = (random.nextBoolean() ? "/" : "~/") + names(random);
            String written = (random.nextInt(4) == 0 ? "/" : "") + names(random);
            NormalPath place = outside.of(written.startsWith("/") ? written : "/w/p/" + written);
            NormalPath directory = outside.ofRule(rule);
            NormalPath path = form.of(written);
            boolean ignoresCase = random.nextBoolean();
            assertThat(PathSets.under(rule, form, ignoresCase).contains(path))
                    .as("%s under %s, seed %d", written, rule, seed)
                    .isEqualTo(place.isAtOrBelow(directory));
            assertThat(PathSets.equalTo(List.of(rule), form, ignoresCase).contains(path))
                    .as("%s is %s, seed %d", written, rule, seed)
                    .isEqualTo(place.equals(directory));
        }
    }

    @ParameterizedTest
    @CsvSource({"a, true", "../v/a, true", "c:/v/a, true", "D:/a, false", "d:a, false", "/a, false", "//c:/w/a, false"})
    void aPathOnAnotherDriveIsNotInTheWorkspace(String path, boolean expected) {
        NormalPath.Form form = PLAIN.withWindowsNames().inWorkspace("C:/w");
        assertThat(PathSets.under("c:/", form, false).contains(form.of(path))).isEqualTo(expected);
        assertThat(PathSets.under("c:/", form, true).contains(form.of(path))).isEqualTo(expected);
    }

    private static String names(Random random) {
        StringBuilder path = new StringBuilder();
        for (int n = random.nextInt(5); n >= 0; n--) {
            path.append(List.of("..", "w", "p", "a", "../..").get(random.nextInt(5)))
                    .append('/');
        }
        return path.toString();
    }
}
