/** An MCP server whose tools are under policies. */
@NullMarked
package dev.toolpolicy.examples.mcp;

import org.jspecify.annotations.NullMarked;
