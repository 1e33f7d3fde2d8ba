package dev.toolpolicy.catalog;

import demo.ModifyFileTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.util.List;
import javax.annotation.processing.Generated;

/**
 * The tools of this module, found by {@link ToolCatalog#load()}.
 */
@Generated("dev.toolpolicy.processor.ToolsCatalogProcessor")
public final class Tools_demo_ModifyFile implements ToolCatalog.Provider {
    /**
     * The tool {@code fs_modify_file}.
     */
    public static final ModifyFileTool FS_MODIFY_FILE = new ModifyFileTool();

    /**
     * Creates the provider. The service loader calls this.
     */
    public Tools_demo_ModifyFile() {
    }

    @Override
    public List<ToolSpec<?>> tools() {
        return List.of(
                FS_MODIFY_FILE);
    }
}
