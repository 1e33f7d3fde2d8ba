package dev.toolpolicy.test.policy.internal.file;

import dev.toolpolicy.config.internal.document.DocumentReader;
import dev.toolpolicy.config.internal.document.FileScope;
import dev.toolpolicy.config.internal.document.FileText;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.NormalPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

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
        TestFile tests = begun(file);
        return tests.cases().isEmpty()
                        && tests.claims().isEmpty()
                        && tests.problems().isEmpty()
                ? failed(file, tests.text(), List.of(TestFileWords.noTests(file)))
                : tests;
    }

    /** Reads a file, which may have no test yet. */
    public static TestFile begun(Path file) {
        FileText read = FileText.read(file);
        return read.problem().isPresent()
                ? failed(file, "", List.of(read.problem().get()))
                : of(file, read.text());
    }

    private static TestFile failed(Path file, String text, List<PolicyProblem> problems) {
        return new TestFile(file, text, List.of(), TestFile.Scene.EMPTY, List.of(), List.of(), problems);
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
        List<TestFile.Policy> policies = policies(root);
        TestFile.Scene scene = new TestFile.Scene(
                absolute(root, "workspace", NormalPath.Form.PLAIN::inWorkspace),
                absolute(root, "home", NormalPath.Form.PLAIN::withHome),
                root.texts("files"));
        List<TestCase> cases = cases(root);
        List<Claim> claims =
                root.tables("prove", "a claim").stream().map(ClaimReader::read).toList();
        return new TestFile(file, text, policies, scene, cases, claims, problems);
    }

    /** Returns the policy files: one beside this file, or those that it names, such as {@code crm.toml=crm_*}. */
    private List<TestFile.Policy> policies(Keys root) {
        String own = Objects.toString(file.getFileName(), "");
        List<String> names = root.value("policy").isArray()
                ? root.texts("policy")
                : root.text("policy").stream().toList();
        if (!root.has("policy") && own.endsWith(ENDING)) {
            names = List.of(own.substring(0, own.length() - ENDING.length()) + ".toml");
        } else if (!root.has("policy")) {
            root.problem("", TestFileWords.noPolicy());
        } else if (root.value("policy").isArray() && root.value("policy").isEmpty()) {
            root.problem("policy", TestFileWords.badPolicy("policy", "names no policy file"));
        }
        List<TestFile.Policy> policies = new ArrayList<>();
        for (String name : names) {
            String[] parts = name.split("=", 2);
            try {
                List<String> only = parts.length == 1 ? List.of() : FileScope.of(parts[1]);
                policies.add(new TestFile.Policy(file.resolveSibling(parts[0]), only));
            } catch (IllegalArgumentException e) { // of the path too
                root.problem("policy", TestFileWords.badPolicy(name, "can't be read: " + e.getMessage()));
            }
        }
        return policies;
    }

    /** Returns the path of a key, which a wither of a form takes only if it is absolute. */
    private Optional<String> absolute(Keys root, String key, Consumer<String> form) {
        Optional<String> path = root.text(key);
        path.ifPresent(text -> {
            try {
                form.accept(text);
            } catch (IllegalArgumentException e) {
                root.problem(key, TestFileWords.notAbsolute(key, String.valueOf(e.getMessage())));
            }
        });
        return path;
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
