package dev.toolpolicy.cli.internal.command;

import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of subcommands that decide calls. */
public final class DecidingOptions {
    @Option(
            names = "--configuration",
            required = true,
            paramLabel = "FILE",
            description = "A policy file in TOML or JSON; may come several times, as layers in order.")
    private List<Path> configurations = List.of();

    @Mixin
    private final PolicyOptions policy = new PolicyOptions();

    /**
     * Returns a builder for an engine that decides calls. In contrast to one that judges policies, it needs {@code --home}
     * for rules with {@code ~/}.
     *
     * @throws UsageException if a file is missing, or an option is wrong
     */
    public PolicyEngineBuilder engine() throws UsageException {
        return policy.engine(configurations).paths(policy.paths());
    }

    /**
     * Returns whether a name is one of a tool that may come later, as files say by {@code external = true}.
     *
     * @throws UsageException if a file is missing
     */
    public Predicate<String> laterTools() throws UsageException {
        List<String> names = new ArrayList<>();
        for (Path file : configurations) {
            Layer.of(policy.configuration(file)).sections().stream()
                    .filter(section -> section.reach().external())
                    .forEach(section -> names.add(section.tool()));
        }
        return tool -> names.stream().anyMatch(name -> ToolNames.fits(name, tool));
    }
}
