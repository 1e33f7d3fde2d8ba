package dev.toolpolicy.test.policy.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.test.policy.internal.file.TestFile;
import dev.toolpolicy.test.policy.internal.file.TestFileReader;
import dev.toolpolicy.test.policy.internal.file.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests of policies on a real engine: what passes, what fails, and what a failure says. */
class CaseRunnerTest {
    private static final String POLICY = """
        [facts]
        role = { type = "string" }

        [tools.read]
        parameters.path = { type = "path", required = true }
        [tools.read.policy]
        run = "allow"

        [tools.write]
        parameters.path = { type = "path", required = true }
        [tools.write.policy]
        run = [
          { name = "no-keys", arg = "/path", prefix = "src/keys", mode = "deny", reason = "keys stay" },
          { name = "admin", fact = "/role", const = "admin", mode = "allow" },
          { name = "home", arg = "/path", prefix = "~/notes", mode = "allow" },
          { name = "src", arg = "/path", prefix = "src", mode = "allow" },
          { mode = "edit" },
        ]
        requires = [{ tools = ["read"], key = "/path", unless_new = true }]
        limits = [{ calls = 2 }]
        """;

    private static PolicyEngine engine(TestFile file) {
        PolicyConfiguration policy = PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", POLICY);
        return new Setup(ToolCatalog.empty(), List.of(policy), file.scene())
                .builder()
                .build();
    }

    private static String run(String tests) {
        TestFile file = TestFileReader.of(
                Path.of("policy.test.toml"),
                "workspace = \"/work\"\nhome = \"/home/me\"\nfiles = [\"src/old\"]\n" + tests);
        assertThat(file.problems()).isEmpty();
        return new CaseRunner(engine(file))
                .run(file.cases()).stream()
                        .map(each -> each.failure().orElse("passed"))
                        .collect(Collectors.joining("\n"));
    }

    private static String test(String call, String rest) {
        return run("[[test]]\nname = \"it\"\ncall = { tool = \"write\", arguments = { " + call + " } }\n" + rest);
    }

    @Test
    void earlierCallsCount() {
        String after = "after = [{ tool = \"read\", arguments = { path = \"./src/old\" } }]\n";
        assertThat(test("path = \"src/old\"", after + "expect = \"allow\"\nrule = \"src\"\n"))
                .isEqualTo("passed");
        assertThat(test("path = \"src/old\"", "expect = \"deny\"\npolicy = \"require:write\"\n"))
                .isEqualTo("passed");
        assertThat(test("path = \"src/new\"", "expect = \"allow\"\nrule = 4\n")).isEqualTo("passed");
    }

    @Test
    void factsWorkspaceAndHomeAreKnown() {
        assertThat(test("path = \"docs/a\"", "facts = { role = \"admin\" }\nexpect = \"allow\"\nrule = \"admin\"\n"))
                .isEqualTo("passed");
        assertThat(test("path = \"docs/a\"", "expect = \"edit\"\nrule = 5\n")).isEqualTo("passed");
        assertThat(test("path = \"/etc/a\"", "facts = { role = \"admin\" }\nexpect = \"ask\"\n"))
                .isEqualTo("passed");
        assertThat(test("path = \"src/new\"", "facts = { rank = 1 }\nexpect = \"ask\"\n"))
                .contains("the facts don't fit");
        assertThat(test("path = 3", "expect = \"invalid\"\n")).isEqualTo("passed");
    }

    @Test
    void aFailureSaysWhatDecidedAndWhy() {
        assertThat(test("path = \"src/keys/a\"", "expect = \"allow\"\nrule = \"src\"\n"))
                .isEqualTo("""
                    policy.test.toml:6:8: failed: it: expected allow by rule "src", but the decision is deny by rule 1 "no-keys": keys stay
                        call = { tool = "write", arguments = { path = "src/keys/a" } }
                               ^
                      rule 1 holds: no-keys: /path prefix "src/keys" -> deny, by /path = "src/keys/a"
                      rule 4 holds, but comes later: src: /path prefix "src" -> allow, by /path = "src/keys/a\"\
                    """);
        assertThat(test("path = \"src/old\"", "expect = \"allow\"\n"))
                .contains("but the decision is deny by policy \"require:write\": write with key");
        assertThat(test("path = 3", "expect = \"allow\"\n")).contains("but the decision is invalid: ");
        assertThat(test("path = \"src/new\"", "expect = \"allow\"\nreason = \"x\"\n"))
                .contains("expected allow because \"x\", but the decision is allow by rule 4 \"src\"\n");
        assertThat(test(
                        "path = \"a\"",
                        "after = [{ tool = \"write\", arguments = { path = \"src/keys\" } }]\nexpect = \"edit\"\n"))
                .contains(":7:10", "this call must run before the next, and it was denied: ");
    }

    @Test
    void aFailureSaysThatARuleIsNotThere() {
        assertThat(test("path = \"src/new\"", "expect = \"allow\"\nrule = \"nosuch\"\n"))
                .contains("allow by rule 4 \"src\"\n", "\n  this tool has no rule \"nosuch\"\n  rule 4 holds");
        assertThat(test("path = \"src/new\"", "expect = \"allow\"\nrule = 6\n"))
                .contains("\n  this tool has no rule 6\n");
        assertThat(test("path = \"src/new\"", "expect = \"allow\"\nrule = 5\n"))
                .contains("rule 4 holds")
                .doesNotContain("has no rule");
    }

    @Test
    void stepsAreOneSession() {
        String steps = """
            [[sequence]]
            steps = [
              { call = { tool = "write", arguments = { path = "src/a" } }, expect = "allow" },
              { call = { tool = "write", arguments = { path = "docs/a" } }, expect = "edit" },
              { call = { tool = "write", arguments = { path = "docs/b" } }, expect = "edit", result = "failure" },
              { call = { tool = "write", arguments = { path = "src/c" } }, expect = "deny", policy = "limit:write" },
            ]
            """;
        assertThat(run(steps)).isEqualTo("passed");
        assertThat(run(steps + steps)).as("each has a session of its own").isEqualTo("passed\npassed");
        assertThat(run(steps.replace(", result = \"failure\"", ""))).contains(":9:", "expected deny");
    }

    /** A streamed call must get the verdict that a test of it sees, however its text is cut. */
    @Test
    void streamedCallsGetTheSameVerdict() {
        PolicyEngine engine = engine(TestFileReader.of(Path.of("a.test.toml"), "home = \"/home/me\"\n"));
        for (String path : List.of("src/keys/a", "src/new", "docs", "/etc", "~/notes/a", "src/../x", "")) {
            String text = "{\"path\": \"" + path + "\"}";
            try (PolicySession session = engine.newSession()) {
                Verdict verdict = Decisions.of(engine, session, "write", text).verdict();
                ToolCallStream call = session.calls().call("", "write");
                text.chars().forEach(c -> call.append(Character.toString(c)));
                assertThat(call.status())
                        .as(path)
                        .isEqualTo(Map.of(
                                        Verdict.ALLOW, ToolCallStream.Status.WILL_RUN,
                                        Verdict.ASK, ToolCallStream.Status.WILL_ASK,
                                        Verdict.EDIT, ToolCallStream.Status.WILL_ASK,
                                        Verdict.DENY, ToolCallStream.Status.DENIED)
                                .get(verdict));
                call.cancel("seen");
            }
        }
    }
}
