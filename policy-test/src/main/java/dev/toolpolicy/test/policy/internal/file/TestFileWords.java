package dev.toolpolicy.test.policy.internal.file;

import static dev.toolpolicy.analysis.internal.read.Words.quoted;
import static dev.toolpolicy.analysis.internal.read.Words.syntax;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.PolicyProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The messages about test files. */
final class TestFileWords {
    private TestFileWords() {}

    static Diagnostic noPolicy() {
        return syntax("the name of this file doesn't say which policy file it tests")
                .withHelp("name it like the policy file, with .test.toml at the end, or write policy = \"FILE\" or a"
                        + " list of files");
    }

    static Diagnostic badPolicy(String name, String reason) {
        return syntax(quoted(name) + " " + reason);
    }

    static PolicyProblem noTests(Path file) {
        Diagnostic problem =
                syntax("there is no test in this file").withHelp("write [[test]] with call and expect, or [[prove]]");
        Optional<PolicyProblem.Place> whole = Optional.of(PolicyProblem.Place.whole(file.toString()));
        return new PolicyProblem("", problem, whole, List.of());
    }

    static Diagnostic notAbsolute(String key, String reason) {
        return syntax(quoted(key) + " must be an absolute path: " + reason);
    }

    static Diagnostic date() {
        return syntax("a date is not a value here").withHelp("write it as a string");
    }

    static Diagnostic resultOfCall(String verdict) {
        return syntax("a call with the verdict " + verdict + " doesn't run, so it has no result")
                .withHelp("delete \"result\"");
    }

    static Diagnostic twoDeciders() {
        return syntax("a call is decided by a rule or by a policy, not by both").withHelp("delete one of the two");
    }

    static Diagnostic oneClaim() {
        return syntax("a claim says one of \"never\", \"always\" and \"at_least\"")
                .withHelp("write never = \"allow\"");
    }

    static Diagnostic emptyName() {
        return syntax("a name must not be empty");
    }
}
