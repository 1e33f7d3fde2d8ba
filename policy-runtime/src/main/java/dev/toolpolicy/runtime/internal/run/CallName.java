package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import java.util.Optional;

/** The name of a call. It may arrive in pieces, and repeatedly. */
final class CallName {
    private final ArgumentLimits limits;
    private final StringBuilder name = new StringBuilder();
    private final StringBuilder kept = new StringBuilder();
    private boolean settled;

    CallName(ArgumentLimits limits) {
        this.limits = limits;
    }

    /** Adds a piece, unless it repeats the name. Returns the problem, if there is one. */
    Optional<String> add(String piece) {
        if (piece.isEmpty() || piece.contentEquals(name)) {
            return Optional.empty();
        } else if (name.length() + (long) piece.length() > limits.name()) {
            return Optional.of("the tool name is too long: " + quoted(name.isEmpty() ? piece : name));
        } else if (settled) {
            return Optional.of("the tool name changed during the call, from " + quoted(name) + " to " + quoted(piece));
        }
        name.append(piece);
        return Optional.empty();
    }

    /** Completes the name. Returns whether this is the first time. */
    boolean settle() {
        boolean first = !settled;
        settled = true;
        return first;
    }

    /** Keeps text until the name is known; one character past the limit is enough to be refused for it later. */
    void keep(CharSequence text) {
        long room = limits.text() + 1 - kept.length();
        kept.append(text, 0, (int) Math.min(text.length(), Math.max(room, 0)));
    }

    CharSequence kept() {
        return kept;
    }

    boolean isEmpty() {
        return name.isEmpty();
    }

    /** Returns the name in quotes, cut to a length that is safe to print. */
    String quoted() {
        return quoted(name);
    }

    private static String quoted(CharSequence text) {
        return VisibleText.quoted(text, VisibleText.NAME);
    }

    @Override
    public String toString() {
        return name.toString();
    }
}
