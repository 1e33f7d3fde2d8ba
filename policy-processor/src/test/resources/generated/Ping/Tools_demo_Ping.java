package dev.toolpolicy.catalog;

import demo.PingTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.util.List;
import javax.annotation.processing.Generated;

/**
 * The tools of this module, found by {@link ToolCatalog#load()}.
 */
@Generated("dev.toolpolicy.processor.ToolsCatalogProcessor")
public final class Tools_demo_Ping implements ToolCatalog.Provider {
    /**
     * The tool {@code ping}.
     */
    public static final PingTool PING = new PingTool();

    /**
     * Creates the provider. The service loader calls this.
     */
    public Tools_demo_Ping() {
    }

    @Override
    public List<ToolSpec<?>> tools() {
        return List.of(
                PING);
    }
}
