package dev.toolpolicy.test.policy.internal.file;

import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.config.internal.document.DocumentReader;
import dev.toolpolicy.config.internal.document.FileText;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.NormalPath;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A reader of test files. Reading never fails: problems are part of what it returns. For one use. */
public final class TestFileReader {
    private static final String ENDING = ".test.toml";
    private static final List<String> KEYS =
            List.of("policy", "workspace", "home", "files", "test", "sequence", "prove");

    private final Path file;
    private final List<PolicyProblem> problems = new ArrayList<>();

    private TestFileReader(Path file) {
        this.file = file;
    }

    /** Reads a file, which must have a test. */
    public static TestFile read(Path file) {
        FileText read = FileText.read(file);
        if (read.problem().isPresent()) {
            return failed(file, "", List.of(read.problem().get()));
        }
        TestFile tests = of(file, read.text());
        return tests.cases().isEmpty()
                        && tests.claims().isEmpty()
                        && tests.problems().isEmpty()
                ? failed(file, read.text(), List.of(TestFileWords.noTests(file)))
                : tests;
    }

    private static TestFile failed(Path file, String text, List<PolicyProblem> problems) {
        return new TestFile(file, text, file, TestFile.Scene.EMPTY, List.of(), List.of(), problems);
    }

    /** Reads the text of a file, which may have no test yet. */
    public static TestFile of(Path file, String text) {
        return new TestFileReader(file).read(text);
    }

    private TestFile read(String text) {
        DocumentReader.Reading reading = DocumentReader.toml(file.toString(), text);
        if (!reading.problems().isEmpty()) {
            return failed(file, text, reading.problems());
        }
        Keys root = new Keys(
                reading.document(), "a test file", "", reading.document().root(), problems);
        root.checkKeys(KEYS);
        Path policy = policy(root);
        TestFile.Scene scene = new TestFile.Scene(
                absolute(root, "workspace", NormalPath.Form.PLAIN::inWorkspace),
                absolute(root, "home", NormalPath.Form.PLAIN::withHome),
                root.texts("files"));
        List<TestCase> cases = cases(root);
        List<Claim> claims =
                root.tables("prove", "a claim").stream().map(ClaimReader::read).toList();
        return new TestFile(file, text, policy, scene, cases, claims, problems);
    }

    private Path policy(Keys root) {
        Optional<String> named = root.text("policy");
        String name = Objects.toString(file.getFileName(), "");
        if (named.isEmpty() && !name.endsWith(ENDING)) {
            root.problem("", TestFileWords.noPolicy());
            return file;
        }
        String beside = named.orElseGet(() -> name.substring(0, name.length() - ENDING.length()) + ".toml");
        try {
            return file.resolveSibling(beside);
        } catch (InvalidPathException e) {
            root.problem("policy", Words.wrongShape("\"policy\"", "the path of a file", root.value("policy")));
            return file;
        }
    }

    private Optional<String> absolute(Keys root, String key, FormWither form) {
        Optional<String> path = root.text(key);
        path.ifPresent(text -> {
            try {
                form.with(text);
            } catch (IllegalArgumentException e) {
                root.problem(key, TestFileWords.notAbsolute(key, String.valueOf(e.getMessage())));
            }
        });
        return path;
    }

    /** A wither of a form, which throws if its path is not absolute. */
    @FunctionalInterface
    private interface FormWither {
        NormalPath.Form with(String path);
    }

    /** Returns the tests in the order of the file. */
    private static List<TestCase> cases(Keys root) {
        List<TestCase> cases = new ArrayList<>();
        root.tables("test", "a test").forEach(test -> cases.add(StepReader.test(test)));
        root.tables("sequence", "a sequence").forEach(sequence -> cases.add(StepReader.sequence(sequence)));
        cases.sort((one, other) ->
                Integer.compare(one.place().line(), other.place().line()));
        return cases;
    }
}
