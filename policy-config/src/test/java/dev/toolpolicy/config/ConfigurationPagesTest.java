package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.schema.DiagnosticCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each code that only a configuration can have has a page, made from a bad file, what it prints, and a good one. */
class ConfigurationPagesTest {
    private static final Path PAGES = Path.of("../docs/reference/diagnostics");
    private static final Path SOURCES = Path.of("src/test/resources/configuration-pages");
    private static final List<String> CODES = List.of(
            "ambiguous-tools",
            "config-syntax",
            "deprecated-form",
            "dropped-default",
            "duplicate-config-key",
            "floor-allows",
            "label-washed",
            "mode",
            "source-echoes",
            "source-not-filled",
            "undecided-rule",
            "unknown-key",
            "unknown-label",
            "unknown-member",
            "unknown-source",
            "untrusted-source");
    /** Codes that models see in the answer to a call, and our own failures, which no file can cause. */
    private static final Set<String> OF_CALLS = Set.of(
            "malformed-json",
            "duplicate-key",
            "truncated",
            "limit-exceeded",
            "not-an-object",
            "unknown-parameter",
            "missing-parameter",
            "type-mismatch",
            "not-allowed-value",
            "internal");

    /** Codes that only a whole engine finds. */
    private static final Set<String> OF_ENGINES = Set.of("home-not-decided", "links-not-resolved", "outside-scope");

    @TestFactory
    Stream<DynamicTest> thePageIsWhatTheFilePrints() {
        return CODES.stream().map(code -> DynamicTest.dynamicTest(code, () -> check(code + ".md", page(code))));
    }

    @TestFactory
    Stream<DynamicTest> theBadFileHasItsFaultAndTheGoodOneNone() {
        return CODES.stream()
                .map(code -> DynamicTest.dynamicTest(code, () -> {
                    assertThat(ConfigurationTools.configured(ConfigurationTools.toml(read(code + ".toml")))
                                    .problems())
                            .isNotEmpty()
                            .allMatch(
                                    problem -> problem.diagnostic().code().id().equals(code));
                    assertThat(ConfigurationTools.messages(ConfigurationTools.toml(read(code + ".good.toml"))))
                            .isEmpty();
                }));
    }

    @Test
    void everyCodeOfAConfigurationOrACompilationHasItsPage() throws IOException {
        Set<String> codes = Stream.of(DiagnosticCode.values())
                .map(DiagnosticCode::id)
                .collect(Collectors.toCollection(TreeSet::new));
        codes.removeAll(OF_CALLS);
        codes.removeAll(OF_ENGINES);
        try (Stream<Path> pages = Files.list(PAGES)) {
            assertThat(pages.map(page -> page.getFileName().toString().replace(".md", ""))
                            .collect(Collectors.toSet()))
                    .containsAll(codes);
        }
    }

    @Test
    void thePagesAreListed() throws IOException {
        StringBuilder list = new StringBuilder("""
            # Errors in policy files

            These codes occur in [policy files](../configuration.md), or when an engine is built. Files share all other codes, and their
            messages, with [annotations](README.md).

            """);
        for (String code : ofFilesAndEngines()) {
            String first = firstSentence(Files.readString(PAGES.resolve(code + ".md")));
            list.append("- [")
                    .append(code)
                    .append("](")
                    .append(code)
                    .append(".md): ")
                    .append(first)
                    .append('\n');
        }
        check("configuration.md", list.toString());
    }

    /** Returns the first sentence below the title of a page. */
    private static String firstSentence(String page) {
        String paragraph = page.split("\n\n")[1].replace('\n', ' ');
        int end = paragraph.indexOf(". ");
        return end < 0 ? paragraph : paragraph.substring(0, end + 1);
    }

    /** Returns the codes whose pages are in no other index, in alphabetical order. */
    private static List<String> ofFilesAndEngines() throws IOException {
        String elsewhere = Files.readString(PAGES.resolve("README.md")) + Files.readString(PAGES.resolve("calls.md"));
        Set<String> indexes = Set.of("README", "calls", "configuration");
        try (Stream<Path> pages = Files.list(PAGES)) {
            return pages.map(page -> page.getFileName().toString().replace(".md", ""))
                    .filter(page -> !indexes.contains(page) && !elsewhere.contains("(" + page + ".md)"))
                    .sorted()
                    .toList();
        }
    }

    private static String page(String code) throws IOException {
        String bad = read(code + ".toml");
        return "# " + code + "\n\n" + read(code + ".md")
                + "\n## Bad\n\n```toml\n" + bad + "```\n"
                + "\n## What it prints\n\n```text\n" + ConfigurationTools.messages(ConfigurationTools.toml(bad))
                + "\n```\n"
                + "\n## Good\n\n```toml\n" + read(code + ".good.toml") + "```\n";
    }

    private static String read(String name) throws IOException {
        return Files.readString(SOURCES.resolve(name));
    }

    private static void check(String page, String text) throws IOException {
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(PAGES.resolve(page), text);
        }
        assertThat(Files.readString(PAGES.resolve(page))).isEqualTo(text);
    }
}
