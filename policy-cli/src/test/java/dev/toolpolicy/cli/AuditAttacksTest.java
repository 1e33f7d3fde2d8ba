package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.audit.AuditLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A name that a model invented reaches no terminal raw. */
class AuditAttacksTest {
    @Test
    void countsAsJsonAreVisibleText(@TempDir Path dir) throws Exception {
        CallRecord call = new CallRecord("s", 1, "c", "x\u009b2J\u202eevil")
                .withVerdict(CallRecord.Verdict.INVALID, Optional.empty())
                .withDecision(CallRecord.Decision.of(CallRecord.Decision.By.VALIDATION, "unknown"));
        StringBuilder lines = new StringBuilder();
        AuditLog.to(lines).onCall(call);
        Path file = Files.writeString(dir.resolve("audit.jsonl"), lines.toString());
        String printed =
                Cli.run("audit", file.toString(), "--count", "tool", "--json").out();
        assertThat(printed).contains("evil").doesNotContain("\u009b").doesNotContain("\u202e");
    }
}
