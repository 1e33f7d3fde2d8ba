package dev.toolpolicy.catalog;

import demo.EveryTypeTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.util.List;
import javax.annotation.processing.Generated;

/**
 * The tools of this module, found by {@link ToolCatalog#load()}.
 */
@Generated("dev.toolpolicy.processor.ToolsCatalogProcessor")
public final class Tools_demo_EveryType implements ToolCatalog.Provider {
    /**
     * The tool {@code every_type}.
     */
    public static final EveryTypeTool EVERY_TYPE = new EveryTypeTool();

    /**
     * Creates the provider. The service loader calls this.
     */
    public Tools_demo_EveryType() {
    }

    @Override
    public List<ToolSpec<?>> tools() {
        return List.of(
                EVERY_TYPE);
    }
}
