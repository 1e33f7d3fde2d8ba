/** The tasks and attacks of AgentDojo, replayed without a model under policy files. */
@NullMarked
package dev.toolpolicy.lab.agentdojo;

import org.jspecify.annotations.NullMarked;
