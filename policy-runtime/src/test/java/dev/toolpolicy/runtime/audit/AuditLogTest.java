package dev.toolpolicy.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of the audit log: what they hold, what they never hold, and the files they are in. */
class AuditLogTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String SECRET = "hunter2";

    @TempDir
    private Path folder;

    private static JsonNode read(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }

    private static PolicyEngineBuilder builder() {
        ToolSchema schema = ToolSchema.of(
                Parameter.required("path", ParameterType.path()), Parameter.optional("text", ParameterType.string()));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("write", schema)
                        .withRun(RuleList.of(
                                RuleSpec.when(Argument.Text.at("/path").prefix("ask/"), Mode.EDIT),
                                RuleSpec.when(Argument.Text.at("/path").prefix("no/"), Mode.DENY),
                                RuleSpec.otherwise(Mode.ALLOW)))
                        .withResult(RuleList.always(Mode.ALLOW)))));
    }

    /** A policy whose reason repeats an argument. */
    private static final class Chatty implements ToolPolicy {
        @Override
        public String name() {
            return "chatty";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.named(List.of("write"));
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            String path = call.arguments().path("path").asText();
            return path.startsWith("chat/") ? PolicyDecision.deny("not " + path) : PolicyDecision.allow();
        }
    }

    private static void execute(PolicyEngine engine, String arguments) {
        ToolHandlers tools = ToolHandlers.builder(engine.tools())
                .handle("write", (object, call) -> {
                    if (object.path("path").asText().startsWith("fail/")) {
                        throw new IllegalStateException("failed on " + object.path("path"));
                    }
                    return "wrote " + object.path("path");
                })
                .build();
        try (PolicySession session = engine.session("s")) {
            session.execute("c", "write", arguments, tools);
        }
    }

    private static PolicyEngine engine(AuditLog audit) {
        return builder()
                .policies(new Chatty())
                .permission(request ->
                        CompletableFuture.completedFuture(request.edit("{\"path\":\"edited/" + SECRET + "\"}")))
                .onCall(audit)
                .build();
    }

    private static final List<String> CALLS = List.of(
            "{\"path\":\"a/" + SECRET + "\",\"text\":\"" + SECRET + "\"}",
            "{\"path\":\"ask/" + SECRET + "\"}",
            "{\"path\":\"no/" + SECRET + "\"}",
            "{\"path\":\"chat/" + SECRET + "\"}",
            "{\"path\":\"fail/" + SECRET + "\"}",
            "{\"path\":\"../" + SECRET + "\"}",
            "{\"path\":{\"" + SECRET + "\":1}}",
            "{\"" + SECRET + "\":\"x\"}",
            "{\"path\":\"" + SECRET);

    @Test
    void argumentsAndTextsAboutThemAreNeverInALine() {
        StringWriter target = new StringWriter();
        PolicyEngine engine = engine(AuditLog.to(target));
        CALLS.forEach(call -> execute(engine, call));
        assertThat(target.toString().lines()).hasSameSizeAs(CALLS);
        assertThat(target.toString()).doesNotContain(SECRET);
    }

    @Test
    void argumentsAreInALineWhereTheServiceWantsThem() {
        StringWriter target = new StringWriter();
        PolicyEngine engine = engine(AuditLog.to(target).withArguments());
        CALLS.forEach(call -> execute(engine, call));
        List<String> lines = target.toString().lines().toList();
        assertThat(lines).hasSameSizeAs(CALLS);
        assertThat(lines.subList(0, 6)).allMatch(line -> line.contains(SECRET));
    }

    @Test
    void aLineSaysWhatWasAskedWhatDecidedAndWhatWasDone() {
        StringWriter target = new StringWriter();
        AuditLog audit = AuditLog.to(target);
        execute(engine(audit), "{\"path\":\"no/x\"}");
        JsonNode line = read(target.toString());
        assertThat(line.path("session").asText()).isEqualTo("s");
        assertThat(line.path("tool").asText()).isEqualTo("write");
        assertThat(line.path("call").asText()).isEqualTo("c");
        assertThat(line.path("verdict").asText()).isEqualTo("denied");
        assertThat(line.path("decision"))
                .hasToString(
                        "{\"by\":\"rule\",\"rule\":2,\"words\":\"/path prefix \\\"no/\\\" -> deny\",\"origin\":\"the"
                                + " tool's declaration\"}");
        assertThat(line.path("policies").asText()).hasSize(64);
        assertThat(line.path("digest").asText()).isEqualTo(audit.digest(read("{ \"path\": \"no\\/x\" }")));
        assertThat(line.path("started").asText()).isNotEmpty();
        assertThat(line.path("decided").asText()).isNotEmpty();
        assertThat(line.path("ended").asText()).isNotEmpty();
        assertThat(line.path("steps").size()).isGreaterThan(2);
    }

    @Test
    void theDigestIsThatOfTheArgumentsThatRan() {
        StringWriter target = new StringWriter();
        AuditLog audit = AuditLog.to(target);
        execute(engine(audit), "{\"path\":\"ask/x\"}");
        JsonNode line = read(target.toString());
        assertThat(line.path("verdict").asText()).isEqualTo("ran");
        assertThat(line.path("digest").asText()).isEqualTo(audit.digest(read("{\"path\":\"edited/" + SECRET + "\"}")));
    }

    @Test
    void aLineNamesTheStoredApprovalAndWhoGaveIt() {
        CallRecord.Decision decision = CallRecord.Decision.of(CallRecord.Decision.By.ANSWER, "")
                .withApprover("ann \u202e")
                .withApproval("a1")
                .withSource("stored");
        String line = AuditLog.to(new StringWriter()).line(call(1).withDecision(decision));
        assertThat(line)
                .contains("\"decision\":{\"by\":\"answer\",\"source\":\"stored\",\"approval\":\"a1\",\"approver\":\"ann"
                        + " \\u202e\"}");
    }

    @Test
    void aKeyedDigestDiffersByItsKey() {
        AuditLog plain = AuditLog.to(new StringWriter());
        AuditLog first = plain.keyed("0123456789abcdef".getBytes(StandardCharsets.UTF_8));
        AuditLog second = plain.keyed("0123456789abcdeX".getBytes(StandardCharsets.UTF_8));
        JsonNode value = read("{\"a\":1}");
        assertThat(plain.digest(value)).startsWith("sha256:").isEqualTo(plain.digest(read("{\"a\":1.0}")));
        assertThat(first.digest(value)).startsWith("hmac-sha256:").isNotEqualTo(second.digest(value));
        assertThatThrownBy(() -> plain.keyed(new byte[15]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key must have at least 16 bytes, had 15");
    }

    @Test
    void aLineIsOneLineOfAscii() {
        StringWriter target = new StringWriter();
        CallRecord call = new CallRecord("s\n\u2028", 1, "c\r\u202e", "t\u0085\ud83d\ude00");
        AuditLog.to(target).onCall(call);
        assertThat(target.toString()).endsWith("\n").matches("[ -~]*\n");
        assertThat(read(target.toString()).path("tool").asText()).isEqualTo("t\u0085\ud83d\ude00");
        assertThat(read(target.toString()).path("session").asText()).isEqualTo("s\n\u2028");
    }

    @Test
    void aWriterIsFlushedAfterEachLineAndNotClosed() throws IOException {
        StringWriter target = new StringWriter();
        BufferedWriter buffered = new BufferedWriter(target);
        try (AuditLog audit = AuditLog.to(buffered)) {
            audit.onCall(call(1));
            assertThat(target.toString()).endsWith("}\n");
        }
        buffered.write("the service's own line");
    }

    @Test
    void aSinkThatFailsIsCountedAndTheCallRuns() throws IOException {
        AuditLog audit = AuditLog.to((call, line) -> {
            throw new IOException("the disk is full");
        });
        List<CallRecord> later = new ArrayList<>();
        PolicyEngine engine = builder().onCall(audit).onCall(later::add).build();
        execute(engine, "{\"path\":\"a\"}");
        assertThat(audit.failures()).isEqualTo(1);
        assertThat(later)
                .singleElement()
                .satisfies(call -> assertThat(call.success()).contains(true));
        audit.close();
    }

    private static CallRecord call(int number) {
        return new CallRecord("s", number, "c" + number, "t");
    }

    private static List<Long> serials(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> read(line).path("serial").asLong())
                .toList();
    }

    @Test
    void aFileRollsBySizeAndKeepsSoMany() throws IOException {
        Path file = folder.resolve("audit.jsonl");
        int line = AuditLog.to(new StringWriter()).line(call(1)).length() + 1;
        try (AuditLog audit = AuditLog.toFile(file, 2L * line, 2)) {
            for (int i = 1; i <= 9; i++) {
                audit.onCall(call(i));
            }
            assertThat(audit.failures()).isZero();
        }
        assertThat(serials(file)).containsExactly(9L);
        assertThat(serials(folder.resolve("audit.jsonl.1"))).containsExactly(7L, 8L);
        assertThat(serials(folder.resolve("audit.jsonl.2"))).containsExactly(5L, 6L);
        assertThat(folder.resolve("audit.jsonl.3")).doesNotExist();
    }

    @Test
    void aRestartContinuesTheFileAndItsSize() throws IOException {
        Path file = folder.resolve("audit.jsonl");
        int line = AuditLog.to(new StringWriter()).line(call(1)).length() + 1;
        for (int i = 1; i <= 3; i++) {
            try (AuditLog audit = AuditLog.toFile(file, 2L * line, 5)) {
                audit.onCall(call(i));
            }
        }
        assertThat(serials(folder.resolve("audit.jsonl.1"))).containsExactly(1L, 2L);
        assertThat(serials(file)).containsExactly(3L);
    }

    @Test
    void aLineThatACrashCutOffStaysAlone() throws IOException {
        Path file = folder.resolve("audit.jsonl");
        try (AuditLog audit = AuditLog.toFile(file)) {
            audit.onCall(call(1));
        }
        Files.writeString(file, "{\"session\":\"s\",\"ser", StandardOpenOption.APPEND);
        try (AuditLog audit = AuditLog.toFile(file)) {
            audit.onCall(call(2));
        }
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(3);
        assertThat(read(lines.get(2)).path("serial").asLong()).isEqualTo(2);
    }

    @Test
    void eachLineIsInTheFileBeforeTheNextCall() throws IOException {
        Path file = folder.resolve("audit.jsonl");
        try (AuditLog audit = AuditLog.toFile(file)) {
            for (int i = 1; i <= 3; i++) {
                audit.onCall(call(i));
                assertThat(Files.readAllLines(file)).hasSize(i);
            }
        }
    }

    /** A line in a file without a name is lost, and so is the place of one in a file that was cut. */
    @Test
    void anotherProgramThatMovesDeletesOrCutsTheFileTakesNoLineOfLaterCalls() throws IOException {
        Path file = folder.resolve("audit.jsonl");
        int line = AuditLog.to(new StringWriter()).line(call(1)).length() + 1;
        try (AuditLog audit = AuditLog.toFile(file, 2L * line, 2)) {
            Files.delete(file);
            audit.onCall(call(1));
            assertThat(serials(file)).containsExactly(1L);
            Files.move(file, folder.resolve("moved"));
            audit.onCall(call(2));
            assertThat(serials(file)).containsExactly(2L);
            Files.writeString(file, "");
            audit.onCall(call(3));
            audit.onCall(call(4));
            assertThat(serials(file)).containsExactly(3L, 4L);
            assertThat(audit.failures()).isZero();
        }
    }

    @Test
    void aFileThatCannotBeRolledIsAFailureAndTheNextLineTriesAgain() throws IOException {
        Path file = folder.resolve("audit.jsonl");
        Path blocked = folder.resolve("audit.jsonl.1");
        Files.createDirectories(blocked.resolve("in the way"));
        try (AuditLog audit = AuditLog.toFile(file, 1, 1)) {
            audit.onCall(call(1));
            audit.onCall(call(2));
            assertThat(audit.failures()).isEqualTo(1);
            Files.delete(blocked.resolve("in the way"));
            audit.onCall(call(3));
            assertThat(audit.failures()).isEqualTo(1);
        }
        assertThat(serials(blocked)).containsExactly(1L);
        assertThat(serials(file)).containsExactly(3L);
    }

    @Test
    void aFailedRollLosesNoOlderLines() throws IOException {
        Path file = folder.resolve("audit.jsonl");
        try (AuditLog audit = AuditLog.toFile(file, 1, 3)) {
            for (int i = 1; i <= 3; i++) {
                audit.onCall(call(i));
            }
        }
        Files.delete(folder.resolve("audit.jsonl.1")); // as after a roll that failed in the middle
        try (AuditLog audit = AuditLog.toFile(file, 1, 3)) {
            audit.onCall(call(4));
        }
        assertThat(serials(file)).containsExactly(4L);
        assertThat(serials(folder.resolve("audit.jsonl.1"))).containsExactly(3L);
        assertThat(serials(folder.resolve("audit.jsonl.2"))).containsExactly(1L);
        assertThat(folder.resolve("audit.jsonl.3")).doesNotExist();
    }

    @Test
    void threadsWriteWholeLines() throws Exception {
        Path file = folder.resolve("audit.jsonl");
        try (AuditLog audit = AuditLog.toFile(file)) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                AuditLog log = t % 2 == 0 ? audit : audit.withArguments();
                Thread thread = new Thread(() -> {
                    for (int i = 0; i < 200; i++) {
                        log.onCall(call(i));
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(serials(file)).hasSize(800);
    }
}
