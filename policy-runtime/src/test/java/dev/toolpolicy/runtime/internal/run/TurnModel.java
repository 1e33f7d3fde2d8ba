package dev.toolpolicy.runtime.internal.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The simplest model of a turn: each call comes in three pieces (its path, its content, its
 * end), requests are one queue, everything happens at once. It shares no code with what it judges.
 */
final class TurnModel {
    enum Kind {
        FREE,
        ASKS,
        DENIED,
        BROKEN,
        ASKS_AND_BREAKS,
        NEEDS
    }

    enum Said {
        NOTHING,
        YES,
        YES_TO_WHAT_I_SEE,
        NO,
        LATER
    }

    /** One call. */
    static final class Call {
        final int position;
        final Kind kind;
        int fed;
        Said said = Said.NOTHING;
        int saidAt;
        boolean finallyDenied;

        Call(int position, Kind kind) {
            this.position = position;
            this.kind = kind;
        }

        boolean asks() {
            return kind == Kind.ASKS || kind == Kind.ASKS_AND_BREAKS;
        }

        boolean isInvalid() {
            return (kind == Kind.BROKEN || kind == Kind.ASKS_AND_BREAKS) && fed >= 2 && said != Said.NO;
        }

        boolean isRefused() {
            return said == Said.NO || kind == Kind.DENIED || finallyDenied;
        }

        boolean isWhole() {
            return fed == 3 && !isInvalid();
        }

        boolean mayRun() {
            return isWhole() && (kind == Kind.FREE || asks() && said == Said.YES);
        }
    }

    private final boolean cancels;
    /** In the order in which they started. */
    final List<Call> calls = new ArrayList<>();

    private final List<Call> queue = new ArrayList<>();
    boolean over;
    boolean cancelled;

    TurnModel(boolean cancels) {
        this.cancels = cancels;
    }

    Optional<Call> shown() {
        return queue.stream().findFirst();
    }

    void feed(Call call) {
        if (over) {
            return;
        }
        if (call.fed++ == 0) {
            calls.add(call);
            if (call.asks()) {
                queue.add(call);
            }
        }
        if (call.isInvalid()) {
            queue.remove(call);
        } else if (call.fed == 3) {
            if (call.said == Said.YES_TO_WHAT_I_SEE) {
                askUnlessAllWasSeen(call);
            } else if (call.said == Said.LATER) {
                queue.add(call);
            }
        }
        look();
    }

    /** The third piece completes nothing but the call: whoever saw the second saw all. */
    private void askUnlessAllWasSeen(Call call) {
        if (call.saidAt >= 2) {
            call.said = Said.YES;
        } else {
            queue.add(call);
        }
    }

    void answer(Said said) {
        Call call = queue.remove(0);
        call.said = said;
        call.saidAt = call.fed;
        if (call.fed == 3 && said == Said.YES_TO_WHAT_I_SEE) {
            call.said = Said.YES;
        } else if (call.fed == 3 && said == Said.LATER) {
            queue.add(call);
        }
        look();
    }

    void declineAll() {
        queue.forEach(call -> call.said = Said.NO);
        queue.clear();
        look();
    }

    private void look() {
        if (over) {
            return;
        }
        boolean canBeLifted = false;
        for (Call call : calls) {
            call.finallyDenied |= call.kind == Kind.NEEDS && !canBeLifted;
            canBeLifted |= !call.isRefused() && !call.isInvalid();
        }
        boolean settled = calls.stream().allMatch(call -> call.isRefused() || call.isInvalid() || call.mayRun());
        if (cancels && settled && calls.stream().anyMatch(Call::isRefused)) {
            cancelled = true;
            end();
        }
    }

    void end() {
        over = true;
        queue.removeIf(call -> !call.isWhole());
    }

    /** Returns the outcome of each call, once no request is open. */
    List<String> results() {
        List<String> results = new ArrayList<>();
        boolean wrote = false;
        for (Call call : calls) {
            String kind = call.isRefused() ? call.said == Said.NO ? "declined" : "denied" : "invalid";
            if (call.mayRun() || call.kind == Kind.NEEDS && call.isWhole() && wrote && !call.finallyDenied) {
                kind = "returned";
                wrote |= call.kind != Kind.NEEDS;
            } else if (call.kind == Kind.NEEDS && call.isWhole()) {
                kind = "denied";
            }
            results.add("c" + call.position + " " + kind);
        }
        return results;
    }
}
