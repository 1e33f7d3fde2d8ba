package dev.toolpolicy.test.policy.internal.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.test.policy.internal.coverage.PolicyParts;
import dev.toolpolicy.test.policy.internal.coverage.SharedList;
import dev.toolpolicy.test.policy.internal.coverage.Witnesses;
import dev.toolpolicy.test.policy.internal.file.TestCase;
import dev.toolpolicy.test.policy.internal.file.TestFile;
import dev.toolpolicy.test.policy.internal.file.TestFileReader;
import dev.toolpolicy.test.policy.internal.run.CaseRun;
import dev.toolpolicy.test.policy.internal.run.CaseRunner;
import dev.toolpolicy.test.policy.internal.run.Setup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of a policy, and which of them tests notice. */
class MutationsTest {
    private static final Path EXAMPLE = Path.of("../policy-examples/policies/payments.toml");

    @TempDir
    private Path folder;

    /** A policy with its tests, all of which pass. */
    private record Scene(Setup setup, PolicyParts parts, List<CaseRun> runs) {
        MutationRun mutate(int most) {
            return Mutations.of(parts, new Witnesses(parts), runs, most);
        }
    }

    private static Scene scene(Path policy, TestFile tests) {
        Setup setup = new Setup(ToolCatalog.empty(), List.of(PolicyConfiguration.read(policy)), tests.scene());
        PolicyEngine engine = setup.builder().build();
        List<CaseRun> runs = new CaseRunner(engine).run(tests.cases());
        assertThat(runs).allMatch(CaseRun::passed);
        return new Scene(setup, new PolicyParts(setup, engine), runs);
    }

    private Scene scene(String policy, String tests) throws Exception {
        Path file = Files.writeString(folder.resolve("p.toml"), policy);
        return scene(file, TestFileReader.of(folder.resolve("p.test.toml"), tests));
    }

    private static String words(List<Mutant> mutants) {
        return mutants.stream().map(Mutant::toString).collect(Collectors.joining("\n"));
    }

    /** A floor denies what a changed list would allow, so no test can notice the change, and none is said to. */
    @Test
    void aChangeBelowAFloorChangesNoDecision() throws Exception {
        Path floor = Files.writeString(folder.resolve("floor.toml"), """
            floor = true
            [tools."*".policy]
            run = [{ arg = "/path", prefix = "a", mode = "deny" }]
            """);
        Path own = Files.writeString(folder.resolve("own.toml"), """
            [tools.t]
            parameters.path = { type = "path", required = true }
            [tools.t.policy]
            run = [{ arg = "/path", prefix = "a", mode = "ask" }, { mode = "allow" }]
            """);
        TestFile tests = TestFileReader.of(folder.resolve("p.test.toml"), """
            [[test]]
            call = { tool = "t", arguments = { path = "a" } }
            expect = "deny"
            [[test]]
            call = { tool = "t", arguments = { path = "b" } }
            expect = "allow"
            """);
        Setup setup = new Setup(
                ToolCatalog.empty(),
                List.of(PolicyConfiguration.read(floor), PolicyConfiguration.read(own)),
                tests.scene());
        PolicyEngine engine = setup.builder().build();
        List<CaseRun> runs = new CaseRunner(engine).run(tests.cases());
        MutationRun run = new Scene(setup, new PolicyParts(setup, engine), runs).mutate(Mutations.MOST);
        assertThat(words(run.undecided())).isEmpty();
        assertThat(words(run.survivors())).doesNotContain("drops it");
        assertThat(run.equal()).isPositive();
    }

    private static final String ONE = """
        [tools.t]
        parameters.path = { type = "path", required = true }
        parameters.tags = { type = "array", items = { type = "string" } }
        parameters.line = { type = "string" }
        parameters.n = { type = "integer" }
        [tools.t.policy]
        run = [
          { arg = "/tags", const = "x", match = "all", mode = "deny" },
          { arg = "/path", glob = "docs/*.md", mode = "allow" },
          { arg = "/path", prefix = "src/main", mode = "edit" },
          { arg = "/line", commands = ["git diff *", "npm run test*", "ls"], mode = "allow" },
          { arg = "/line", pattern = "^a$", mode = "allow" },
          { each = "/steps", all = [{ arg = "/op", const = "w" }, { arg = "/at", maximum = 3 }], match = "any", mode = "allow" },
          { arg = "/path", glob = "**", mode = "ask" },
          { mode = "ask" },
        ]
        [tools.t.parameters.steps]
        type = "array"
        items = { type = "object", properties = { op = { type = "string", required = true }, at = { type = "integer", required = true } } }
        """;

