/** The subcommands that check the calls of other agents: hook, mcp and proxy. */
@NullMarked
package dev.toolpolicy.cli.internal.agents;

import org.jspecify.annotations.NullMarked;
