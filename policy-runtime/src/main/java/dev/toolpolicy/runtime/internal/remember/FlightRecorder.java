package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.call.PolicyDenial;
import org.jspecify.annotations.Nullable;

/**
 * The recording of checks with JDK Flight Recorder, if the Java runtime has it; small runtimes made by jlink may not.
 */
final class FlightRecorder {
    private static final boolean PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightRecorder() {}

    /** Starts a recording; returns null if recording is off. */
    static @Nullable Recorded begin() {
        return PRESENT ? Recorded.begin() : null;
    }

    /** Apart, so that the event's class is loaded only where there is a recorder. */
    record Recorded(PolicyCheckEvent event) {
        static @Nullable Recorded begin() {
            PolicyCheckEvent event = new PolicyCheckEvent();
            if (!event.isEnabled()) {
                return null;
            }
            event.begin();
            return new Recorded(event);
        }

        void end(String session, CheckedCall check) {
            event.end();
            if (event.shouldCommit()) {
                ToolCall call = check.call();
                PolicyDenial denial = check.denial().orElse(null);
                event.session = session;
                event.tool = call.tool();
                event.callId = call.id();
                event.policies = check.selected().size();
                event.allowed = denial == null;
                event.deniedBy = denial == null ? "" : denial.policy();
                event.commit();
            }
        }
    }
}
