/** Rules in the order in which they decide, one list a tool, and the policy files of such lists. */
@NullMarked
package dev.toolpolicy.agents.importing.internal.arrange;

import org.jspecify.annotations.NullMarked;
