package dev.toolpolicy.test.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.test.policy.internal.coverage.Coverage;
import dev.toolpolicy.test.policy.internal.coverage.PolicyParts;
import dev.toolpolicy.test.policy.internal.coverage.TomlText;
import dev.toolpolicy.test.policy.internal.coverage.Witnesses;
import dev.toolpolicy.test.policy.internal.file.TestFile;
import dev.toolpolicy.test.policy.internal.file.TestFileReader;
import dev.toolpolicy.test.policy.internal.mutation.MutationRun;
import dev.toolpolicy.test.policy.internal.run.CaseRun;
import dev.toolpolicy.test.policy.internal.run.CaseRunner;
import dev.toolpolicy.test.policy.internal.run.Setup;
import dev.toolpolicy.test.policy.internal.suite.PolicySuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests whose calls return something: values that later calls may use, and labels that make rules stricter. */
class ReturnedValuesTest {
    private static final String POLICY = """
        [results]
        contacts = { labels = [], values = { contacts = "/people/email" } }
        bills = { labels = [], values = { amounts = "/amount" } }
        page = { labels = ["untrusted", "foreign"] }
        send = { labels = [] }
        pay = { labels = [] }

        [tools.contacts]
        parameters = {}
        policy.run = "allow"
        [tools.bills]
        parameters.year = { type = "integer", required = true }
        policy.run = "allow"
        [tools.page]
        parameters = {}
        policy.run = "allow"
        [tools.send]
        parameters.to = { type = "string", required = true }
        [tools.send.policy]
        run = [
          { name = "known", arg = "/to", from = ["contacts"], mode = "allow" },
          { name = "stranger", label = "untrusted", mode = "deny" },
          { name = "abroad", label = "foreign", mode = "deny" },
          { mode = "ask" },
        ]
        [tools.pay]
        parameters.amount = { type = "number", required = true }
        parameters.to = { type = "string", required = true }
        [tools.pay.policy]
        run = [
          { name = "billed", all = [{ arg = "/amount", from = ["amounts"] }, { arg = "/to", from = ["contacts"] }], mode = "allow" },
          { mode = "ask" },
        ]
        """;
    private static final String TESTS = """
        [[test]]
        name = "a contact"
        after = [{ tool = "contacts", result = { people = [{ email = "ann@example.org" }] } }]
        call = { tool = "send", arguments = { to = "ann@example.org" } }
        expect = "allow"
        rule = "known"

        [[sequence]]
        name = "a stranger"
        steps = [
          { call = { tool = "contacts" }, expect = "allow", result = { people = [{ email = "ann@example.org" }] } },
          { call = { tool = "page" }, expect = "allow" },
          { call = { tool = "send", arguments = { to = "ann@example.org" } }, expect = "allow", rule = "known" },
          { call = { tool = "send", arguments = { to = "eve@example.org" } }, expect = "deny", rule = "stranger" },
        ]
        """;

    @TempDir
    private Path folder;

    private Setup setup(TestFile tests) throws Exception {
        assertThat(tests.problems()).isEmpty();
        Path file = Files.writeString(folder.resolve("p.toml"), POLICY);
        return new Setup(ToolCatalog.empty(), List.of(PolicyConfiguration.read(file)), tests.scene());
    }

    private TestFile tests(String text) throws InvalidPolicyException {
        return TestFileReader.of(folder.resolve("p.test.toml"), text);
    }

    private static String failures(PolicyEngine engine, TestFile tests) {
        return new CaseRunner(engine)
                .run(tests.cases()).stream()
                        .map(run -> run.failure().orElse("passed"))
                        .collect(Collectors.joining("\n"));
    }

    @Test
    void laterCallsOfATestUseWhatCallsReturned() throws Exception {
        TestFile tests = tests(TESTS);
        PolicyEngine engine = setup(tests).builder().build();
        assertThat(failures(engine, tests)).isEqualTo("passed\npassed");
        assertThat(failures(engine, tests(TESTS.replace("email = \"ann@", "email = \"bob@"))))
                .contains("expected allow by rule \"known\", but the decision is ask by rule 4")
                .contains("expected allow by rule \"known\", but the decision is deny by rule 2");
    }

    @Test
    void whatATestCanNotReturnIsAnError() throws Exception {
        assertThat(tests(TESTS.replace(
                                "result = { people = [{ email = \"ann@example.org\" }] } }]", "result = \"x\" }]"))
                        .problems())
                .singleElement()
                .asString()
                .contains("\"result\" is a table or a list, not \"x\"");
        assertThat(tests(TESTS.replace("expect = \"deny\", rule", "expect = \"deny\", result = {}, rule"))
                        .problems())
                .singleElement()
                .asString()
                .contains("a call with the verdict deny doesn't run, so it has no result");
        assertThat(tests(TESTS.replace("result = { people", "results = { people"))
                        .problems())
                .hasSize(2);
    }

    @Test
    void suggestedTestsReturnTheValuesThatARuleNeeds() throws Exception {
        TestFile none = tests("");
        Setup setup = setup(none);
        PolicyEngine engine = setup.builder().build();
        PolicyParts parts = new PolicyParts(setup, engine);
        String suggested = Coverage.of(parts, new Witnesses(parts), List.of()).stream()
                .flatMap(row -> row.suggestion().stream())
                .map(TomlText::of)
                .collect(Collectors.joining("\n"));
        assertThat(suggested).contains("rule = \"known\"", "rule = \"billed\"", "result = { people = { email = ");
        TestFile tests = tests(suggested);
        assertThat(tests.problems()).isEmpty();
        assertThat(failures(engine, tests)).matches("(passed\n)*passed");
        List<CaseRun> runs = new CaseRunner(engine).run(tests.cases());
        assertThat(Coverage.of(parts, new Witnesses(parts), runs))
                .filteredOn(row -> row.state() == Coverage.State.NOT_TESTED)
                .extracting(row -> row.target().toString())
                .containsExactly("page: results", "send: results", "pay: results");
    }

    /** The label "foreign" could go without a test that fails: "stranger" denies the same calls. */
    @Test
    void testsNoticeLabelsAndValuesThatAreTakenAway() throws Exception {
        Files.writeString(folder.resolve("p.toml"), POLICY);
        Path file = Files.writeString(folder.resolve("p.test.toml"), TESTS);
        PolicySuite suite = PolicySuite.run(file, ToolCatalog.empty());
        MutationRun run = suite.mutate();
        String unnoticed = Stream.concat(run.survivors().stream(), run.undecided().stream())
                .map(Object::toString)
                .collect(Collectors.joining("\n"));
        assertThat(unnoticed)
                .doesNotContain("contacts: results", "without the label untrusted")
                .contains("bills: results: without the values of amounts", "page: results: without the label foreign");
    }

    @Test
    void assertionsReturnValuesToo() throws Exception {
        TestFile tests = tests(TESTS);
        PolicyEngine engine = setup(tests).builder().build();
        Map<String, String> ann = Map.of("to", "ann@example.org");
        PolicyAssertions.assertThat(engine)
                .after("contacts", "{}", "{\"people\": [{\"email\": \"ann@example.org\"}]}")
                .after("page", Map.of())
                .call("send", ann)
                .isAllowed()
                .by("known");
        PolicyAssertions.assertThat(engine)
                .after("page", Map.of())
                .call("send", ann)
                .isDenied();
        assertThatThrownBy(() -> PolicyAssertions.assertThat(engine).after("send", Map.of(), Map.of()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("must run before the next call");
    }
}
