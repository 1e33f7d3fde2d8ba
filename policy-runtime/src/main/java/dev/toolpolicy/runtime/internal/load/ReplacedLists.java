package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.PolicyLayer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lists of layers that later layers replace, by tool. For one use. */
public final class ReplacedLists {
    private final ToolCatalog declared;
    private final List<Layer> layers;
    private final Map<String, List<String>> replaced = new LinkedHashMap<>();

    private ReplacedLists(ToolCatalog declared, List<Layer> layers) {
        this.declared = declared;
        this.layers = layers;
    }

    /**
     * Returns a line for each list that replaces another one, with the tools for which it does.
     *
     * @param declared the tools as they were declared, with their own lists
     * @param tools the tools with those that layers declare
     * @param layers the layers, in order
     * @return lines such as {@code crm.toml:2:7 replaces platform.toml:5:7: run of "pay_card"}
     */
    public static List<String> find(ToolCatalog declared, ToolCatalog tools, List<? extends PolicyLayer> layers) {
        ReplacedLists found = new ReplacedLists(
                declared,
                layers.stream().map(Layer::of).filter(layer -> !layer.isFloor()).toList());
        for (ToolSpec<?> tool : tools.tools()) {
            for (ListKind kind : ListKind.values()) {
                found.add(tool.name(), kind);
            }
        }
        return found.replaced.entrySet().stream()
                .map(each -> each.getKey() + " of " + Words.listedNames(each.getValue()))
                .toList();
    }

    private void add(String tool, ListKind kind) {
        LayerList before = null;
        for (int layer = 0; layer < layers.size(); layer++) {
            LayerList now = current(tool, kind, layers.subList(0, layer + 1));
            if (before != null && now != null && now != before) {
                replaced.computeIfAbsent(
                                now.origin() + " replaces " + before.origin() + ": " + kind.word(),
                                none -> new ArrayList<>())
                        .add(tool);
            }
            before = now;
        }
    }

    /** Returns a tool's list by some layers; null if it has that of its declaration, or none. */
    private @Nullable LayerList current(String tool, ListKind kind, List<Layer> some) {
        LayerList own = null;
        Map<String, LayerList> shared = new LinkedHashMap<>();
        Set<String> overriding = new LinkedHashSet<>();
        for (Layer layer : some) {
            for (LayerSection section : layer.sections()) {
                LayerList list = section.lists().get(kind);
                if (list != null && section.tool().equals(tool)) {
                    own = list;
                    overriding.clear();
                } else if (list != null && section.isPattern() && ToolNames.fits(section.tool(), tool)) {
                    shared.put(section.tool(), list);
                    if (section.reach().overrides()) {
                        overriding.add(section.tool());
                    }
                }
            }
        }
        boolean isOwn = own != null
                || declared.find(tool).flatMap(each -> each.rules(kind)).isPresent();
        if (isOwn && overriding.isEmpty()) {
            return own;
        }
        List<String> best = ToolNames.best(isOwn ? overriding : new HashSet<>(shared.keySet()), tool);
        return best.size() == 1 ? shared.get(best.get(0)) : null;
    }
}
