package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.audit.AuditLog;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.approve.PermissionCoordinator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    void outcomesShowNoRawText() {
        String forged = "x\nINFO forged \u001b[2J";
        ToolCallStream cancelled = PolicyEngine.builder()
                .tools(tools())
                .build()
                .session("u1")
                .calls()
                .call("c", "pay");
        cancelled.cancel(forged);
        assertThat(List.of(
                        new PolicyDenial("quota", forged, Map.of("key", TextNode.valueOf("\u202e"))),
                        cancelled.finish()))
                .extracting(Object::toString)
                .allSatisfy(text -> assertThat(text).contains("forged").isEqualTo(VisibleText.line(text)));
    }

    /** Returns what the log prints while some code runs. */
    private static String printed(Class<?> logger, Runnable code) {
        java.util.logging.Logger log = java.util.logging.Logger.getLogger(logger.getName());
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
        log.setLevel(java.util.logging.Level.FINE); // stack traces
        try {
            code.run();
        } finally {
            log.setLevel(null);
            log.removeHandler(to);
        }
        return printed.toString();
    }

    @Test
    void aHandlersFailureNamesNoArgumentsInTheLog() {
        PermissionSettings failing = PermissionSettings.of(request -> {
                    throw new IllegalStateException("no desk");
                })
                .withExecutor(Runnable::run);
        String printed = printed(PermissionCoordinator.class, () -> {
            PolicySession session = PolicyEngine.builder()
                    .tools(ToolCatalog.of(List.of(DeclaredTool.of("send", PATH))))
                    .permission(failing)
                    .build()
                    .session("u1");
            session.guard("c7", "send", "{\"path\":\"a/secret\"}").run(arguments -> "");
        });
        assertThat(printed)
                .contains("the permission handler failed on", "u1", "send", "c7", "no desk")
                .doesNotContain("a/secret");
    }

    @Test
    void aFailuresMessageIsNotRawInTheLog() {
        String printed = printed(ToolHandlers.class, () -> {
            PolicySession session =
                    PolicyEngine.builder().tools(tools()).build().session("u1");
            session.guard("c", "read_file", "{\"path\":\"a\\n2026-01-01 INFO forged \\u001b[2J\"}")
                    .run(arguments -> {
                        throw new java.nio.file.NoSuchFileException(
                                arguments.path("path").asText());
                    });
        });
        assertThat(printed)
                .contains("java.nio.file.NoSuchFileException: a\\n2026", "(LoggingAttacksTest.java:")
                .doesNotContain("\n2026-01-01 INFO forged")
                .doesNotContain("\u001b");
    }

    @Test
    void causesAndSuppressedFailuresAreNotRawInTheLog() {
        String printed = printed(ToolHandlers.class, () -> {
            PolicySession session =
                    PolicyEngine.builder().tools(tools()).build().session("u1");
            session.guard("c", "pay", "{}").run(arguments -> {
                Exception failure = new IllegalStateException("outer", new IllegalArgumentException("in\nINFO forged"));
                failure.addSuppressed(new IllegalStateException("beside\nINFO forged"));
                failure.getCause().addSuppressed(failure); // a circle
                throw failure;
            });
        });
        assertThat(printed)
                .contains("Caused by: java.lang.IllegalArgumentException: in\\nINFO forged")
                .contains("Suppressed: java.lang.IllegalStateException: beside\\nINFO forged")
                .doesNotContain("\nINFO forged");
    }

    @Test
    void anApprovedCallIsPrintedWithoutItsArguments() {
        PolicySession session = PolicyEngine.builder().tools(tools()).build().session("u1");
        assertThat(session.calls()
                        .call("c7", "read_file")
                        .append("{\"path\":\"secret\"}")
                        .finish())
                .hasToString("APPROVED read_file#c7");
        GuardedCall.Result<String> result = session.guard("c8", "pay", "{}").run(arguments -> "paid");
        assertThat(result).hasToString(result.call().toString());
    }
}
