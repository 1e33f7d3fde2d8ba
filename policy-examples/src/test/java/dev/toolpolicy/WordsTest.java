package dev.toolpolicy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Javadoc, messages and documentation follow the rules of {@link Prose}. */
class WordsTest {
    private static final List<SourceFile> SOURCES = SourceFile.all();
    private static final Set<String> TESTS = Set.of("Test", "ParameterizedTest", "TestFactory", "RepeatedTest");

    @Test
    void methodDocsBeginWithVerbs() {
        assertThat(declarations(
                        "main",
                        (tree, doc) ->
                                tree instanceof MethodTree && doc != null ? Prose.missingVerb(doc) : Optional.empty()))
                .isEmpty();
    }

    @Test
    void typeDocsBeginWithNouns() {
        assertThat(declarations(
                        "main",
                        (tree, doc) ->
                                tree instanceof ClassTree && doc != null ? Prose.questionWord(doc) : Optional.empty()))
                .isEmpty();
    }

    @Test
    void testNamesAreShort() {
        assertThat(declarations(
                        "test",
                        (tree, doc) -> tree instanceof MethodTree method && isTest(method)
                                ? Optional.of(method.getName().toString())
                                        .filter(name -> name.length() > Prose.LONGEST_TEST_NAME)
                                : Optional.empty()))
                .isEmpty();
    }

    @Test
    void commentsAndMessagesUsePlainWords() {
        List<String> found = new ArrayList<>();
        for (SourceFile file : SOURCES) {
            if (file.sourceSet().equals("main")) {
                Prose.bannedWords(Prose.proseOf(file.text())).forEach(word -> found.add(file + " " + word));
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void documentationUsesPlainWords() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path page : pages()) {
            String text = Files.readString(page);
            Stream.concat(Prose.bannedWords(text).stream(), Prose.insideWords(text).stream())
                    .forEach(word -> found.add(page.getFileName() + " " + word));
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Whoever asks.",
                "it is run whatever\nfollows",
                "Somebody answers",
                "for nobody",
                "written anew",
                "five, unless said",
                "8791 if not said",
                "the rules in force",
                "\"path\" is no JSON Pointer",
                "strings are no paths",
                "as A24 says",
                "agrees (P6)"
            })
    void bannedWordsAreFound(String text) {
        assertThat(Prose.bannedWords(text)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "There is no such tool.",
                "it is no longer open",
                "H2 and U+2028, Base64, UTF-8, 1E9, RFC-A1",
                "is not a pointer"
            })
    void otherWordsAreNot(String text) {
        assertThat(Prose.bannedWords(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"The name.", "Whether it is.", "This counts.", "Its name.", "As it is.", "{@code null}.", "name"
            })
    void docsWithoutVerbAreFound(String doc) {
        assertThat(Prose.missingVerb(doc)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Returns the name.", " Declines.", "{@inheritDoc}", "Reads, once."})
    void docsWithVerbAreNot(String doc) {
        assertThat(Prose.missingVerb(doc)).isEmpty();
    }

    @Test
    void questionsAsTypeDocsAreFound() {
        assertThat(Prose.questionWord(" What is read.")).contains("What");
        assertThat(Prose.questionWord("The result of reading.")).isEmpty();
    }

    @Test
    void sentencesAreShort() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path page : pages()) {
            if (!page.endsWith("CHANGELOG.md")) {
                Prose.longSentences(Files.readString(page))
                        .forEach(each -> found.add(page.getFileName() + ": " + each));
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void longSentencesAreFound() {
        String words = "word ".repeat(36);
        assertThat(Prose.longSentences(
                        "Short.\n" + words + "\nend.\n\n| " + words + " |\n```\n" + words + "\n```\n- " + words))
                .hasSize(2);
        assertThat(Prose.longSentences(words.substring(5) + "\n\n" + words.substring(5)))
                .isEmpty();
    }

    /** The table of contents has each page once, by its own title. */
    @Test
    void eachPageHasOneName() throws IOException {
        Path docs = SourceFile.projectRoot().resolve("docs");
        List<String> listed = Files.readAllLines(docs.resolve("README.md")).stream()
                .filter(line -> line.startsWith("- ["))
                .map(line -> line.substring(3, line.indexOf(')')).replace("](", " = "))
                .toList();
        List<String> titled = new ArrayList<>();
        for (Path page : pages()) {
            String name = docs.relativize(page).toString();
            if (!name.startsWith("..") && !name.startsWith("reference/diagnostics/")) {
                titled.add(Files.readAllLines(page).stream()
                                .filter(line -> line.startsWith("# "))
                                .findFirst()
                                .orElseThrow()
                                .substring(2)
                        + " = " + name);
            }
        }
        assertThat(listed).containsAll(titled).doesNotHaveDuplicates();
    }

    @Test
    void importsOfPagesNameTypes() throws IOException {
        Set<String> sources = SOURCES.stream()
                .map(file -> file.toString().replace('/', '.').replaceFirst("\\.java$", ""))
                .collect(Collectors.toSet());
        List<String> missing = new ArrayList<>();
        for (Path page : pages()) {
            for (String line : page.toString().contains("diagnostics") ? List.<String>of() : Files.readAllLines(page)) {
                String name = line.replaceFirst("^import ", "").replaceFirst(";$", "");
                if (line.startsWith("import dev.toolpolicy")
                        && !name.endsWith("*")
                        && sources.stream().noneMatch(source -> name.equals(source) || source.endsWith("." + name))) {
                    missing.add(page.getFileName() + ": " + name);
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void insideWordsAreFound() {
        assertThat(Prose.insideWords("one\nA room of the House"))
                .containsExactly("line 2: \"room\"", "line 2: \"House\"");
    }

    @Test
    void onlyCommentsAndStringsAreProse() {
        String java = "int nobody; // nobody a\nchar c = '\"';\n/** nobody\n b */ String s = \"x \\\" nobody\" + anew\n"
                + "+ \"\"\"\n nobody \"c\" \"\"\";";
        assertThat(Prose.bannedWords(Prose.proseOf(java)))
                .containsExactly(
                        "line 1: \"nobody\"", "line 3: \"nobody\"", "line 4: \"nobody\"", "line 6: \"nobody\"");
    }

    private static List<String> declarations(String sourceSet, Check check) {
        List<String> found = new ArrayList<>();
        for (SourceFile file : SOURCES) {
            if (file.sourceSet().equals(sourceSet)) {
                file.declarations((tree, doc, line) ->
                        check.fault(tree, doc).ifPresent(fault -> found.add(file + ":" + line + ": " + fault)));
            }
        }
        return found;
    }

    private static boolean isTest(MethodTree method) {
        return method.getModifiers().getAnnotations().stream()
                .anyMatch(each -> TESTS.contains(each.getAnnotationType().toString()));
    }

    private static List<Path> pages() throws IOException {
        Path root = SourceFile.projectRoot();
        List<Path> pages = new ArrayList<>();
        for (String page : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")) {
            pages.add(root.resolve(page));
        }
        for (String folder : List.of("docs/start", "docs/how-to", "docs/reference", "docs/explanation")) {
            try (Stream<Path> files = Files.walk(root.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
        }
        return pages;
    }

    /** A check of one declaration. */
    private interface Check {
        Optional<String> fault(Tree declaration, @Nullable String doc);
    }
}
