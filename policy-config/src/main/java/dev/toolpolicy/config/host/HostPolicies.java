package dev.toolpolicy.config.host;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The policies for the tools of a host: the files, and settings for the engine. An adapter brings the tools. Immutable.
 *
 * <pre>{@code
 * PolicyTools tools = PolicyTools.of(HostPolicies.read(Path.of("tool-policy.toml")), new FileTools());
 * }</pre>
 */
public final class HostPolicies {
    private final List<PolicyLayer> layers;
    private final ToolCatalog declared;
    private final UnaryOperator<PolicyEngineBuilder> settings;
    private final UnknownTools unknown;
    private final List<Class<?>> types;

    private HostPolicies(
            List<PolicyLayer> layers,
            ToolCatalog declared,
            UnaryOperator<PolicyEngineBuilder> settings,
            UnknownTools unknown,
            List<Class<?>> types) {
        this.layers = layers;
        this.declared = declared;
        this.settings = settings;
        this.unknown = unknown;
        this.types = types;
    }

    /**
     * Reads policy files.
     *
     * @param files the files, in order: the list of a later one replaces that of an earlier one
     * @return policies with default settings
     * @throws InvalidPolicyException if a file can't be read
     */
    public static HostPolicies read(Path... files) {
        return of(Stream.of(files).map(PolicyConfiguration::read).toArray(PolicyLayer[]::new));
    }

    /**
     * Creates policies from configurations that have been read.
     *
     * @param layers the configurations, in order
     * @return policies with default settings
     */
    public static HostPolicies of(PolicyLayer... layers) {
        return new HostPolicies(
                List.of(layers), ToolCatalog.empty(), UnaryOperator.identity(), UnknownTools.DENY, List.of());
    }

    /**
     * Adds tools that are declared in code. They are used as declared, even if the host describes tools of these names otherwise.
     * Methods with policies need not be added: they are found, and compared with what the host describes.
     *
     * @param tools the tools
     * @return a copy with these tools
     */
    public HostPolicies declared(ToolCatalog tools) {
        return new HostPolicies(layers, Objects.requireNonNull(tools, "tools"), settings, unknown, types);
    }

    /**
     * Adds classes with tool methods, so that the start fails if a policy on one of the methods has no effect because the
     * annotation processor didn't run. Spring Boot's starter and LangChain4j's adapter add the classes that they see.
     *
     * @param more the classes
     * @return a copy with these classes
     */
    public HostPolicies methods(Class<?>... more) {
        List<Class<?>> all = Stream.concat(types.stream(), Stream.of(more)).toList();
        return new HostPolicies(layers, declared, settings, unknown, all);
    }

    /**
     * Sets what else the engine needs, such as who approves calls and where sessions are stored. Settings add up.
     *
     * @param more sets it on the builder of the engine; tools and configurations are added afterwards
     * @return a copy with these settings
     */
    public HostPolicies engine(UnaryOperator<PolicyEngineBuilder> more) {
        Objects.requireNonNull(more, "more");
        return new HostPolicies(layers, declared, builder -> more.apply(settings.apply(builder)), unknown, types);
    }

    /**
     * Sets what all sessions share unless {@link #engine} sets it. For adapters.
     *
     * @param sessions the settings
     * @return a copy with this default
     */
    public HostPolicies defaultSessions(SessionSettings sessions) {
        Objects.requireNonNull(sessions, "sessions");
        return engine(builder -> builder.defaultSessions(sessions));
    }

    /**
     * Sets the answer to calls of tools whose schemas can't be read, and whose policies don't say it. The default is
     * {@link UnknownTools#DENY}.
     *
     * @param answer the answer
     * @return a copy with this answer
     */
    public HostPolicies unknownTools(UnknownTools answer) {
        return new HostPolicies(layers, declared, settings, Objects.requireNonNull(answer, "answer"), types);
    }

    /**
     * Builds an engine for a host. More tools may come later. A policy for a tool that isn't there is an error, unless it
     * says {@code external = true}, or its configuration was {@linkplain PolicyConfiguration#unknownTools told otherwise}.
     *
     * @param tools the tools that are known
     * @return the tools under the engine
     * @throws InvalidPolicyException if anything is wrong with the policies; it lists everything
     * @throws IllegalArgumentException if two tools have the same name
     */
    public HostTools start(Collection<HostTool> tools) {
        return new HostTools(List.copyOf(tools), declared, layers, settings, unknown, types);
    }
}
