package dev.toolpolicy.cli.internal.command;

import dev.toolpolicy.runtime.PolicyEngineBuilder;
import java.nio.file.Path;
import java.util.List;
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
}
