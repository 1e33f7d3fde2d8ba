/** The tasks and attacks of AgentDojo, replayed without a model under policy files. */
@NullMarked
package dev.toolpolicy.examples.agentdojo;

import org.jspecify.annotations.NullMarked;
