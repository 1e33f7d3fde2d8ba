package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.annotation.Mode;
import java.util.List;

/** The choice between the answers of several lists about one call. Stateless. */
public final class Strictest {
    private Strictest() {}

    /**
     * Returns the list whose answer counts: the first that denies, else the first floor that doesn't pass, else the
     * tool's own.
     *
     * @param modes the answer of the tool's own list, then those of the floors, which allow where they pass
     */
    public static int of(List<Mode> modes) {
        int denying = modes.indexOf(Mode.DENY);
        int strictest = Math.max(denying, 0);
        for (int floor = modes.size() - 1; floor > 0 && denying < 0; floor--) {
            strictest = modes.get(floor) == Mode.ALLOW ? strictest : floor;
        }
        return strictest;
    }
}
