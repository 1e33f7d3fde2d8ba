package dev.toolpolicy.runtime.display;

import java.util.Optional;

/** What a path means, where it isn't written that way. */
final class PathForm {

    private PathForm() {}

    /** The normal form of a path that isn't in it, in quotes. */
    static Optional<String> note(DisplaySettings settings, Place place, CharSequence text) {
        if (!place.isPath()) {
            return Optional.empty();
        }
        String normal = settings.paths().of(text.toString()).toString();
        return normal.contentEquals(text) ? Optional.empty() : Optional.of(VisibleText.quoted(normal));
    }
}
