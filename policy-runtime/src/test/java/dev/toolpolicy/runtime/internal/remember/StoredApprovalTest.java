package dev.toolpolicy.runtime.internal.remember;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCall;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a stored approval is for. */
class StoredApprovalTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private static ToolCall pay(String amount) {
        return new ToolCall("c", "pay", Sessions.object("{'amount':" + amount + "}"));
    }

    private static boolean isFor(ToolCall asked, ToolCall digested, ToolCall run) {
        String digest = StoredApproval.digest(digested, "rules", List.of());
        return StoredApproval.asked(asked, digest, NOW, NOW.plusSeconds(60)).isFor(run, "rules", List.of());
    }

    @Test
    void equalArgumentsInAnotherSpellingAreApproved() {
        assertThat(isFor(pay("100"), pay("100"), pay("1e2"))).isTrue();
        assertThat(isFor(pay("100"), pay("100"), pay("101"))).isFalse();
    }

    @Test
    void anEqualDigestAloneApprovesNothing() {
        assertThat(isFor(pay("1"), pay("100"), pay("100"))).isFalse();
    }
}
