package dev.toolpolicy.runtime.internal.remember;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a stored approval is for. */
class StoredApprovalTest {
    private static final Ticket.Asker ASKING = new Sessions.Asking("rules", "rule 1");

    private static ToolCall pay(String amount) {
        return new ToolCall("c", "pay", Sessions.object("{'amount':" + amount + "}"));
    }

    private static StoredApproval stored(ToolCall asked) {
        return StoredApproval.asked(asked, ASKING, Map.of(), List.of());
    }

    private static boolean isFor(ToolCall asked, ToolCall run) {
        return stored(asked).isFor(run, ASKING);
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

    /** What nobody was shown doesn't run: a member that the edited arguments lack. */
    @Test
    void editedArgumentsAreApprovedWithoutFurtherMembers() {
        StoredApproval edited = stored(pay("1")).edited(Sessions.object("{'amount':2}"));
        assertThat(edited.isFor(pay("2"), ASKING)).isTrue();
        assertThat(edited.isFor(pay("2,'to':'eve'"), ASKING)).isFalse();
    }

    @Test
    void damagedEditedArgumentsDoNotApproveTheOriginalOnes() {
        ObjectNode part = Sessions.object("{'tool':'pay','arguments':{'amount':1},'edited':'damaged'}");
        assertThat(StoredApproval.read(part).isFor(pay("1"), ASKING)).isFalse();
        part.remove("edited");
        assertThat(StoredApproval.read(part).isFor(pay("1"), ASKING)).isTrue();
    }

    @Test
    void anApprovalWithoutLabelsHasEveryLabel() {
        StoredApproval unknown = stored(pay("1")).under(StoredApprovals.Written.NONE);
        assertThat(unknown.labels()).containsExactly("*");
        StoredApproval clean = stored(pay("1")).under(new StoredApprovals.Written(Set.of(), List.of()));
        assertThat(clean.labels()).isEmpty();
        StoredApproval labelled = stored(pay("1")).under(new StoredApprovals.Written(Set.of("pii"), List.of("why")));
        assertThat(labelled.labels()).containsExactly("pii");
    }

    private static String digest(ToolCall call, String words) {
        return StoredApproval.asked(call, new Sessions.Asking("rules", words), Map.of(), List.of())
                .digest();
    }
}
