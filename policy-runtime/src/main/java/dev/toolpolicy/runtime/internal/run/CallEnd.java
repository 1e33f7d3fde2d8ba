package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The end of a call and its report, unless a turn or a gate reports it. Safe for use from any thread. */
final class CallEnd {

    private final CallReports reports;
    private final CallLog log;
    private final Supplier<CallRecord> record;
    /** Whether the call succeeded, if that is known; null before it has run. */
    private volatile @Nullable Optional<Boolean> ran;

    CallEnd(CallReports reports, CallLog log, Supplier<CallRecord> record) {
        this.reports = reports;
        this.log = log;
        this.record = record;
    }

    /** Records that the approved call ran, and whether it succeeded if that is known. */
    void ran(Optional<Boolean> success) {
        if (!reports.byHost()) {
            success.ifPresent(known -> log.note(CallStep.ran(known, "")));
            ran = success;
            if (reports.hearsOfRuns()) {
                report();
            }
        }
    }

    /** Returns what decided that the call runs, for a host that runs it elsewhere; null if it can't be said. */
    @Nullable
    JsonNode decision() {
        return UserCode.get(
                        CallLog.LOG,
                        Level.ERROR,
                        "the record of a call can't be made; nothing changes",
                        () -> record.get().decision(),
                        Optional::<CallRecord.Decision>empty)
                .map(CallRecord.Decision::json)
                .orElse(null);
    }

    /** Reports the call. A failure changes nothing. */
    void report() {
        if (!reports.byHost()) {
            UserCode.run(
                    CallLog.LOG,
                    Level.ERROR,
                    "recording a call failed; nothing changes",
                    () -> reports.report(record.get()));
        }
    }

    /** Returns the record with the hash of the policies, and with the verdict of a call that ran. */
    CallRecord recordedIn(CallRecord call) {
        Optional<Boolean> success = ran;
        CallRecord known = call.withPolicies(reports.policies());
        return success == null ? known : known.withVerdict(CallRecord.Verdict.RAN, success);
    }
}
