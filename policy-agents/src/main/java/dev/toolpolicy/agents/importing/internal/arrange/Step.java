package dev.toolpolicy.agents.importing.internal.arrange;

import dev.toolpolicy.agents.importing.internal.form.Piece;
import dev.toolpolicy.agents.importing.internal.model.Entry;
import dev.toolpolicy.annotation.Mode;
import java.util.List;

/**
 * A rule of a list for one tool.
 *
 * @param entry the rule
 * @param mode what it answers here
 * @param pieces conditions, one of which must hold
 */
record Step(Entry entry, Mode mode, List<Piece> pieces) {}