    /** A rule that is dropped takes its limits with it, and tools that no test calls have no lists. */
    @Test
    void limitsOfARuleAndOverSessionsAreTested() throws Exception {
        Scene scene = scene("""
            [facts]
            user = { type = "string", required = true }
            [tools.mail]
            parameters.to = { type = "string", required = true }
            [tools.mail.policy]
            run = [
              { arg = "/to", const = "ann", mode = "allow", name = "colleagues" },
              { mode = "allow", name = "strangers" },
            ]
            limits = [{ calls = 2, rule = "strangers" }, { calls = 3, per = "1d", by = "/user" }]
            [tools.other]
            parameters.to = { type = "string", required = true }
            [tools.other.policy]
            run = [{ mode = "allow", name = "all" }]
            limits = [{ calls = 2, rule = "all" }]
            """, """
            [[sequence]]
            name = "mails"
            steps = [
              { call = { tool = "mail", arguments = { to = "x" } }, facts = { user = "u" }, expect = "allow" },
              { call = { tool = "mail", arguments = { to = "x" } }, facts = { user = "u" }, expect = "allow" },
              { call = { tool = "mail", arguments = { to = "x" } }, facts = { user = "u" }, expect = "deny", policy = "limit:mail:strangers" },
              { call = { tool = "mail", arguments = { to = "ann" } }, facts = { user = "u" }, expect = "allow" },
              { call = { tool = "mail", arguments = { to = "ann" } }, facts = { user = "u" }, expect = "deny", policy = "limit:mail:/user" },
            ]
            [[sequence]]
            name = "each test counts for itself"
            steps = [{ call = { tool = "mail", arguments = { to = "x" } }, facts = { user = "u" }, expect = "allow" }]
            """);
        MutationRun run = scene.mutate(1_000);
        assertThat(words(run.survivors())).doesNotContain("mail");
    }

    @Test
    void everySlipIsMade() throws Exception {
        Scene scene = scene(ONE, "");
        String slips = RuleMutants.of(scene.parts().lists().get(0).rules()).stream()
                .map(slip -> slip.rule() + " " + slip.words())
                .collect(Collectors.joining("\n"));
        assertThat(slips).isEqualTo("""
            1 drops it
            1 swaps it with rule 2
            1 ask in place of deny
            1 any in place of all at /tags
            2 drops it
            2 swaps it with rule 3
            2 ask in place of allow
            2 glob "docs/*" in place of glob "docs/*.md"
            3 drops it
            3 swaps it with rule 4
            3 allow in place of edit
            3 prefix "src" in place of prefix "src/main"
            4 drops it
            4 swaps it with rule 5
            4 ask in place of allow
            4 command "git *" in place of "git diff *"
            4 command "npm run *" in place of "npm run test*"
            4 command "ls *" in place of "ls"
            5 drops it
            5 swaps it with rule 6
            5 ask in place of allow
            5 pattern "a$" in place of pattern "^a$"
            5 pattern "^a" in place of pattern "^a$"
            6 drops it
            6 swaps it with rule 7
            6 ask in place of allow
            6 all in place of any
            6 drops the condition /op const "w"
            6 drops the condition /at maximum 3
            6 exclusive_maximum 3 in place of maximum 3
            7 drops it
            7 swaps it with rule 8
            7 allow in place of ask
            8 drops it
            8 allow in place of ask\
            """);
    }

    @Test
    void equalChangesAreNotReported() throws Exception {
        Scene scene = scene("""
            [tools.t]
            parameters.path = { type = "path", required = true }
            [tools.t.policy]
            run = [
              { arg = "/path", prefix = "a", mode = "allow" },
              { arg = "/path", prefix = "b", mode = "allow" },
              { mode = "ask" },
            ]
            """, "");
        MutationRun run = scene.mutate(Mutations.MOST);
        assertThat(words(run.survivors())).isEqualTo("""
            t: rule 1: drops it
              t {"path":"a"}: allow becomes ask
            t: rule 1: ask in place of allow
              t {"path":"a"}: allow becomes ask
            t: rule 2: drops it
              t {"path":"b"}: allow becomes ask
            t: rule 2: swaps it with rule 3
              t {"path":"b"}: allow becomes ask
            t: rule 2: ask in place of allow
              t {"path":"b"}: allow becomes ask
            t: rule 3: allow in place of ask
              t {"path":"c"}: ask becomes allow\
            """);
        assertThat(run.undecided()).isEmpty();
        assertThat(run.equal()).as("swaps rule 1 and 2, drops the last").isEqualTo(2);
        assertThat(run.noticed()).isZero();
    }

