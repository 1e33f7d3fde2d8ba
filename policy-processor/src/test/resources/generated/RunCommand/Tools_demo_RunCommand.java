package dev.toolpolicy.catalog;

import demo.RunCommandTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.util.List;
import javax.annotation.processing.Generated;

/**
 * The tools of this module, found by {@link ToolCatalog#load()}.
 */
@Generated("dev.toolpolicy.processor.ToolsCatalogProcessor")
public final class Tools_demo_RunCommand implements ToolCatalog.Provider {
    /**
     * The tool {@code run_command}.
     */
    public static final RunCommandTool RUN_COMMAND = new RunCommandTool();

    /**
     * Creates the provider. The service loader calls this.
     */
    public Tools_demo_RunCommand() {
    }

    @Override
    public List<ToolSpec<?>> tools() {
        return List.of(
                RUN_COMMAND);
    }
}
