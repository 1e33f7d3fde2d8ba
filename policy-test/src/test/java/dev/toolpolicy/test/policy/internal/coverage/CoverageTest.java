package dev.toolpolicy.test.policy.internal.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.test.policy.internal.run.CaseRun;
import dev.toolpolicy.test.policy.internal.suite.PolicySuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tests let decide, and the tests that are suggested for the rest. */
class CoverageTest {
    @TempDir
    private Path folder;

    private static final String POLICY = """
        [facts]
        role = { type = "string" }

        [tools.read]
        parameters.paths = { type = "array", items = { type = "path" }, required = true }
        [tools.read.policy]
        run = "allow"
        limits = [{ failures = 2, per = "1m" }]

        [tools.write]
        parameters.path = { type = "path", required = true }
        parameters.size = { type = "number", required = true }
        [tools.write.policy]
        run = [
          { arg = "/path", glob = "**/.env", mode = "deny" },
          { fact = "/role", const = "admin", mode = "allow" },
          { name = "src", arg = "/path", prefix = "src", mode = "allow" },
          { mode = "ask" },
          ]
        requires = [{ tools = ["read"], key = "/path", tools_key = "/paths" }]
        limits = [{ calls = 3 }, { total = 10.5, of = "/size" }]

        [tools."a_*".policy]
        run = [{ arg = "/n", exclusive_minimum = 5, mode = "deny" }, { mode = "ask" }]
        limits = [{ calls = 1 }]

        [tools.a_one]
        parameters.n = { type = "integer", required = true }
        [tools.a_two]
        parameters.n = { type = "integer", required = true }

        [tools.never.policy]
        run = [{ arg = "/b", const = true, mode = "allow" }, { arg = "/b", const = false, mode = "deny" }, { mode = "ask" }]
        [tools.never]
        parameters.b = { type = "boolean", required = true }
        """;

    private Path file(String tests) throws Exception {
        Files.writeString(folder.resolve("p.toml"), POLICY);
        return Files.writeString(folder.resolve("p.test.toml"), "workspace = \"/work\"\n" + tests);
    }

    private static String states(PolicySuite suite) {
        return suite.coverage().stream()
                .map(row -> row.target() + " " + row.state())
                .collect(Collectors.joining("\n"));
    }

    @Test
    void onlyWhatDecidesIsTested() throws Exception {
        PolicySuite suite = PolicySuite.run(file("""
            [[test]]
            name = "the requirement denies, so the rule that holds doesn't decide"
            call = { tool = "write", arguments = { path = "src/a", size = 1 } }
            expect = "deny"
            [[test]]
            name = "outside of the workspace the rule doesn't decide alone"
            call = { tool = "write", arguments = { path = "/etc/a", size = 1 } }
            facts = { role = "admin" }
            after = [{ tool = "read", arguments = { paths = ["/etc/a"] } }]
            expect = "ask"
            [[test]]
            name = "a test that fails tests nothing"
            call = { tool = "write", arguments = { path = ".env", size = 1 } }
            expect = "allow"
            [[test]]
            name = "of tools with one list, one is enough"
            call = { tool = "a_two", arguments = { n = 6 } }
            expect = "deny"
            """), ToolCatalog.empty());
        assertThat(suite.runs()).extracting(CaseRun::passed).containsExactly(true, true, false, true);
        assertThat(states(suite)).isEqualTo("""
            read: rule 1 NOT_TESTED
            write: rule 1 NOT_TESTED
            write: rule 2 NOT_TESTED
            write: rule 3 "src" NOT_TESTED
            write: rule 4 NOT_TESTED
            a_one and 1 more: rule 1 TESTED
            a_one and 1 more: rule 2 NOT_TESTED
            never: rule 1 NOT_TESTED
            never: rule 2 NOT_TESTED
            never: rule 3 NEVER_DECIDES
            read: limit 1 NOT_TESTED
            write: requirement 1 TESTED
            write: limit 1 NOT_TESTED
            write: limit 2 NOT_TESTED
            a_*: limit 1 NOT_TESTED\
            """);
    }

