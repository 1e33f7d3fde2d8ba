package dev.toolpolicy.runtime.session;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.store.StoreException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The recording of outcomes in the session's state. An outcome that the store doesn't take is kept and recorded before
 * the next check, since the call has run. Safe for use from any thread.
 */
final class Outcomes {
    private final SharedState state;
    private final Telemetry telemetry;
    private final Predicate<Registration> isHere;
    private final UnsavedOutcomes kept;

    Outcomes(SharedState state, Telemetry telemetry, Predicate<Registration> isHere) {
        this.state = state;
        this.kept = UnsavedOutcomes.of(state);
        this.telemetry = telemetry;
        this.isHere = isHere;
    }

    void tell(Check check, @Nullable ToolResult result) {
        if (check.asked().isEmpty()) {
            return;
        }
        OutcomeNotification telling = new OutcomeNotification(check, result, isHere);
        try {
            store(telling);
        } catch (StoreException e) {
            kept.add(telling);
            telemetry.unavailable(e);
            check.asked()
                    .forEach(asked -> telemetry.failed(
                            check.call(), check.time(), asked.registration().name(), "its state can't be stored yet"));
        }
        telling.passOn();
    }

    /**
     * Records the kept outcomes.
     *
     * @throws StoreException if the store still fails; the rest stays kept
     */
    void flush() {
        kept.tellEach(this::store);
    }

    private void store(OutcomeNotification telling) {
        state.change(telling::step);
        Check check = telling.check();
        telling.failures()
                .forEach(policy -> telemetry.failed(check.call(), check.time(), policy, "it denies until it is reset"));
    }
}
