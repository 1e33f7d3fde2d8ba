/** Tools of an MCP server under the policies of an engine. */
@NullMarked
package dev.toolpolicy.examples.sdk.mcp;

import org.jspecify.annotations.NullMarked;
