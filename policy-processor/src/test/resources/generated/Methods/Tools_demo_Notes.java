package dev.toolpolicy.catalog;

import demo.Notes_readTool;
import demo.Notes_writeTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.util.List;
import javax.annotation.processing.Generated;

/**
 * The tools of this module, found by {@link ToolCatalog#load()}.
 */
@Generated("dev.toolpolicy.processor.ToolsCatalogProcessor")
public final class Tools_demo_Notes implements ToolCatalog.Provider {
    /**
     * The tool {@code read}.
     */
    public static final Notes_readTool READ = new Notes_readTool();

    /**
     * The tool {@code write_note}.
     */
    public static final Notes_writeTool WRITE_NOTE = new Notes_writeTool();

    /**
     * Creates the provider. The service loader calls this.
     */
    public Tools_demo_Notes() {
    }

    @Override
    public List<ToolSpec<?>> tools() {
        return List.of(
                READ,
                WRITE_NOTE);
    }
}
