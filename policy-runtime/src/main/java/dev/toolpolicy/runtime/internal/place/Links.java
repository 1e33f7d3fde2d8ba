package dev.toolpolicy.runtime.internal.place;

import dev.toolpolicy.text.VisibleText;
import java.util.Map;
import java.util.stream.Collectors;

/** The words for where links lead. */
public final class Links {
    private Links() {}

    /**
     * Returns targets of links in words.
     *
     * @param targets where each path leads, by its text; an empty text if that is unknown
     * @return such as {@code , "docs" leads to "/var/docs"}; empty if there are none
     */
    public static String words(Map<String, String> targets) {
        return targets.entrySet().stream()
                .map(link -> ", " + VisibleText.quoted(link.getKey()) + " leads to "
                        + (link.getValue().isEmpty() ? "an unknown place" : VisibleText.quoted(link.getValue())))
                .collect(Collectors.joining());
    }
}
