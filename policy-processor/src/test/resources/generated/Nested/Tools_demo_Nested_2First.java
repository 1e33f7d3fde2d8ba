package dev.toolpolicy.catalog;

import demo.Nested_FirstTool;
import demo.Nested_SecondTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.util.List;
import javax.annotation.processing.Generated;

/**
 * The tools of this module, found by {@link ToolCatalog#load()}.
 */
@Generated("dev.toolpolicy.processor.ToolsCatalogProcessor")
public final class Tools_demo_Nested_2First implements ToolCatalog.Provider {
    /**
     * The tool {@code a_tool}.
     */
    public static final Nested_SecondTool A_TOOL = new Nested_SecondTool();

    /**
     * The tool {@code b_tool}.
     */
    public static final Nested_FirstTool B_TOOL = new Nested_FirstTool();

    /**
     * Creates the provider. The service loader calls this.
     */
    public Tools_demo_Nested_2First() {
    }

    @Override
    public List<ToolSpec<?>> tools() {
        return List.of(
                A_TOOL,
                B_TOOL);
    }
}
