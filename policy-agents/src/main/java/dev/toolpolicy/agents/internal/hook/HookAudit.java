package dev.toolpolicy.agents.internal.hook;

import dev.toolpolicy.agents.internal.local.FolderLock;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallRecord.Decision;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.audit.AuditLog;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The audit log of a hook: a line for each call that ended, also for one that the hook denies before the engine decides.
 * One process writes at a time, since a full file is renamed. A failure to write is logged and never changes a call.
 */
public final class HookAudit implements CallRecord.Listener {
    private final Path file;
    private final boolean whole;
    private final AuditLog log;

    /**
     * Creates a log that appends to a file.
     *
     * @param file the file; its folder must exist
     * @param whole whether lines hold arguments and reasons
     */
    public HookAudit(Path file, boolean whole) {
        this.file = file;
        this.whole = whole;
        this.log = AuditLog.to((call, line) -> append(call));
    }

    /** Returns the file, and the one that its writers lock. */
    List<Path> files() {
        return List.of(file, lock());
    }

    private Path lock() {
        return file.resolveSibling(file.getFileName() + ".lock");
    }

    @Override
    public void onCall(CallRecord call) {
        log.onCall(call);
    }

    private void append(CallRecord call) {
        new FolderLock(lock()).hold("a call can't be recorded", () -> {
            try (AuditLog lines = AuditLog.toFile(file)) {
                (whole ? lines.withArguments() : lines).onCall(call);
            }
            return file;
        });
    }

    /** Records an event that can't be read. */
    void unreadable(String reason) {
        record(
                new CallRecord("", 0, "", ""),
                CallRecord.Verdict.INVALID,
                Decision.of(Decision.By.VALIDATION, reason).withCode("unreadable-event"));
    }

    /** Records a call that a failure of the hook blocks. */
    void failed(HookEvent event, Throwable failure) {
        String code = failure instanceof InvalidPolicyException ? "invalid-policy" : "hook-failed";
        invalid(event, code, String.valueOf(failure.getMessage()));
    }

    /** Records a call that the hook denies without the engine. */
    void invalid(HookEvent event, String code, String reason) {
        record(
                of(event),
                CallRecord.Verdict.DENIED,
                Decision.of(Decision.By.VALIDATION, reason).withCode(code));
    }

    /** Records a call that needs approval where the agent asks no person. */
    void unattended(HookEvent event, String reason) {
        record(
                of(event),
                CallRecord.Verdict.DECLINED,
                Decision.of(Decision.By.ANSWER, reason).withSource("no_person"));
    }

    private static CallRecord of(HookEvent event) {
        return new CallRecord(event.session(), 0, event.callId(), event.tool()).withArguments(event.input(), false);
    }

    private void record(CallRecord call, CallRecord.Verdict verdict, Decision decision) {
        Instant now = Instant.now();
        onCall(call.withVerdict(verdict, Optional.empty())
                .withDecision(decision)
                .followedBy(List.of(
                        CallStep.started().at(now, 0),
                        CallStep.concluded(verdict.word(), decision.reason()).at(now, 0))));
    }
}
