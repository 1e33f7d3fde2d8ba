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
    private boolean askedWhole;
    private boolean answered;
    private @Nullable CallDenial denial;

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
            ask(arguments, together, read);
        }
        if (!answered && arguments.isWhole() && !askedWhole) {
            ask(arguments, complete, arguments.wholeAt());
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
        PolicyPreview preview = policies.preview(new ToolCall(id, tool, arguments.known(count)), whole);
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
