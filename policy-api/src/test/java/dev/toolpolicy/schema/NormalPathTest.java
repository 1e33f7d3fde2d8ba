package dev.toolpolicy.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Normal forms, and who is below whom. */
class NormalPathTest {
    private static final NormalPath.Form WINDOWS = NormalPath.Form.PLAIN.withWindowsNames();

    @ParameterizedTest
    @CsvSource({
        "src/../.env, .env",
        "src/./../.env, .env",
        "src//..//.env, .env",
        "./a/, a",
        "a/b/../.., .",
        "'', .",
        ".., ..",
        "a/../../b, ../b",
        "../../x, ../../x",
        "/.., /",
        "/../../etc, /etc",
        "//etc///passwd, /etc/passwd",
        "..., ...",
        ".../x, .../x",
        "..a/b, ..a/b",
        "~/x, ~/x",
        "$HOME/x, $HOME/x",
        "src/%2e%2e/.env, src/%2e%2e/.env",
        "src\\..\\.env, src\\..\\.env",
        "src/{a, src/{a",
        "file://x, file:/x",
        "C:/x, C:/x"
    })
    void plainForms(String path, String normal) {
        assertEquals(normal, NormalPath.of(path).toString());
        assertEquals(NormalPath.of(path), NormalPath.of(normal), "a normal form is its own");
    }

    @ParameterizedTest
    @CsvSource({
        "src\\..\\.env, .env",
        "src/..\\.env, .env",
        ".env., .env",
        "'.env ', .env",
        "'.env. .', .env",
        ".env::$DATA, .env",
        "'src/.. /x', x",
        "C:\\a\\..\\b, c:/b",
        "c:/b, c:/b",
        "C:b, c:b",
        "C:..\\b, c:../b",
        "\\\\host\\share\\x, //host/share/x",
        "\\a, /a",
        "..., ..."
    })
    void windowsForms(String path, String normal) {
        assertEquals(normal, WINDOWS.of(path).toString());
    }

    @ParameterizedTest
    @CsvSource({
        "src/a, src, true",
        "src, src, true",
        "src-old/a, src, false",
        "a, ., true",
        ".., ., false",
        "/a, ., false",
        "../x, .., true",
        "../.., .., false",
        "../../x, ../.., true",
        "/a/b, /, true",
        "a/b, /, false",
        "src/../.env, src, false"
    })
    void below(String path, String ancestor, boolean expected) {
        assertEquals(expected, NormalPath.of(path).isAtOrBelow(NormalPath.of(ancestor)));
    }

    @Test
    void caseCountsUnlessTheFormIgnoresIt() {
        NormalPath.Form ignoring = NormalPath.Form.PLAIN.ignoringCase();
        assertFalse(NormalPath.of("SRC/.ENV").equals(NormalPath.of("src/.env")));
        assertEquals(ignoring.of("SRC/.ENV"), ignoring.of("src/.env"));
        assertEquals(ignoring.of("\u01c5"), ignoring.of("\u01c4"), "title case and upper case are one");
    }

    @ParameterizedTest
    @CsvSource({"/, ~/a, /a", "/, ~, /", "c:/, ~/a, c:/a", "/u, ~\\a, /u/a", "//s/u, ~/a, //s/u/a"})
    void aHomeDirectoryMayBeARoot(String home, String path, String normal) {
        assertEquals(normal, WINDOWS.withHome(home).ofRule(path).toString());
    }

    @Test
    void absolutePathsUnderTheWorkspaceAreRelativeToIt() {
        NormalPath.Form form = NormalPath.Form.PLAIN.inWorkspace("/repo/./space/");
        assertEquals("c/d", form.of("/repo/space/c/d").toString());
        assertEquals(".", form.of("/repo/space").toString());
        assertEquals("/repo/spacex/c", form.of("/repo/spacex/c").toString());
        assertEquals("/repo/c", form.of("/repo/space/../c").toString());
        assertTrue(form.of("/repo/space/a").staysBelow());
        assertFalse(form.of("/repo/spacex").staysBelow());
        assertFalse(form.of("../a").staysBelow());
        assertThrows(IllegalArgumentException.class, () -> NormalPath.Form.PLAIN.inWorkspace("repo"));
        assertThrows(IllegalArgumentException.class, () -> WINDOWS.inWorkspace("C:work"));
        assertThrows(IllegalStateException.class, form::ignoringCase);
    }

    @Test
    void agreesWithTheJdkOnUnixNames() {
        Assumptions.assumeTrue(FileSystems.getDefault().getSeparator().equals("/"));
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        String[] pieces = {"a", "b", ".", "..", "/", "/", "//", "...", "a.b"};
        for (int round = 0; round < 50_000; round++) {
            Random random = new Random(seed + round);
            StringBuilder path = new StringBuilder();
            for (int i = random.nextInt(9); i > 0; i--) {
                path.append(pieces[random.nextInt(pieces.length)]);
            }
            Path expected = Path.of(path.toString()).normalize();
            String normal = NormalPath.of(path.toString()).toString();
            assertEquals(expected, Path.of(normal.equals(".") ? "" : normal), "seed " + (seed + round) + ": " + path);
        }
    }
}
