/** Tools that others describe by JSON Schemas: in files, and on MCP servers. */
@NullMarked
package dev.toolpolicy.cli.internal.tools;

import org.jspecify.annotations.NullMarked;
