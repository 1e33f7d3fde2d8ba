package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import dev.toolpolicy.schema.DiagnosticCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Each code that the compiler prints has a page: explanation, bad example, printed messages, and a good example that
 * compiles.
 */
class DiagnosticPagesTest {
    private static final Path PAGES = Path.of("../docs/reference/diagnostics");
    /** Codes that annotations can't cause, since javac reports unknown members and values. */
    private static final Set<String> OF_CONFIGURATION_OR_CALLS = Set.of(
            "floor-allows",
            "unknown-member",
            "mode",
            "config-syntax",
            "duplicate-config-key",
            "unknown-key",
            "dropped-default",
            "deprecated-form",
            "commands-too-large",
            "files-not-set",
            "home-not-set",
            "home-not-decided",
            "fact-conflict",
            "ambiguous-tools",
            "unknown-label",
            "unknown-source",
            "untrusted-source",
            "foreign-source",
            "source-not-filled",
            "source-echoes",
            "label-washed",
            "list-not-reached",
            "links-not-resolved",
            "limit-not-shared",
            "outside-scope",
            "results-not-delivered",
            "stops-only-relative",
            "malformed-json",
            "duplicate-key",
            "truncated",
            "limit-exceeded",
            "not-an-object",
            "unknown-parameter",
            "missing-parameter",
            "type-mismatch",
            "not-allowed-value");
    /** Codes without an example: only a bug in the processor causes them. */
    private static final Set<String> WITHOUT_EXAMPLE = Set.of("internal");
    /** Codes with a page elsewhere, which shows them in a policy file. */
    private static final Set<String> WITH_ANOTHER_PAGE = Set.of("undecided-rule");

    @TestFactory
    Stream<DynamicTest> isWhatTheCompilerPrints() {
        return Goldens.files("bad").stream()
                .map(DiagnosticPagesTest::name)
                .filter(DiagnosticPagesTest::isNamedAfterItsCode)
                .filter(name -> !WITH_ANOTHER_PAGE.contains(code(name)))
                .map(name -> DynamicTest.dynamicTest(name, () -> check(code(name) + ".md", page(name))));
    }

    @TestFactory
    Stream<DynamicTest> goodExampleCompilesWithoutDiagnostics() {
        return Goldens.files("mended").stream()
                .map(file -> DynamicTest.dynamicTest(name(file), () -> {
                    String text = Goldens.read(file);
                    Compilation compilation = Compiling.strictly(Compiling.source(topLevelType(text), text));
                    assertThat(Compiling.printed(compilation)).isEmpty();
                    assertThat(compilation.generatedSourceFiles()).isNotEmpty();
                }));
    }

    @Test
    void everyCompilerCodeHasAnExample() {
        Set<String> codes = Stream.of(DiagnosticCode.values())
                .map(DiagnosticCode::id)
                .collect(Collectors.toCollection(TreeSet::new));
        codes.removeAll(OF_CONFIGURATION_OR_CALLS);
        codes.removeAll(WITHOUT_EXAMPLE);
        Set<String> shown = Goldens.files("bad").stream()
                .map(DiagnosticPagesTest::name)
                .filter(DiagnosticPagesTest::isNamedAfterItsCode)
                .map(DiagnosticPagesTest::code)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(shown).isEqualTo(codes);
    }

    @Test
    void thePagesAreListed() throws IOException {
        Map<String, String> lines = new TreeMap<>();
        for (Path file : Goldens.files("bad")) {
            if (isNamedAfterItsCode(name(file))) {
                String code = code(name(file));
                lines.put(
                        code,
                        "- [" + code + "](" + code + ".md): "
                                + explanation(name(file)).lines().findFirst().orElseThrow() + "\n");
            }
        }
        check(
                "README.md",
                "# Compiler diagnostics\n\n"
                        + "`@SuppressWarnings(\"toolpolicy/<code>\")` on the tool, the parameter or an enclosing type"
                        + " silences a warning.\n"
                        + "Errors can't be"
                        + " silenced.\n\n" + String.join("", lines.values()));
    }

    /** Returns the name that the file must have, since javac warns of a type in a file of another name. */
    private static String topLevelType(String text) {
        return text.lines()
                .filter(line -> line.startsWith("class ") || line.startsWith("record "))
                .map(line -> line.split("[ (]")[1])
                .findFirst()
                .orElseThrow();
    }

    private static String page(String name) {
        return "# " + code(name) + "\n\n" + explanation(name)
                + "\n## Bad\n\n```java\n" + Goldens.read(Goldens.RESOURCES.resolve("bad/" + name + ".java")) + "```\n\n"
                + "## What it prints\n\nLine and column first.\n\n```text\n"
                + Goldens.read(Goldens.RESOURCES.resolve("expected/" + name + ".txt")) + "```\n"
                + "\n## Good\n\n```java\n" + Goldens.read(Goldens.RESOURCES.resolve("mended/" + name + ".java"))
                + "```\n";
    }

    /** Returns the part of a page that is written by hand: what is wrong, why it matters and what to do. */
    private static String explanation(String name) {
        return Goldens.read(Goldens.RESOURCES.resolve("explained/" + code(name) + ".md"));
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static boolean isNamedAfterItsCode(String name) {
        return Stream.of(DiagnosticCode.values()).anyMatch(each -> each.id().equals(code(name)));
    }

    private static String code(String name) {
        List<String> words = new ArrayList<>(List.of(name.split("(?=[A-Z])")));
        return String.join("-", words).toLowerCase(Locale.ROOT);
    }

    private static void check(String page, String text) throws IOException {
        if (Boolean.getBoolean("goldens.update")) {
            Files.createDirectories(PAGES);
            Files.writeString(PAGES.resolve(page), text);
        }
        assertThat(Files.readString(PAGES.resolve(page))).isEqualTo(text);
    }
}
