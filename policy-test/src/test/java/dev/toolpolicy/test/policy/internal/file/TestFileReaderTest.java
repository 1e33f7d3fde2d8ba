package dev.toolpolicy.test.policy.internal.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test files as they are read, and what is wrong with them, with the place of each problem. */
class TestFileReaderTest {
    private static final Path FILE = Path.of("a/policy.test.toml");

    private static TestFile read(String text) {
        return TestFileReader.of(FILE, text);
    }

    /** Returns the first line of each problem, without the folder. */
    private static String problems(String text) {
        return read(text).problems().stream()
                .map(problem ->
                        problem.message().lines().findFirst().orElseThrow().replace("a/policy.test.toml:", ""))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void readsTestsAndSequencesInTheirOrder() {
        TestFile file = read("""
            workspace = "/work"
            home = "/home/me"
            files = ["src/a"]
            [[sequence]]
            name = "steps"
            steps = [
              { call = { tool = "a" }, expect = "allow" },
              { call = { tool = "b" }, expect = "ask", result = "failure", facts = { role = "x" } },
            ]
            [[test]]
            call = { tool = "c", arguments = '{"x":' }
            after = [{ tool = "a", arguments = { y = 1 } }]
            expect = "invalid"
            [[test]]
            name = "by number"
            call = { tool = "c" }
            expect = "deny"
            rule = 2
            reason = "no"
            """);
        assertThat(file.problems()).isEmpty();
        assertThat(file.policies()).containsExactly(new TestFile.Policy(Path.of("a/policy.toml"), List.of()));
        assertThat(file.scene())
                .isEqualTo(new TestFile.Scene(Optional.of("/work"), Optional.of("/home/me"), List.of("src/a")));
        assertThat(file.cases()).extracting(TestCase::name).containsExactly("steps", "test 1", "by number");
        assertThat(file.cases().get(0).steps())
                .extracting(TestStep::outcome)
                .containsExactly(TestStep.Outcome.SUCCESS_IF_ALLOWED, TestStep.Outcome.FAILURE);
        assertThat(file.cases().get(0).steps().get(1).facts().orElseThrow().toString())
                .isEqualTo("{\"role\":\"x\"}");
        assertThat(file.cases().get(1).steps()).extracting(TestStep::text).containsExactly("{\"y\":1}", "{\"x\":");
        assertThat(file.cases().get(1).steps().get(0).outcome()).isEqualTo(TestStep.Outcome.SUCCESS);
        assertThat(file.cases().get(2).steps().get(0).expected().orElseThrow())
                .hasToString("deny by rule 2 because \"no\"");
    }

    @Test
    void aPolicyCanBeNamed() {
        assertThat(read("policy = \"../b.json\"").policies())
                .containsExactly(new TestFile.Policy(Path.of("a/../b.json"), List.of()));
        assertThat(read("policy = [\"p.toml\", \"t.toml=a_*, b\"]").policies())
                .containsExactly(
                        new TestFile.Policy(Path.of("a/p.toml"), List.of()),
                        new TestFile.Policy(Path.of("a/t.toml"), List.of("a_*", "b")));
        String error = "1:10: error: [toolpolicy/config-syntax] ";
        assertThat(problems("policy = [1]")).isEqualTo(error + "\"policy\" is a list of strings, not [1]");
        assertThat(problems("policy = 5")).isEqualTo(error + "\"policy\" is a string, not 5");
        assertThat(problems("policy = []")).isEqualTo(error + "\"policy\" names no policy file");
        for (String scope : List.of("", ",", "a,", " ,a")) {
            assertThat(problems("policy = [\"p.toml\", \"t.toml=" + scope + "\"]"))
                    .isEqualTo(error + "\"t.toml=" + scope + "\" can't be read: an empty name names no tool");
        }
        assertThat(TestFileReader.of(Path.of("tests.toml"), "").problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .contains("doesn't say which policy file it tests", "write policy = \"FILE\""));
    }

    @Test
    void eachMistakeHasItsPlace() {
        assertThat(problems("""
            work = "/x"
            home = "me"
            [[test]]
            expct = "deny"
            call = { tool = 1, args = {} }
            rule = 0
            name = ""
            [[test]]
            expect = "maybe"
            call = "a"
            rule = "a"
            policy = "b"
            after = [1]
            [[test]]
            call = { tool = "a", arguments = { day = 2026-01-01 } }
            expect = "allow"
            facts = 3
            [[sequence]]
            steps = []
            [[sequence]]
            steps = [{ call = { tool = "a" }, expect = "deny", result = "success" }]
            [[sequence]]
            steps = [{ call = { tool = "a" }, expect = "allow", result = "{}" }]
            """)).isEqualTo("""
                1:1: error: [toolpolicy/unknown-key] a test file has no "work"
                2:8: error: [toolpolicy/config-syntax] "home" must be an absolute path: home must be an absolute path, was "me"
                4:1: error: [toolpolicy/unknown-key] a test has no "expct"
                3:1: error: [toolpolicy/config-syntax] "expect" is "allow", "ask", "edit", "deny" or "invalid", but it is missing
                6:8: error: [toolpolicy/config-syntax] "rule" is a rule's name, or its number from 1, not 0
                5:20: error: [toolpolicy/unknown-key] a call has no "args"
                5:17: error: [toolpolicy/config-syntax] "tool" is a string, not 1
                7:8: error: [toolpolicy/config-syntax] a name must not be empty
                13:10: error: [toolpolicy/config-syntax] a call is a table, not 1
                10:8: error: [toolpolicy/config-syntax] "call" is a table with "tool", not "a"
                9:10: error: [toolpolicy/config-syntax] "expect" is "allow", "ask", "edit", "deny" or "invalid", not "maybe"
                12:10: error: [toolpolicy/config-syntax] a call is decided by a rule or by a policy, not by both
                17:9: error: [toolpolicy/config-syntax] "facts" is a table, not 3
                15:42: error: [toolpolicy/config-syntax] a date is not a value here
                18:1: error: [toolpolicy/config-syntax] "steps" is a list of at least one step, not []
                21:61: error: [toolpolicy/config-syntax] a call with the verdict deny doesn't run, so it has no result
                23:62: error: [toolpolicy/config-syntax] "result" is "success", "failure", or what the tool returned as a table or a list, not "{}"\
                """);
    }

    @Test
    void eachMistakeOfAClaimHasItsPlace() {
        assertThat(problems("""
            [[prove]]
            tools = ["a"]
            at_least = "allow"
            unless = [{}, { reason = "known" }, { all = [] }, { arg = "/day", const = 2026-01-01 }]
            [[prove]]
            tools = ["a"]
            never = "allow"
            when = { facts = { day = 2026-01-01 } }
            unless = [1, { prefix = "a" }, { label = "secret", mode = "ask" }]
            """)).isEqualTo("""
                4:11: error: [toolpolicy/config-syntax] a condition is a table with "arg", "fact" or "label", not {}
                4:17: error: [toolpolicy/unknown-key] a condition has no "reason"
                4:15: error: [toolpolicy/config-syntax] a condition is a table with "arg", "fact" or "label", not {"reason":"known"}
                4:75: error: [toolpolicy/config-syntax] a date is not a value here
                3:12: error: [toolpolicy/config-syntax] "at_least" is "ask", "edit" or "deny", not "allow"
                8:26: error: [toolpolicy/config-syntax] a date is not a value here
                8:26: error: [toolpolicy/config-syntax] a date is not a value here
                9:11: error: [toolpolicy/config-syntax] a condition is a table, not 1
                9:14: error: [toolpolicy/config-syntax] a condition is a table with "arg", "fact" or "label", not {"prefix":"a"}
                9:52: error: [toolpolicy/unknown-key] a condition has no "mode"\
                """);
    }

    @Test
    void aResultHasNoDate() {
        assertThat(problems("""
            [[test]]
            after = [{ tool = "a", result = { day = 2026-01-01 } }]
            call = { tool = "a" }
            expect = "deny"
            [[sequence]]
            steps = [{ call = { tool = "a" }, expect = "allow", result = [2026-01-01] }]
            """)).isEqualTo("""
                2:41: error: [toolpolicy/config-syntax] a date is not a value here
                6:63: error: [toolpolicy/config-syntax] a date is not a value here\
                """);
    }

    @Test
    void aFileWithoutTestsIsAProblem(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("a.test.toml"), "# nothing yet\n");
        assertThat(TestFileReader.read(file).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .startsWith(file + ": error:")
                        .contains("there is no test in this file", "[[test]]"));
        assertThat(TestFileReader.read(folder.resolve("b.test.toml")).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("there is no such file"));
        assertThat(problems("[[test]\n")).contains("2:1: error:");
        assertThat(problems("test = 1\nsequence = [1]\n")).contains("written [[test]]", "written [[sequence]]");
    }
}
