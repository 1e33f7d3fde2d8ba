package dev.toolpolicy.springboot;

import dev.toolpolicy.config.ToolFile;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The tools of an application under their engine, which starts when all beans are there, or with the first call. */
final class StartedTools implements Supplier<HostTools>, SmartInitializingSingleton, AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.toolpolicy.springboot");

    private final ConfigurableListableBeanFactory beans;
    private final ToolPolicyProperties properties;
    private final ObjectProvider<HostPolicies> policies;
    private final ObjectProvider<Started> listeners;
    private @Nullable HostTools tools;

    /** A listener that is told when the engine has started. */
    @FunctionalInterface
    interface Started extends Consumer<PolicyEngine> {}

    StartedTools(
            ConfigurableListableBeanFactory beans,
            ToolPolicyProperties properties,
            ObjectProvider<HostPolicies> policies,
            ObjectProvider<Started> listeners) {
        this.beans = beans;
        this.properties = properties;
        this.policies = policies;
        this.listeners = listeners;
    }

    @Override
    public void afterSingletonsInstantiated() {
        get();
    }

    @Override
    public synchronized HostTools get() {
        if (tools == null) {
            tools = start();
        }
        return tools;
    }

    /** Closes the engine with the application. */
    @Override
    public synchronized void close() {
        if (tools != null) {
            tools.engine().close();
        }
    }

    private HostTools start() {
        HostPolicies chosen = policies.getObject();
        ApplicationTools found = new ApplicationTools(beans);
        if (properties.requireTools() && found.isEmpty()) {
            throw new StartException(
                    "The application has no tools: no bean is a ToolCallback or ToolCallbackProvider, or has a method"
                            + " with @Tool, so policies would have nothing to decide about.",
                    "Declare the classes of your tools as beans, for example with @Component. If tools come only while"
                            + " the application runs, set toolpolicy.require-tools=false.");
        }
        HostTools started;
        try {
            started = found.start(chosen);
        } catch (InvalidPolicyException e) {
            throw new StartException(
                    "The tool policies can't be used:\n\n" + e.getMessage(),
                    "Correct the policy files. The documentation explains each word in brackets.",
                    e);
        }
        log();
        writeTools(started.engine());
        listeners.orderedStream().forEach(listener -> listener.accept(started.engine()));
        return started;
    }

    private void writeTools(PolicyEngine engine) {
        try {
            if (properties.toolsFile() != null) {
                ToolFile.write(engine, Path.of(properties.toolsFile()));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new StartException(
                    "The file of toolpolicy.tools-file can't be written: " + e,
                    "Name another, or delete the property.",
                    e);
        }
    }

    /** Logs what is active, and which properties don't do what they seem to do. */
    private void log() {
        LOG.log(Level.INFO, "tool policy: {0}, {1}", properties.modeWord(), String.join(", ", properties.files()));
        warnIf(
                properties.isShadow(),
                "toolpolicy.mode=shadow: all tool calls run, also those that the policies deny. They are counted"
                        + " and logged only.");
        boolean stored = properties.approvals() == ToolPolicyProperties.Approvals.STORE;
        warnIf(
                (properties.approvalPage() != null || properties.approverRole() != null)
                        && !(stored && properties.approvalPage() != null),
                "toolpolicy.approval-page and approver-role have no effect without each other and without"
                        + " toolpolicy.approvals=store.");
        var settings = beans.getBeanProvider(SessionSettings.class).stream();
        warnIf(
                stored && settings.anyMatch(each -> each.store().isLocal()),
                "toolpolicy.approvals=store is in memory, so a restart loses requests: set toolpolicy.store=jdbc.");
        warnIf(
                properties.workspace() != null && !Files.isDirectory(Path.of(properties.workspace())),
                "toolpolicy.workspace is not a folder, so rules allow no path: make it, or name another.");
    }

    private static void warnIf(boolean is, String message) {
        if (is) {
            LOG.log(Level.WARNING, message);
        }
    }
}
