package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.internal.text.VisibleText;
import java.util.Optional;

/** The note on a path that isn't in its normal form. */
final class PathForm {

    private PathForm() {}

    /** Returns the quoted normal form of a path that isn't in it. */
    static Optional<String> note(ArgumentDisplay.Settings settings, Place place, CharSequence text) {
        if (!place.isPath()) {
            return Optional.empty();
        }
        String normal = settings.paths().of(text.toString()).toString();
        return normal.contentEquals(text) ? Optional.empty() : Optional.of(VisibleText.quoted(normal));
    }
}
