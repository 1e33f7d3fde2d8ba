package dev.toolpolicy.test.policy.internal.suite;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.test.policy.internal.coverage.Coverage;
import dev.toolpolicy.test.policy.internal.coverage.PolicyParts;
import dev.toolpolicy.test.policy.internal.coverage.Suggestion;
import dev.toolpolicy.test.policy.internal.coverage.TomlText;
import dev.toolpolicy.test.policy.internal.coverage.Witnesses;
import dev.toolpolicy.test.policy.internal.file.TestFile;
import dev.toolpolicy.test.policy.internal.file.TestFileReader;
import dev.toolpolicy.test.policy.internal.mutation.MutationRun;
import dev.toolpolicy.test.policy.internal.mutation.Mutations;
import dev.toolpolicy.test.policy.internal.prove.Proof;
import dev.toolpolicy.test.policy.internal.prove.Prover;
import dev.toolpolicy.test.policy.internal.run.CaseRun;
import dev.toolpolicy.test.policy.internal.run.CaseRunner;
import dev.toolpolicy.test.policy.internal.run.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** A test file with an engine of the policy that it tests. Its tests have been run. Not thread-safe. */
public final class PolicySuite {
    private final TestFile file;
    private final PolicyParts parts;
    private final Witnesses witnesses;
    private final List<CaseRun> runs;
    private final Prover prover;
    private final List<Proof> proofs;

    private PolicySuite(TestFile file, Setup setup) {
        this.file = file;
        PolicyEngine engine = setup.builder().build();
        this.parts = new PolicyParts(setup, engine);
        this.witnesses = new Witnesses(parts);
        this.runs = new CaseRunner(engine).run(file.cases());
        this.prover = new Prover(engine);
        this.proofs = file.claims().stream().map(prover::prove).toList();
    }

    /**
     * Reads a test file and its policy, and runs its tests.
     *
     * @param tools the tools that the policy file doesn't declare
     * @throws InvalidPolicyException if the test file or the policy has problems
     */
    public static PolicySuite run(Path file, ToolCatalog tools) {
        return run(TestFileReader.read(file), tools);
    }

    /** Does the same with a file that may be missing or empty, as before its first test. */
    public static PolicySuite start(Path file, ToolCatalog tools) {
        return run(Files.exists(file) ? TestFileReader.begun(file) : TestFileReader.of(file, ""), tools);
    }

    private static PolicySuite run(TestFile file, ToolCatalog tools) {
        if (!file.problems().isEmpty()) {
            throw new InvalidPolicyException(file.problems());
        }
        List<PolicyLayer> layers = new ArrayList<>();
        for (TestFile.Policy policy : file.policies()) {
            PolicyConfiguration read = PolicyConfiguration.read(policy.file());
            layers.add(policy.only().isEmpty() ? read : read.only(policy.only().toArray(String[]::new)));
        }
        return new PolicySuite(file, new Setup(tools, layers, file.scene()));
    }

    /** Returns the tools of the class path; none if annotation processors left none there. */
    public static ToolCatalog toolsOfClassPath() {
        return ServiceLoader.load(ToolCatalog.Provider.class).findFirst().isPresent()
                ? ToolCatalog.load()
                : ToolCatalog.empty();
    }

    /** Returns the test file. */
    public TestFile file() {
        return file;
    }

    /** Returns the run of each test, in order. */
    public List<CaseRun> runs() {
        return runs;
    }

    /** Returns what is known about each claim, in order. */
    public List<Proof> proofs() {
        return proofs;
    }

    /** Returns the rule that would make a refuted claim true of its witness's tool, in a file's words; empty for none. */
    public Optional<String> suggestion(Proof proof) {
        return prover.suggestion(proof);
    }

    /** Returns whether all tests passed and all claims are proved. */
    public boolean passed() {
        return runs.stream().allMatch(CaseRun::passed) && proofs.stream().allMatch(Proof::isProved);
    }

    /** Returns what the tests let decide, with suggestions for the rest. */
    public List<Coverage.Row> coverage() {
        return Coverage.of(parts, witnesses, runs);
    }

    /**
     * Returns the text of suggested tests.
     *
     * @param rows what the tests let decide
     * @return the text for the end of the file; empty if nothing is suggested
     */
    public String suggested(List<Coverage.Row> rows) {
        return rows.stream()
                .flatMap(row -> row.suggestion().stream())
                .filter(this::isReadable)
                .map(each -> "\n" + TomlText.of(each))
                .collect(Collectors.joining());
    }

    /** Returns whether a suggestion is read back as a test without problems. */
    private boolean isReadable(Suggestion suggestion) {
        return TestFileReader.of(file.file(), TomlText.of(suggestion))
                .problems()
                .isEmpty();
    }

    /**
     * Writes suggested tests at the end of the file, which is created if it is missing.
     *
     * @param suggested what {@link #suggested} returned
     * @throws InvalidPolicyException if the file with them has a problem; it is not changed then
     * @throws IOException if the file can't be written
     */
    public void append(String suggested) throws IOException {
        if (suggested.isEmpty()) {
            return;
        }
        String before = file.text().isEmpty() || file.text().endsWith("\n") ? file.text() : file.text() + "\n";
        String text = before.isEmpty() ? suggested.substring(1) : before + suggested;
        List<PolicyProblem> problems = TestFileReader.of(file.file(), text).problems();
        if (!problems.isEmpty()) {
            throw new InvalidPolicyException(problems);
        }
        Path beside = file.file().resolveSibling(file.file().getFileName() + ".new");
        Files.writeString(beside, text);
        Files.move(beside, file.file(), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Changes the policy where a hand would slip. All tests must have passed. */
    public MutationRun mutate() {
        return Mutations.of(parts, witnesses, runs);
    }
}
