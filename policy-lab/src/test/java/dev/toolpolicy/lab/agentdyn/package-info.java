/** A replay of AgentDyn's recorded runs: what a policy on flows would have said to the calls of real models. */
@NullMarked
package dev.toolpolicy.lab.agentdyn;

import org.jspecify.annotations.NullMarked;
