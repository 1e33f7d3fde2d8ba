package dev.toolpolicy.catalog;

import demo.PaymentTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.util.List;
import javax.annotation.processing.Generated;

/**
 * The tools of this module, found by {@link ToolCatalog#load()}.
 */
@Generated("dev.toolpolicy.processor.ToolsCatalogProcessor")
public final class Tools_demo_Payment implements ToolCatalog.Provider {
    /**
     * The tool {@code payment}.
     */
    public static final PaymentTool PAYMENT = new PaymentTool();

    /**
     * Creates the provider. The service loader calls this.
     */
    public Tools_demo_Payment() {
    }

    @Override
    public List<ToolSpec<?>> tools() {
        return List.of(
                PAYMENT);
    }
}
