package dev.toolpolicy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of the documentation lead to files that exist, and to headings in them. */
class LinksTest {
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

    @Test
    void eachLinkLeadsSomewhere() throws IOException {
        Path root = SourceFile.projectRoot();
        List<String> dead = new ArrayList<>();
        for (Path page : pages(root)) {
            for (Matcher link = LINK.matcher(prose(page)); link.find(); ) {
                if (!link.group(1).startsWith("http") && !leads(page, link.group(1))) {
                    dead.add(root.relativize(page) + ": " + link.group(1));
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    @Test
    void headingsAreNamedAsGitHubDoes() {
        assertThat(anchor("## What is promised, and what isn't")).isEqualTo("what-is-promised-and-what-isnt");
        assertThat(anchor("### `const` and `enum`")).isEqualTo("const-and-enum");
    }

    private static List<Path> pages(Path root) throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path folder : List.of(root, root.resolve("docs"))) {
            try (Stream<Path> files = Files.walk(folder, folder.equals(root) ? 1 : Integer.MAX_VALUE)) {
                files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
        }
        return pages;
    }

    /** Returns a page without its blocks of code. */
    private static String prose(Path page) throws IOException {
        return Files.readString(page).replaceAll("(?s)```.*?```", "");
    }

    private static boolean leads(Path page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        if (!Files.exists(target) || parts.length == 1 || !target.toString().endsWith(".md")) {
            return Files.exists(target);
        }
        Set<String> anchors = prose(target)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(LinksTest::anchor)
                .collect(Collectors.toSet());
        return anchors.contains(parts[1]);
    }

    /** Returns the name by which links lead to a heading. */
    private static String anchor(String heading) {
        return heading.replaceFirst("^#+ ", "")
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }
}
