package dev.toolpolicy.runtime.internal.remember;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a stored approval is for. */
class StoredApprovalTest {
    private static ToolCall pay(String amount) {
        return new ToolCall("c", "pay", Sessions.object("{'amount':" + amount + "}"));
    }

    private static boolean isFor(ToolCall asked, ToolCall run) {
        return StoredApproval.asked(asked, new Sessions.Asking("rules", "rule 1"), Map.of(), List.of())
                .isFor(run);
    }

    @Test
    void equalArgumentsInAnotherSpellingAreApproved() {
        assertThat(isFor(pay("100"), pay("1e2"))).isTrue();
        assertThat(isFor(pay("100"), pay("101"))).isFalse();
    }

    @Test
    void otherArgumentsHaveAnotherDigest() {
        assertThat(digest(pay("1"), "rule 1")).isNotEqualTo(digest(pay("2"), "rule 1"));
        assertThat(digest(pay("1"), "rule 1, \"a\" leads to \"/b\""))
                .as("another target of a link")
                .isNotEqualTo(digest(pay("1"), "rule 1, \"a\" leads to \"/c\""));
    }

    private static String digest(ToolCall call, String words) {
        return StoredApproval.asked(call, new Sessions.Asking("rules", words), Map.of(), List.of())
                .digest();
    }
}
