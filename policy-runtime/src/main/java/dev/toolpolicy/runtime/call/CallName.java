package dev.toolpolicy.runtime.call;

import dev.toolpolicy.runtime.json.ArgumentLimits;
import java.util.Optional;

/** The name of a call, which may come in pieces, and again with each piece of the arguments, or after the first of them. */
final class CallName {
    private static final int LONGEST_SHOWN = 64;

    private final ArgumentLimits limits;
    private final StringBuilder name = new StringBuilder();
    private final StringBuilder kept = new StringBuilder();
    private boolean settled;

    CallName(ArgumentLimits limits) {
        this.limits = limits;
    }

    /** Adds a piece, unless it says nothing new. Returns what is wrong with it, if anything is. */
    Optional<String> add(String piece) {
        if (piece.isEmpty() || piece.contentEquals(name)) {
            return Optional.empty();
        } else if (name.length() + (long) piece.length() > limits.name()) {
            return Optional.of("no tool has a name as long as " + quoted(name.isEmpty() ? piece : name));
        } else if (settled) {
            return Optional.of("the call of " + quoted(name) + " goes on as " + quoted(piece));
        }
        name.append(piece);
        return Optional.empty();
    }

    /** Takes the name as whole from now on. Returns whether this is the first time. */
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
        return '"' + (text.length() <= LONGEST_SHOWN ? text.toString() : text.subSequence(0, LONGEST_SHOWN) + "...") + '"';
    }

    @Override
    public String toString() {
        return name.toString();
    }
}
