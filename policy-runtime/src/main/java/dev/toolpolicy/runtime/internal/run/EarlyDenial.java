package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.remember.PolicyPreview;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The session policies' previews of a call while its arguments stream. They are asked when the name is known, after
 * each declared parameter, and at the end, until one denies even with an approval or all have allowed.
 */
final class EarlyDenial {
    private final CallSetting setting;
    private final String id;
    private final PreparedTool tool;
    private int known = -1;
    private boolean askedWhole;
    private boolean answered;
    private @Nullable PolicyDenial denial;
    private long deniedAt;
    private @Nullable PolicyDenial finalDenial;
    private @Nullable PolicyDenial need;

    EarlyDenial(CallSetting setting, String id, PreparedTool tool) {
        this.setting = setting;
        this.id = id;
        this.tool = tool;
        this.answered = setting.policies().policiesFor(tool.definition().name()).isEmpty();
    }

    /**
     * Asks again if more is known. It asks once for each character that completed parameters, so that the decision and
     * its offset don't depend on how the text was cut.
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

    /** Asks again about a complete call, since other calls have run. */
    void renew(CallArguments arguments) {
        if (arguments.isWhole()) {
            answered = false;
            denial = null;
            finalDenial = null;
            need = null;
            ask(arguments, arguments.knownCount(), arguments.wholeAt());
        }
    }

    /** Asks with the first known parameters, as of an offset in the text. */
    private void ask(CallArguments arguments, int count, long read) {
        known = count;
        if (answered) {
            return;
        }
        boolean whole = arguments.isWhole() && read == arguments.wholeAt();
        askedWhole = whole;
        ToolCall soFar =
                arguments.facts().about(new ToolCall(id, tool.definition().name(), arguments.known(count)));
        ToolCall call = whole ? setting.ruled(tool, soFar, arguments.facts()) : soFar;
        PolicyPreview preview = setting.policies().preview(call, whole);
        if (preview.denial().isPresent()) {
            PolicyPreview ifApproved = setting.policies().preview(call, whole, true);
            note(preview.denial().get(), ifApproved, read);
            preview = ifApproved;
        }
        answered = preview != PolicyPreview.WAITING;
    }

    private void note(PolicyDenial denied, PolicyPreview ifApproved, long read) {
        if (denial == null) {
            denial = denied;
            deniedAt = read;
        }
        if (ifApproved.denial().isPresent()) {
            finalDenial = ifApproved.denial().get();
        } else {
            need = denied;
        }
    }

    /** Returns whether later arguments can't change the answer. */
    boolean isAnswered() {
        return answered;
    }

    /** Returns the denial of the call as it is. */
    Optional<PolicyDenial> denial() {
        return Optional.ofNullable(denial);
    }

    /** Returns how much text had been read when the call was denied. */
    long deniedAt() {
        return deniedAt;
    }

    /** Returns the denial that no approval lifts. */
    Optional<PolicyDenial> finalDenial() {
        return Optional.ofNullable(finalDenial);
    }

    /** Returns the denial that an approval lifts. */
    Optional<PolicyDenial> need() {
        return finalDenial == null ? Optional.ofNullable(need) : Optional.empty();
    }
}
