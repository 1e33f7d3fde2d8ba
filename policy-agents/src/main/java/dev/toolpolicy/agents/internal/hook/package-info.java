/** The hook of coding agents: one process decides about one tool call of an agent that runs elsewhere. */
@NullMarked
package dev.toolpolicy.agents.internal.hook;

import org.jspecify.annotations.NullMarked;
