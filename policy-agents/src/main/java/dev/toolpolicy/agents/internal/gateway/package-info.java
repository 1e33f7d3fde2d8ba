/**
 * The gateway between an MCP client and a server: it relays the messages of both, hides tools that are denied anyway,
 * and lets a tool call through only after the engine has approved it.
 */
@NullMarked
package dev.toolpolicy.agents.internal.gateway;

import org.jspecify.annotations.NullMarked;