    /** A changed bound leaves the rest of its condition as it was, so a test without the argument doesn't notice it. */
    @Test
    void aChangedMatcherStillHoldsWithoutItsArgument() throws Exception {
        Scene scene = scene("""
            [tools.t]
            parameters.n = { type = "integer" }
            parameters.to = { type = "string", required = true }
            [tools.t.policy]
            run = [
              { all = [{ arg = "/to", const = "ann" }, { arg = "/n", maximum = 3, or_absent = true }], mode = "allow" },
              { mode = "deny" },
            ]
            """, """
            [[test]]
            call = { tool = "t", arguments = { to = "ann" } }
            expect = "allow"
            [[test]]
            call = { tool = "t", arguments = { to = "ann", n = 5 } }
            expect = "deny"
            [[test]]
            call = { tool = "t", arguments = { to = "bob" } }
            expect = "deny"
            """);
        assertThat(words(scene.mutate(Mutations.MOST).survivors())).isEqualTo("""
            t: rule 1: exclusive_maximum 3 in place of maximum 3
              t {"n":3,"to":"ann"}: allow becomes deny\
            """);
    }

    @Test
    void theExampleLeavesNoChangeUnnoticed() {
        Scene scene = scene(EXAMPLE, TestFileReader.read(EXAMPLE.resolveSibling("payments.test.toml")));
        MutationRun run = scene.mutate(Mutations.MOST);
        assertThat(words(run.survivors())).isEmpty();
        assertThat(words(run.undecided())).isEmpty();
        assertThat(run.noticed()).isEqualTo(20);
        assertThat(run.equal()).isEqualTo(1);
    }

    /** Without one test of the example, some change goes unnoticed, unless other tests need the same rule. */
    @Test
    void aMissingTestShows() {
        TestFile tests = TestFileReader.read(EXAMPLE.resolveSibling("payments.test.toml"));
        List<String> missed = tests.cases().stream()
                .map(left -> {
                    List<TestCase> others =
                            tests.cases().stream().filter(each -> each != left).toList();
                    TestFile fewer = new TestFile(
                            tests.file(), tests.text(), tests.policies(), tests.scene(), others, List.of(), List.of());
                    return left.name() + ": "
                            + scene(EXAMPLE, fewer)
                                    .mutate(Mutations.MOST)
                                    .survivors()
                                    .size();
                })
                .toList();
        assertThat(missed)
                .containsExactly(
                        "anyone may log in: 0",
                        "a payment needs a log-in: 1",
                        "more than 1,000 is denied: 2",
                        "1,000 is asked about: 1",
                        "a friend gets 100: 1",
                        "a friend gets nothing at all: 1",
                        "more than 100 for a friend is asked about: 1",
                        "money doesn't come back from a friend: 1",
                        "friendly looks don't make a friend: 2",
                        "three payments, not four: 2");
    }

    @Test
    void tooManyChangesAreSaid() {
        Scene scene = scene(EXAMPLE, TestFileReader.read(EXAMPLE.resolveSibling("payments.test.toml")));
        MutationRun run = scene.mutate(6);
        assertThat(run.noticed() + run.equal()).isEqualTo(6);
        assertThat(run.leftOut()).isEqualTo(15);
    }

    /** What is judged on an engine without checks must be what the engine of the changed file says. */
    @Test
    void changesAreJudgedAsTheEngineJudgesThem() throws Exception {
        Scene scene = scene(ONE, """
            workspace = "/work"
            [[test]]
            call = { tool = "t", arguments = { path = "docs/a.md" } }
            expect = "allow"
            rule = 2
            [[test]]
            call = { tool = "t", arguments = { path = "/etc/a", line = "rm x" } }
            expect = "ask"
            [[test]]
            call = { tool = "t", arguments = { path = "src/main", line = "git diff" } }
            expect = "edit"
            [[test]]
            call = { tool = "t", arguments = { path = "x", line = "npm run test:all", tags = ["x", "y"] } }
            expect = "allow"
            [[sequence]]
            steps = [
              { call = { tool = "t", arguments = { path = "x", tags = ["x"] } }, expect = "deny" },
              { call = { tool = "t", arguments = { path = "x", line = "a" } }, expect = "allow", rule = 5 },
            ]
            """);
        SharedList list = scene.parts().lists().get(0);
        List<TestCase> tests = scene.runs().stream().map(CaseRun::test).toList();
        int noticed = 0;
        int checked = 0;
        for (RuleMutants.Slip slip : RuleMutants.of(list.rules())) {
            PolicyEngine engine;
            try {
                engine = scene.setup()
                        .builder()
                        .run("t", new RuleList(slip.rules().rules()))
                        .build();
            } catch (InvalidPolicyException refused) {
                continue;
            }
            CaseRunner runner = new CaseRunner(engine);
            boolean fails = scene.runs().stream()
                    .anyMatch(run -> !runner.run(run.test()).passed());
            CaseRunner unchecked = new CaseRunner(
                    Variant.lists(scene.parts(), list.names(), slip.rules()).engine(Variant.tools(tests)));
            assertThat(tests.stream().anyMatch(test -> !unchecked.run(test).passed()))
                    .as(slip.rule() + " " + slip.words())
                    .isEqualTo(fails);
            noticed += fails ? 1 : 0;
            checked++;
        }
        assertThat(noticed).isGreaterThan(8);
        assertThat(checked).isGreaterThan(noticed + 5);
    }
}
