package dev.toolpolicy.runtime.session;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.store.StoreException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of calls on their way into the session's state. What a store doesn't take now is kept and told before the
 * next check: the call ran, and what failed afterwards must not hide that. Used from any thread.
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
            check.asked().forEach(asked -> telemetry.failed(
                    check.call(), check.time(), asked.registration().name(), "its state can't be stored yet"));
        }
        telling.passOn();
    }

    /**
     * Tells what was kept.
     *
     * @throws StoreException if the store still fails; what is left stays kept
     */
    void flush() {
        kept.tellEach(this::store);
    }

    private void store(OutcomeNotification telling) {
        state.change(telling::step);
        Check check = telling.check();
        telling.failures().forEach(policy -> telemetry.failed(
                check.call(), check.time(), policy, "it denies until it is reset"));
    }
}
