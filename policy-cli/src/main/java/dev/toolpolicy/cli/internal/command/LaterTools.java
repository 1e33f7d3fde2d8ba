package dev.toolpolicy.cli.internal.command;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;

/**
 * The tools that may come later, as policy files say by {@code external = true}. Nothing declares their parameters.
 * Immutable.
 *
 * @param names names and patterns of tools
 */
public record LaterTools(List<String> names) {
    private static final ToolSchema ANYTHING = new ToolSchema(ParameterType.objectOf(List.of(), ParameterType.any()));

    /** Declares a tool that an engine lacks, if it may come later. It accepts any arguments. */
    public void declare(PolicyEngine engine, String tool) {
        if (engine.tools().find(tool).isEmpty() && names.stream().anyMatch(name -> ToolNames.fits(name, tool))) {
            engine.replace(DeclaredTool.of(tool, ANYTHING));
        }
    }
}
