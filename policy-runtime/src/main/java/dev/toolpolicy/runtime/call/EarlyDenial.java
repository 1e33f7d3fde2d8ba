package dev.toolpolicy.runtime.call;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.session.PolicyDenial;
import dev.toolpolicy.runtime.session.PolicyPreview;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What session policies say of a call while its arguments stream: they are asked when the name is known and whenever
 * one more parameter is complete, until one denies or all have allowed.
 */
final class EarlyDenial {
    private final PolicyRegistry policies;
    private final String id;
    private final String tool;
    private int known = -1;
    private boolean answered;
    private @Nullable CallDenial denial;

    EarlyDenial(PolicyRegistry policies, String id, String tool) {
        this.policies = policies;
        this.id = id;
        this.tool = tool;
        this.answered = policies.policiesFor(tool).isEmpty();
    }

    /** Asks if more is known than the last time. */
    void look(CallArguments arguments, long read) {
        boolean whole = arguments.isWhole();
        if (answered || arguments.error().isPresent() || !whole && arguments.knownCount() == known) {
            return;
        }
        known = arguments.knownCount();
        PolicyPreview preview = policies.preview(new ToolCall(id, tool, arguments.known()), whole);
        if (preview instanceof PolicyPreview.Denied denied) {
            denial = at(read, denied.denial());
        }
        answered = !(preview instanceof PolicyPreview.Waiting);
    }

    static CallDenial at(long read, PolicyDenial denied) {
        return new CallDenial(denied.policy(), denied.reason(), denied.metadata(), read);
    }

    Optional<CallDenial> denial() {
        return Optional.ofNullable(denial);
    }
}
