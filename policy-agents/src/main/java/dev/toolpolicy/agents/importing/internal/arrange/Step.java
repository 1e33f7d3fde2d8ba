package dev.toolpolicy.agents.importing.internal.arrange;

import dev.toolpolicy.agents.importing.internal.rule.Alternative;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import java.util.List;

/**
 * A rule of a list for one tool.
 *
 * @param entry the rule
 * @param alternatives conditions, one of which must hold
 */
record Step(Entry entry, List<Alternative> alternatives) {}