    @Test
    void whatResultsBringIsTestedIfALaterCallOfATestCanSeeIt() throws Exception {
        Files.writeString(folder.resolve("p.toml"), """
            catalog = "mcp-time"
            [results]
            read = { labels = ["pii"] }
            "a_*" = { labels = [] }
            last = { labels = [] }
            denied = { labels = [] }
            failing = { labels = [] }
            [tools.read]
            parameters = {}
            [tools.a_one]
            parameters = {}
            [tools.last]
            parameters = {}
            [tools.denied]
            parameters = {}
            policy.run = "deny"
            [tools.failing]
            parameters = {}
            [tools.write]
            parameters = {}
            policy.run = [{ label = "pii", mode = "deny" }, { mode = "allow" }]
            """);
        PolicySuite suite = PolicySuite.run(Files.writeString(folder.resolve("p.test.toml"), """
            [[test]]
            name = "read, then write"
            after = [{ tool = "read", arguments = {} }, { tool = "a_one", arguments = {} }]
            call = { tool = "write", arguments = {} }
            expect = "deny"
            [[sequence]]
            name = "denied and last"
            steps = [
              { call = { tool = "denied", arguments = {} }, expect = "deny" },
              { call = { tool = "last", arguments = {} }, expect = "ask", result = "success" },
            ]
            [[test]]
            name = "a test that fails"
            after = [{ tool = "failing", arguments = {} }]
            call = { tool = "write", arguments = {} }
            expect = "deny"
            """), ToolCatalog.empty());
        assertThat(states(suite))
                .contains(
                        "read: results TESTED",
                        "a_*: results TESTED",
                        "last: results NOT_TESTED",
                        "denied: results NOT_TESTED",
                        "failing: results NOT_TESTED")
                .doesNotContain("time: results");
    }

    @Test
    void ofSeveralRequirementsAndLimitsOnlyTheOneThatDeniesIsTested() throws Exception {
        Files.writeString(folder.resolve("p.toml"), """
            [tools.read]
            parameters.a = { type = "string" }
            [tools.read.policy]
            run = "allow"
            [tools.build]
            parameters.a = { type = "string" }
            [tools.build.policy]
            run = "allow"
            [tools.write]
            parameters.size = { type = "number", required = true }
            [tools.write.policy]
            run = "allow"
            requires = [{ tools = ["read"] }, { tools = ["build"] }]
            limits = [{ calls = 9 }, { total = 10, of = "/size" }]
            """);
        PolicySuite suite = PolicySuite.run(Files.writeString(folder.resolve("p.test.toml"), """
            [[test]]
            call = { tool = "write", arguments = { size = 1 } }
            after = [{ tool = "read" }]
            expect = "deny"
            [[test]]
            call = { tool = "write", arguments = { size = 11 } }
            after = [{ tool = "read" }, { tool = "build" }]
            expect = "deny"
            """), ToolCatalog.empty());
        assertThat(suite.passed()).isTrue();
        assertThat(states(suite)).endsWith("""
            write: requirement 1 NOT_TESTED
            write: requirement 2 TESTED
            write: limit 1 NOT_TESTED
            write: limit 2 TESTED\
            """);
    }

    @Test
    void suggestionsTestEverythingAndAreWrittenOnce() throws Exception {
        Path file = folder.resolve("p.test.toml");
        Files.writeString(folder.resolve("p.toml"), POLICY);
        PolicySuite none = PolicySuite.start(file, ToolCatalog.empty());
        none.append(none.suggested(none.coverage()));
        String written = Files.readString(file);
        assertThat(written).startsWith("# Suggested for read: rule 1. Look at it before you keep it.\n[[test]]\n");
        assertThat(written)
                .contains(
                        """
                        # Suggested for write: limit 2. Look at it before you keep it.
                        [[sequence]]
                        """,
                        "facts = { role = \"admin\" }",
                        "result = \"failure\"",
                        "arguments = { path = \".env\", size = 0 }");

        PolicySuite suggested = PolicySuite.start(file, ToolCatalog.empty());
        assertThat(suggested.runs()).extracting(CaseRun::failure).allMatch(Optional::isEmpty);
        List<Coverage.Row> rows = suggested.coverage();
        assertThat(rows).extracting(Coverage.Row::state).doesNotContain(Coverage.State.NOT_TESTED);
        assertThat(suggested.suggested(rows)).isEmpty();
        suggested.append("");
        assertThat(file).hasContent(written);
    }

    @Test
    void anUnfinishedFileIsKept() throws Exception {
        Path file = file("test = [{ call = { tool = \"read\", arguments = { paths = [] } }, expect = \"allow\" }]");
        String before = Files.readString(file);
        PolicySuite suite = PolicySuite.run(file, ToolCatalog.empty());
        assertThat(catchThrowable(() -> suite.append(suite.suggested(suite.coverage()))))
                .as("[[test]] can't follow test = []")
                .isInstanceOf(InvalidPolicyException.class);
        assertThat(file).hasContent(before);
    }
}
