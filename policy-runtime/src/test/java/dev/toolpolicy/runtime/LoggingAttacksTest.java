package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.runtime.audit.AuditLog;
import dev.toolpolicy.runtime.turn.CallResult;
import dev.toolpolicy.runtime.turn.ToolHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attacks on what is written of calls: to audit logs, to logs and by results. */
class LoggingAttacksTest extends SampleTools {
    @Test
    void anInterruptLosesNoLineOfTheAuditLog(@TempDir Path dir) throws Exception {
        Path file = dir.resolve("audit.jsonl");
        try (AuditLog audit = AuditLog.toFile(file)) {
            PolicyEngine engine =
                    PolicyEngine.builder().tools(tools()).onCall(audit).build();
            PolicySession session = engine.session("u1");
            session.guard("c1", "pay", "{}").run(arguments -> {
                Thread.currentThread().interrupt(); // as code does that was interrupted and goes on
                return "paid";
            });
            Thread.interrupted();
            assertThat(audit.failures()).isZero();
        }
        assertThat(Files.readString(file)).contains("c1");
    }

    @Test
    void resultsShowNoRawText() {
        PolicySession session = PolicyEngine.builder().tools(tools()).build().session("u1");
        CallResult result =
                session.execute("c\n2026 WARN forged \u001b[2J", "x\u001b[2J\nINFO forged", "{}", handlers());
        assertThat(result.toString()).doesNotContain("\n").doesNotContain("\u001b");
    }

    @Test
    void aFailuresMessageIsNotRawInTheLog() {
        java.util.logging.Logger log = java.util.logging.Logger.getLogger(ToolHandlers.class.getName());
        StringBuilder printed = new StringBuilder();
        java.util.logging.Handler to = new java.util.logging.Handler() {
            @Override
            public void publish(java.util.logging.LogRecord entry) {
                printed.append(new java.util.logging.SimpleFormatter().format(entry));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.addHandler(to);
        try {
            PolicySession session =
                    PolicyEngine.builder().tools(tools()).build().session("u1");
            session.guard("c", "read_file", "{\"path\":\"a\\n2026-01-01 INFO forged \\u001b[2J\"}")
                    .run(arguments -> {
                        throw new java.nio.file.NoSuchFileException(
                                arguments.path("path").asText());
                    });
        } finally {
            log.removeHandler(to);
        }
        assertThat(printed.toString())
                .contains("java.nio.file.NoSuchFileException: a\\n2026", "(LoggingAttacksTest.java:")
                .doesNotContain("\n2026-01-01 INFO forged")
                .doesNotContain("\u001b");
    }
}
