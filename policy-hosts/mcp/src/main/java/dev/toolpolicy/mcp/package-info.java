/** Tools of an MCP server under the policies of an engine. */
@NullMarked
package dev.toolpolicy.mcp;

import org.jspecify.annotations.NullMarked;
