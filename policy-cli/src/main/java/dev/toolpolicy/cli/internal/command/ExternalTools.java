package dev.toolpolicy.cli.internal.command;

import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.runtime.internal.load.LayerSection;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.util.List;
import java.util.function.Predicate;

/** The tools that policy files know by {@code external = true}, although nothing declares them yet. Stateless. */
final class ExternalTools {
    private ExternalTools() {}

    /** Returns whether a name is one of such a tool. */
    static Predicate<String> in(List<PolicyConfiguration> files) {
        List<String> names = files.stream()
                .flatMap(file -> Layer.of(file).sections().stream())
                .filter(section -> section.reach().external())
                .map(LayerSection::tool)
                .toList();
        return tool -> names.stream().anyMatch(name -> ToolNames.fits(name, tool));
    }
}
