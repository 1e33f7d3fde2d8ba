package dev.toolpolicy.analysis.internal.automaton.glob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobsTest {
    private static final NormalPath.Form PLAIN = NormalPath.Form.PLAIN;

    @ParameterizedTest
    @CsvSource({
        "src/*, src/a, true",
        "src/*, src/a/b, false",
        "src/*, src/.a, true",
        "src/**, src, true",
        "src/**, src/a/b, true",
        "src/, src/a/b, true",
        "src/**/x, src/x, true",
        "**/x/**, a/x/b/c, true",
        "**/**, a/b, true",
        "**, ., true",
        "*, ., false",
        "**, ../a, false",
        "**, ..a, true",
        "*, .., false",
        "**, /a, false",
        "*.pem, a/b/c.pem, true",
        "./*.pem, a/c.pem, false",
        "secrets, secrets/x, false",
        "/etc/**, /etc, true",
        "/etc/**, /etcx, false",
        "/**, /, true",
        "/*, /, false",
        "f[0-9], f7, true",
        "f[!0-9], f7, false",
        "f[^0-9], fx, true",
        "f[]], f], true",
        "f[!]], f], false",
        "a[!b]c, a/c, false",
        "a?c, a/c, false",
        "'*.{js,ts}', a/b.ts, true",
        "'a\\*', a*, true",
        "'a\\*', ab, false",
        "[+-9]x, /x, false",
    })
    void aGlobMatchesPathsByTheirNormalForms(String glob, String path, boolean expected) {
        assertThat(Globs.onPaths(glob, PLAIN, false).contains(path)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "'a[', 1",
        "'a{b', 1",
        "'a{b,{c}}', 4",
        "'a{b,}', 4",
        "'{}', 1",
        "a/../b, 2",
        "a**/b, 1",
        "~u/x, 0",
        "'[b-a]', 1",
        "'a\\', 1",
        "'a{b/c,d}', 3",
        "'', 0"
    })
    void aMistakeInAGlobHasItsPlace(String glob, int offset) {
        assertThatThrownBy(() -> Globs.onPaths(glob, PLAIN, false))
                .isInstanceOfSatisfying(
                        TextSyntaxException.class, e -> assertThat(e.offset()).isEqualTo(offset));
    }

    @ParameterizedTest
    @CsvSource({
        "a*c, a/b/c, true",
        "a**c, abc, true",
        "a?c, a/c, true",
        "'{a,b}*', bx, true",
        "rm *, rm, false",
        "'[!a]*', /x, true",
        "a*, A, false"
    })
    void aStarTakesEverythingInAString(String glob, String text, boolean expected) {
        assertThat(Globs.onStrings(glob, false).contains(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "*.MD, readme.md, true",
        "'[A-C]*', bx, true",
        "'[!a]x', Ax, false",
        "k, \u212A, true",
        "S, \u017F, true",
        "\u0130, i, false",
        "\u0131, I, false",
        "stra\u00DFe, STRASSE, false"
    })
    void caseIsIgnoredByFolding(String glob, String text, boolean expected) {
        assertThat(Globs.onStrings(glob, true).contains(text)).isEqualTo(expected);
    }

    /** Such a form has a small i for each of them, so a rule that names one must find it there. */
    @ParameterizedTest
    @CsvSource({"\u0131x, \u0131x", "\u0130*, \u0130x", "Ix, \u0131x", "/\u0131x/**, /\u0130X/a", "[\u0130y]x, \u0130X"
    })
    void theLettersOfTurkishAreInPathsThatIgnoreCase(String glob, String path) {
        NormalPath.Form ignoring = PLAIN.ignoringCase();
        assertThat(Globs.onPaths(glob, ignoring, false)
                        .contains(ignoring.of(path).toString()))
                .isTrue();
        assertThat(Globs.onPaths("\u0131x", PLAIN, true).contains("ix")).isFalse();
    }

    @Test
    void aTildeMeansTheHomeDirectory() {
        NormalPath.Form form = PLAIN.withHome("/home/u");
        assertThat(Globs.onPaths("~/.ssh/**", form, false).contains("/home/u/.ssh/id"))
                .isTrue();
        assertThat(Globs.onPaths("~", form, false).contains("/home/u")).isTrue();
        assertThat(Globs.onPaths("~/", form, false).contains("/home/u/x")).isTrue();
        assertThat(Globs.onPaths("~/*", form, false).contains("/home/u")).isFalse();
        assertThat(Globs.onPaths("~/.ssh/**", form, false).contains("~/.ssh/id"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "/, ~/.ssh/**, /.ssh/id, true",
        "/, ~/.ssh/**, /.ssh, true",
        "/, ~/**, /, true",
        "/, ~/*, /, false",
        "/, ~, /, true",
        "/, ~, /a, false",
        "c:/, ~/a, c:/a, true",
        "c:/, ~/**, c:/, true",
        "c:/, C:/a, c:/a, true"
    })
    void aHomeDirectoryMayBeARoot(String home, String glob, String path, boolean expected) {
        NormalPath.Form form = (home.equals("/") ? PLAIN : PLAIN.withWindowsNames()).withHome(home);
        assertThat(Globs.onPaths(glob, form, false).contains(path)).isEqualTo(expected);
    }

    /** The place of a path in the workspace decides, however often it climbs. */
    @Test
    void aRelativePathCountsAtItsPlaceInTheWorkspace() {
        Random random = new Random(20_261_123);
        NormalPath.Form outside = PLAIN.withHome("/h/u");
        NormalPath.Form form = outside.inWorkspace("/w/p");
        List<String> globs = List.of("/w/**", "/w/p/a/*", "/*", "/**/.a", "/b", "/w/p", "~/**", "/w", "/", "/w/**/b");
        for (int i = 0; i < 20_000; i++) {
            String glob = globs.get(random.nextInt(globs.size()));
            StringBuilder path = new StringBuilder(random.nextInt(4) == 0 ? "/" : "");
            for (int n = random.nextInt(6); n >= 0; n--) {
                path.append(List.of("..", "a", "b", ".a", "..a", "w", "p", "../..")
                                .get(random.nextInt(8)))
                        .append('/');
            }
            String place = path.charAt(0) == '/' ? path.toString() : "/w/p/" + path;
            boolean expected = Globs.onPaths(glob, outside, false)
                    .contains(outside.of(place).toString());
            String normal = form.of(path.toString()).toString();
            assertThat(Globs.onPaths(glob, form, false).contains(normal))
                    .as("%s on %s, which is %s", glob, normal, place)
                    .isEqualTo(expected);
        }
    }

    @Test
    void aSecondImplementationAgrees() {
        long seed = 20_261_124;
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            List<String> parts = new ArrayList<>();
            for (int n = random.nextInt(4); n >= 0; n--) {
                parts.add(List.of("*", "**", "a", "?", "[ab]", "{a,bc}", "a*", "*b")
                        .get(random.nextInt(8)));
            }
            String glob = (random.nextInt(3) == 0 ? "/" : "") + String.join("/", parts);
            Language language = Globs.onPaths(glob, PLAIN, false);
            for (int j = 0; j < 20; j++) {
                StringBuilder path = new StringBuilder(random.nextInt(3) == 0 ? "/" : "");
                for (int n = random.nextInt(4); n > 0; n--) {
                    path.append(List.of("a", "b", "bc", "ab", "..").get(random.nextInt(5)))
                            .append('/');
                }
                NormalPath normal = PLAIN.of(path.toString());
                assertThat(language.contains(normal.toString()))
                        .as("%s on %s, seed %d", glob, normal, seed)
                        .isEqualTo(matches(glob, normal));
            }
        }
    }

    private static boolean matches(String glob, NormalPath path) {
        boolean absolute = glob.startsWith("/");
        if (absolute == path.root().isEmpty() || path.climbs() > 0) {
            return false;
        }
        List<String> parts = new ArrayList<>(List.of((absolute ? glob.substring(1) : glob).split("/")));
        if (!glob.contains("/")) {
            parts.add(0, "**");
        }
        return components(parts, path.components());
    }

    private static boolean components(List<String> globs, List<String> names) {
        if (globs.isEmpty()) {
            return names.isEmpty();
        }
        List<String> rest = globs.subList(1, globs.size());
        if (globs.get(0).equals("**")) {
            return components(rest, names) || !names.isEmpty() && components(globs, names.subList(1, names.size()));
        }
        return !names.isEmpty() && name(globs.get(0), names.get(0)) && components(rest, names.subList(1, names.size()));
    }

    private static boolean name(String glob, String name) {
        return switch (glob) {
            case "*" -> true;
            case "?" -> name.length() == 1;
            case "[ab]" -> name.equals("a") || name.equals("b");
            case "{a,bc}" -> name.equals("a") || name.equals("bc");
            case "a*" -> name.startsWith("a");
            case "*b" -> name.endsWith("b");
            default -> name.equals(glob);
        };
    }
}
