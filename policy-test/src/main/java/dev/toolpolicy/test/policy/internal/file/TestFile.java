package dev.toolpolicy.test.policy.internal.file;

import dev.toolpolicy.runtime.PolicyProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A test file as it was read.
 *
 * @param file the file
 * @param text its text
 * @param policies the policy files that it tests, as layers in order
 * @param scene what the engine of its tests is told about paths
 * @param cases the tests, in order
 * @param claims the claims to prove, in order
 * @param problems every problem; the rest is usable only if there is none
 */
public record TestFile(
        Path file,
        String text,
        List<Policy> policies,
        Scene scene,
        List<TestCase> cases,
        List<Claim> claims,
        List<PolicyProblem> problems) {

    /**
     * A policy file.
     *
     * @param file the file
     * @param only the names and patterns of the tools that it is read for; empty for all
     */
    public record Policy(Path file, List<String> only) {}

    /** Returns the names of the policy files. */
    public List<String> policyFiles() {
        return policies.stream().map(each -> each.file().toString()).toList();
    }

    /**
     * The service's paths.
     *
     * @param workspace the workspace, an absolute path; empty for none
     * @param home the home directory, an absolute path; empty for none
     * @param files the files that exist
     */
    public record Scene(Optional<String> workspace, Optional<String> home, List<String> files) {
        /** No workspace, no home directory and no files. */
        public static final Scene EMPTY = new Scene(Optional.empty(), Optional.empty(), List.of());
    }
}
