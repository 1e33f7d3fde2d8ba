package dev.toolpolicy.cli.internal.command;

import dev.toolpolicy.ToolCatalog;
import java.util.List;

/**
 * The tools that a command line names. Immutable.
 *
 * @param catalog the tools
 * @param notes one line for each part of a tool's JSON Schema that rules can't see, which is left to the host to check
 */
public record OfferedTools(ToolCatalog catalog, List<String> notes) {}
