package dev.toolpolicy.analysis.internal.shell.line;

import java.util.List;

/**
 * The consequence of a character, or of the end of the line, in a state.
 *
 * @param next the state behind it
 * @param ops what happens, in order
 */
record LineStep(LineState next, List<Op> ops) {}
