package dev.toolpolicy.runtime.call;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.decision.CallDenial;
import dev.toolpolicy.runtime.decision.PolicyDenial;
import dev.toolpolicy.runtime.decision.PolicyPreview;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What session policies say of a call while its arguments stream: they are asked when the name is known, whenever one
 * more declared parameter is complete, and when all is, until one denies whatever somebody approves or all have allowed.
 */
final class EarlyDenial {
    private final PolicyRegistry policies;
    private final String id;
    private final String tool;
    private int known = -1;
    private boolean askedWhole;
    private boolean answered;
    private @Nullable CallDenial denial;
    private @Nullable CallDenial finalDenial;
    private @Nullable CallDenial need;

    EarlyDenial(PolicyRegistry policies, String id, String tool) {
        this.policies = policies;
        this.id = id;
        this.tool = tool;
        this.answered = policies.policiesFor(tool).isEmpty();
    }

    /**
     * Asks if more is known than the last time: as often as there were characters that completed parameters, so that the
     * answer and its place don't depend on how the text was cut.
     */
    void look(CallArguments arguments) {
        int complete = arguments.knownCount();
        if (known < 0) {
            ask(arguments, 0, 0);
        }
        while (!answered && known < complete) {
            long read = arguments.knownAt(known);
            int together = known + 1;
            while (together < complete && arguments.knownAt(together) == read) {
                together++;
            }
            if (arguments.isAnyDeclared(known, together)) {
                ask(arguments, together, read);
            } else {
                known = together;
            }
        }
        if (!answered && arguments.isWhole() && !askedWhole) {
            ask(arguments, complete, arguments.wholeAt());
        }
    }

    /** Asks anew about a call that is complete, since others have run since. */
    void renew(CallArguments arguments) {
        if (arguments.isWhole()) {
            answered = false;
            denial = null;
            finalDenial = null;
            need = null;
            ask(arguments, arguments.knownCount(), arguments.wholeAt());
        }
    }

    /** Asks with the first parameters that are known, as of a place in the text. */
    private void ask(CallArguments arguments, int count, long read) {
        known = count;
        if (answered) {
            return;
        }
        boolean whole = arguments.isWhole() && read == arguments.wholeAt();
        askedWhole = whole;
        ToolCall call = new ToolCall(id, tool, arguments.known(count));
        PolicyPreview preview = policies.preview(call, whole);
        if (preview instanceof PolicyPreview.Denied denied) {
            preview = policies.preview(call, whole, true);
            note(at(read, denied.denial()), preview, read);
        }
        answered = !(preview instanceof PolicyPreview.Waiting);
    }

    private void note(CallDenial denied, PolicyPreview ifApproved, long read) {
        denial = denial == null ? denied : denial;
        if (ifApproved instanceof PolicyPreview.Denied anyway) {
            finalDenial = at(read, anyway.denial());
        } else {
            need = denied;
        }
    }

    static CallDenial at(long read, PolicyDenial denied) {
        return new CallDenial(denied.policy(), denied.reason(), denied.metadata(), read);
    }

    /** That a policy would deny the call as it is. */
    Optional<CallDenial> denial() {
        return Optional.ofNullable(denial);
    }

    /** That a policy would deny the call, whoever approved it. */
    Optional<CallDenial> finalDenial() {
        return Optional.ofNullable(finalDenial);
    }

    /** That a policy would deny the call unless somebody approves it. */
    Optional<CallDenial> need() {
        return finalDenial == null ? Optional.ofNullable(need) : Optional.empty();
    }
}
