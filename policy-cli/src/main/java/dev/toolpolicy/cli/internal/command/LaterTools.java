package dev.toolpolicy.cli.internal.command;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import dev.toolpolicy.runtime.internal.load.ToolNames;

/**
 * The tools that may come later, as policy files say by {@code external = true}. Nothing declares their parameters.
 * Stateless.
 */
public final class LaterTools {
    private LaterTools() {}

    /** Declares a tool that an engine lacks, if it may come later. It accepts any arguments. */
    public static void declare(PolicyEngine engine, String tool) {
        if (engine.tools().find(tool).isEmpty()
                && EngineView.of(engine).later().stream().anyMatch(name -> ToolNames.fits(name, tool))) {
            engine.replace(DeclaredTool.of(tool, EngineView.ANYTHING));
        }
    }
}
