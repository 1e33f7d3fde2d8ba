package dev.toolpolicy.catalog;

import demo.Shared_ReadFileTool;
import demo.Shared_WriteFileTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.util.List;
import javax.annotation.processing.Generated;

/**
 * The tools of this module, found by {@link ToolCatalog#load()}.
 */
@Generated("dev.toolpolicy.processor.ToolsCatalogProcessor")
public final class Tools_demo_Shared_2ReadFile implements ToolCatalog.Provider {
    /**
     * The tool {@code read_file}.
     */
    public static final Shared_ReadFileTool READ_FILE = new Shared_ReadFileTool();

    /**
     * The tool {@code write_file}.
     */
    public static final Shared_WriteFileTool WRITE_FILE = new Shared_WriteFileTool();

    /**
     * Creates the provider. The service loader calls this.
     */
    public Tools_demo_Shared_2ReadFile() {
    }

    @Override
    public List<ToolSpec<?>> tools() {
        return List.of(
                READ_FILE,
                WRITE_FILE);
    }
}
