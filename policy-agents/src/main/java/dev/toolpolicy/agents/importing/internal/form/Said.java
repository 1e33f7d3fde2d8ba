package dev.toolpolicy.agents.importing.internal.form;

import dev.toolpolicy.agents.importing.internal.model.Fate;
import java.util.List;

/**
 * A rule in our language, for one tool.
 *
 * @param pieces conditions, one of which must hold
 * @param fate whether they are the same as the rule
 * @param why one sentence for people; empty if there is nothing to say
 * @param example a call that the list would allow and the conditions don't, or that they stop and it wouldn't; empty if
 *     they are the same
 */
public record Said(List<Piece> pieces, Fate fate, String why, String example) {
    /** Copies the components. */
    public Said {
        pieces = List.copyOf(pieces);
    }

    static Said exact(Piece... pieces) {
        return new Said(List.of(pieces), Fate.EXACT, "", "");
    }

    static Said exact(List<Piece> pieces) {
        return new Said(pieces, Fate.EXACT, "", "");
    }

    static Said stricter(List<Piece> pieces, String why, String example) {
        return new Said(pieces, Fate.STRICTER, why, example);
    }

    static Said refused(String why) {
        return new Said(List.of(), Fate.REFUSED, why, "");
    }

    static Said inert(String why) {
        return new Said(List.of(), Fate.INERT, why, "");
    }
}
