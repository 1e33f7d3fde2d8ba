package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallRecord.Decision;
import dev.toolpolicy.event.CallRecord.Verdict;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.audit.AuditLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The subcommand {@code audit}, on files that the audit log wrote. */
class AuditCommandTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    @TempDir
    private Path folder;

    private Path file;

    private Run run(String... options) {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "audit";
        arguments[1] = file.toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return Cli.run(arguments).without(folder);
    }

    private static List<String> calls(Run run) {
        return run.out().lines().map(line -> line.split("  ")[2]).toList();
    }

    private static CallRecord call(int hour, String session, String tool, Verdict verdict, Decision decision) {
        return new CallRecord(session, hour, "c" + hour, tool)
                .followedBy(List.of(CallStep.started().at(NOON.plus(Duration.ofHours(hour)), 0)))
                .withVerdict(verdict, verdict == Verdict.RAN ? Optional.of(hour != 1) : Optional.empty())
                .withDecision(decision);
    }

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("audit.jsonl");
        Decision allowed =
                Decision.of(Decision.By.RULE, "").withRule(1, "otherwise -> allow", "the tool's declaration");
        Decision denied =
                Decision.of(Decision.By.RULE, "no").withRule(0, "/path prefix \"x\" -> deny", "policy.toml:3:7");
        List<CallRecord> calls = List.of(
                call(0, "s", "read", Verdict.RAN, allowed),
                call(1, "s", "read", Verdict.RAN, allowed),
                call(2, "t", "write", Verdict.DENIED, denied),
                call(
                        3,
                        "t",
                        "write",
                        Verdict.DENIED,
                        Decision.of(Decision.By.POLICY, "no").withPolicy("quota")),
                call(
                        13,
                        "s",
                        "a\nb",
                        Verdict.INVALID,
                        Decision.of(Decision.By.VALIDATION, "no").withCode("unknown-tool")));
        try (AuditLog audit = AuditLog.toFile(file, 700, 9)) {
            calls.forEach(audit::onCall);
            assertThat(audit.failures()).isZero();
        }
        assertThat(folder.resolve("audit.jsonl.1")).exists();
    }

    @Test
    void allCallsArePrintedFromTheOldestOn() {
        Run run = run();
        assertThat(run.errors()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(calls(run)).containsExactly("read#c0", "read#c1", "write#c2", "write#c3", "a\\nb#c13");
        assertThat(run.out().lines().toList().get(2))
                .isEqualTo("2026-01-01T14:00:00Z  t  write#c2  denied  by rule, rule 1 (/path prefix \"x\" -> deny),"
                        + " policy.toml:3:7");
        assertThat(run.out().lines().toList().get(1)).contains("ran (failed)");
    }

    @Test
    void aStoredApprovalIsPrintedWithWhoGaveIt() throws IOException {
        Decision decision = Decision.of(Decision.By.ANSWER, "")
                .withSource("stored")
                .withApproval("a1")
                .withApprover("ann\u009b");
        file = folder.resolve("approved.jsonl");
        try (AuditLog audit = AuditLog.toFile(file)) {
            audit.onCall(call(0, "s", "pay", Verdict.RAN, decision));
        }
        assertThat(run().out()).endsWith("by answer, stored, approver ann\\u009b, approval a1\n");
    }

    @Test
    void filtersAreJoined() {
        assertThat(calls(run("--tool", "write"))).containsExactly("write#c2", "write#c3");
        assertThat(calls(run("--tool", "write", "--policy", "quota"))).containsExactly("write#c3");
        assertThat(calls(run("--session", "s", "--verdict", "ran"))).containsExactly("read#c0", "read#c1");
        assertThat(calls(run("--rule", "2"))).containsExactly("read#c0", "read#c1");
        assertThat(calls(run("--rule", "otherwise -> allow"))).containsExactly("read#c0", "read#c1");
        assertThat(calls(run("--since", "2026-01-01T13:00:00Z", "--until", "2026-01-01T15:00:00Z")))
                .containsExactly("read#c1", "write#c2");
        assertThat(calls(run("--since", "2026-01-02"))).containsExactly("a\\nb#c13");
        assertThat(run("--tool", "none").out()).isEmpty();
    }

    @Test
    void countsHaveTheSameDigitsInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(new Locale("ar", "EG"));
        try {
            assertThat(run("--count", "policy").out()).isEqualTo("       4  (none)\n       1  quota\n");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void callsAreCounted() throws IOException {
        assertThat(run("--count", "tool").out()).isEqualTo("       2  read\n       2  write\n       1  a\\nb\n");
        assertThat(run("--count", "policy").out()).isEqualTo("       4  (none)\n       1  quota\n");
        assertThat(run("--count", "day").out()).isEqualTo("       4  2026-01-01\n       1  2026-01-02\n");
        assertThat(run("--count", "rule", "--verdict", "denied").out())
                .contains("       1  write 1: /path prefix \"x\" -> deny\n");
        assertThat(new ObjectMapper()
                        .readTree(run("--count", "verdict", "--json").out()))
                .hasToString("{\"verdict\":{\"denied\":2,\"ran\":2,\"invalid\":1}}");
    }

    @Test
    void jsonGivesTheLinesAsTheyAre() throws IOException {
        Run run = run("--json", "--tool", "read");
        assertThat(run.out().lines().toList()).hasSize(2).allMatch(line -> line.startsWith("{\"session\":\"s\""));
    }

    @Test
    void jsonOfAnyWriterIsVisibleAndStaysJson() throws IOException {
        file = folder.resolve("other.jsonl");
        Files.writeString(
                file, "{\t\"tool\":\"a\u202e\",\t\"session\":\"s\",\"verdict\":\"ran\"}\n", StandardOpenOption.CREATE);
        String out = run("--json").out();
        assertThat(out).matches("[ -~]*\n");
        assertThat(new ObjectMapper().readTree(out).path("tool").asText()).isEqualTo("a\u202e");
    }

    @Test
    void badLinesAreReportedWithTheirPlaceAndTheOthersAreRead() throws IOException {
        Files.writeString(file, "{\"session\":\"s\",\n{}\n[1]\n", StandardOpenOption.APPEND);
        Files.write(file, new byte[] {(byte) 0xff, '\n'}, StandardOpenOption.APPEND);
        Run run = run();
        int first = Files.readAllLines(folder.resolve("audit.jsonl"), StandardCharsets.ISO_8859_1)
                        .size()
                - 3;
        assertThat(run.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(calls(run)).hasSize(5);
        List<String> errors = run.errors().lines().toList();
        assertThat(errors).hasSize(4);
        assertThat(errors.get(0)).startsWith("audit.jsonl:" + first + ":").contains("not a line of an audit log");
        assertThat(errors.get(1))
                .isEqualTo("audit.jsonl:" + (first + 1)
                        + ":1: error: not a line of an audit log: it has no call, verdict or time");
        assertThat(errors.get(3)).startsWith("audit.jsonl:" + (first + 3) + ":");
    }

    @Test
    void aMissingFileIsAProblem() {
        file = folder.resolve("none.jsonl");
        Run run = run();
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errors()).isEqualTo("none.jsonl: error: can't be read: NoSuchFileException\n");
    }

    @Test
    void aWrongCommandLineSaysWhatToType() {
        Run colour = run("--count", "colour");
        assertThat(colour.code()).isEqualTo(ExitCode.FAILED);
        assertThat(colour.errors())
                .isEqualTo("Invalid value for option '--count': expected one of [TOOL, SESSION, VERDICT, RULE, POLICY,"
                        + " CODE, DAY] (case-insensitive) but was 'colour'. toolpolicy audit --help shows what to"
                        + " type.\n");
        assertThat(run("--since", "yesterday").errors())
                .isEqualTo("--since takes a day or a time, such as 2026-01-31 or 2026-01-31T12:00:00Z\n");
        assertThat(run("--verdict", "allowed").errors())
                .isEqualTo("there is no verdict \"allowed\"; verdicts are ran, denied, declined, invalid, pending\n");
        assertThat(run("--root").errors()).startsWith("Unknown option: '--root'");
    }
}
