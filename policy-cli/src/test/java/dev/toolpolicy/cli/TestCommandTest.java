package dev.toolpolicy.cli;

import static dev.toolpolicy.test.policy.PolicyAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.examples.tools.shell.Bash;
import dev.toolpolicy.shared.CodeBlock;
import dev.toolpolicy.test.policy.PolicyTests;
import dev.toolpolicy.test.policy.PolicyUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The subcommand {@code test}, and its guide: files, output and code. */
class TestCommandTest {
    private static final Path GUIDE = Path.of("../docs/how-to/test-policies.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/toolpolicy/cli/TestCommandTest.java");
    private static final Path EXAMPLE = Path.of("../policy-examples/policies");

    @TempDir
    private Path folder;

    private Path tests;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.copy(EXAMPLE.resolve("payments.toml"), folder.resolve("payments.toml"));
        tests = Files.copy(EXAMPLE.resolve("payments.test.toml"), folder.resolve("payments.test.toml"));
    }

    private static List<String> blocks(String language) {
        return CodeBlock.texts(GUIDE, language);
    }

    private Run test(String... options) {
        List<String> arguments = Stream.concat(Stream.of("test", tests.toString()), Stream.of(options))
                .toList();
        return Cli.run(arguments.toArray(String[]::new)).without(folder);
    }

    @Test
    void everyLineOfJavaIsOneOfTheseTests() throws IOException {
        String source = Files.readString(SOURCE).replaceAll("\\s+", "");
        assertThat(blocks("java"))
                .hasSize(3)
                .allSatisfy(block -> assertThat(block.lines())
                        .allSatisfy(line -> assertThat(source).contains(line.replaceAll("\\s+", ""))));
    }

    @PolicyTests("../policy-examples/policies/payments.test.toml")
    Stream<DynamicTest> payments(Stream<DynamicTest> tests) {
        return tests;
    }

    @Test
    void codeOfTheGuide() {
        PolicyUnderTest policy = PolicyUnderTest.of(Path.of("../policy-examples/policies/payments.toml"));
        assertThat(policy)
                .call("pay", "{\"amount\": 2000, \"to\": \"acme\"}")
                .isDenied()
                .by("bank");
        assertThat(policy)
                .after("log_in", Map.of("user", "ann"))
                .call("pay", Map.of("amount", 20, "to", "friend-eve"))
                .isAllowed()
                .then()
                .call("pay", Map.of("amount", 500, "to", "acme"))
                .isAsked()
                .by("others");
        PolicyUnderTest shell = PolicyUnderTest.of(Bash.class);
        assertThat(shell).call("bash", "{\"command\": \"rm x\"}").isDenied().by(1);
    }

    @Test
    void theExampleIsTheGuidesAndLeavesNothingUntested() throws IOException {
        assertThat(blocks("toml").get(0)).isEqualTo(Files.readString(EXAMPLE.resolve("payments.toml")));
        assertThat(blocks("toml").get(1)).isEqualTo(Files.readString(EXAMPLE.resolve("payments.test.toml")));
        assertThat(test()).isEqualTo(new Run(0, "payments.test.toml: 10 passed, 0 failed\n", ""));
        assertThat(test("--coverage")).isEqualTo(new Run(0, blocks("text").get(1), ""));
        Run mutated = test("--mutate", "--json");
        assertThat(mutated.code()).isZero();
        JsonNode mutation = mutated.json().at("/files/0/mutation");
        assertThat(mutation.toString()).isEqualTo("{\"noticed\":20,\"equal\":1,\"left_out\":0}");
        assertThat(test("--suggest").out()).endsWith("\nnothing to suggest\n");
    }

    @Test
    void aFailureSaysWhatDecided() throws IOException {
        Files.writeString(tests, blocks("toml").get(2));
        assertThat(test()).isEqualTo(new Run(1, blocks("text").get(0), ""));
        assertThat(test("--mutate").out()).endsWith("all tests must pass before the policy is changed\n");
        JsonNode failed = test("--json").json().at("/files/0/tests/0");
        assertThat(failed.path("passed").booleanValue()).isFalse();
        assertThat(failed.path("line").intValue()).isEqualTo(1);
        assertThat(failed.path("failure").textValue()).contains(":3:8: failed: a friend gets 200");
    }

    @Test
    void callsOfATestReturnValues() throws IOException {
        Files.writeString(folder.resolve("payments.toml"), blocks("toml").get(3));
        Files.writeString(tests, blocks("toml").get(4));
        assertThat(test("--mutate").out()).startsWith("payments.test.toml: 2 passed, 0 failed\n");
        Files.writeString(tests, blocks("toml").get(4).replace("email = \"ann@", "email = \"bob@"));
        assertThat(test().out()).endsWith("payments.test.toml: 1 passed, 1 failed\n");
    }

    @Test
    void anEmptyFileGetsItsFirstTests() throws IOException {
        Files.writeString(tests, "# to do\n");
        assertThat(test().errors()).contains("there is no test in this file");
        assertThat(test("--suggest").code()).isZero();
        assertThat(Files.readString(tests)).startsWith("# to do\n").contains("[[test]]");
        assertThat(test().out()).endsWith(" passed, 0 failed\n");
    }

    @Test
    void changesThatNoTestNoticesAreFindings() throws IOException {
        String text = Files.readString(tests);
        int from = text.indexOf("[[test]]\nname = \"1,000 is asked about\"");
        Files.writeString(tests, text.substring(0, from) + text.substring(text.indexOf("[[test]]", from + 1)));
        Run run = test("--mutate");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .isEqualTo("payments.test.toml: 9 passed, 0 failed\n"
                        + blocks("text").get(2));
        assertThat(test("--mutate", "--json")
                        .json()
                        .at("/files/0/mutation/survivors/0")
                        .toString())
                .isEqualTo(
                        "{\"part\":\"pay: rule 1 \\\"bank\\\"\",\"change\":\"minimum 1000 in place of exclusive_minimum"
                                + " 1000\",\"call\":{\"tool\":\"pay\",\"arguments\":{\"amount\":1000,\"to\":\"\"}},"
                                + "\"before\":\"ask\",\"after\":\"deny\"}");
    }

    @Test
    void testsAreSuggestedFromNothing() throws IOException {
        Files.delete(tests);
        assertThat(test().errors()).contains("payments.test.toml: error:", "there is no such file");
        Run suggested = test("--suggest");
        assertThat(suggested)
                .isEqualTo(new Run(
                        0,
                        "payments.test.toml: 0 passed, 0 failed\n"
                                + "6 suggested tests written into payments.test.toml\n",
                        ""));
        String written = Files.readString(tests);
        assertThat(test("--suggest", "--coverage").out())
                .contains("6 passed, 0 failed, 0 of 6 parts of the policy not tested", "nothing to suggest");
        assertThat(tests).hasContent(written);
    }

    @Test
    void whatCantBeTestedIsAnError() throws IOException {
        Files.writeString(tests, "[[test]]\nexpct = \"deny\"\n");
        Run unknown = test();
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.errors()).startsWith("""
            payments.test.toml:2:1: error: [toolpolicy/unknown-key] a test has no "expct"
                expct = "deny"
                ^
              help: did you mean "expect"?
            """);
        assertThat(test("--json").json().at("/problems/0/line").intValue()).isEqualTo(2);
        Files.writeString(folder.resolve("payments.toml"), "tools = 1");
        Files.copy(EXAMPLE.resolve("payments.test.toml"), tests, StandardCopyOption.REPLACE_EXISTING);
        Run broken = test();
        assertThat(broken.code()).isEqualTo(2);
        assertThat(broken.errors()).startsWith("payments.toml:1:9: error:");
        assertThat(test("--mutat").code()).isEqualTo(2);
    }
}
