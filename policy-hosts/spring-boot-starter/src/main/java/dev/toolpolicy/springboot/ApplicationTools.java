package dev.toolpolicy.springboot;

import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.springai.internal.SpringTools;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils.MethodFilter;

/**
 * The tools that an application has at its start: callbacks, providers and methods with {@code @Tool} of its beans. Those
 * of MCP servers come later, since asking for them would connect too early.
 */
final class ApplicationTools {
    private final ConfigurableListableBeanFactory beans;
    private final Map<String, HostTool> found = new LinkedHashMap<>();
    private final List<Class<?>> types = new ArrayList<>();
    private boolean more;

    ApplicationTools(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
        beans.getBeanProvider(ToolCallback.class).orderedStream().forEach(this::add);
        beans.getBeanProvider(ToolCallbackProvider.class).orderedStream().forEach(this::addAll);
        for (String name : beans.getBeanNamesForType(Object.class, false, false)) {
            addMethods(name);
        }
    }

    /** Returns whether the application has neither tools nor providers that bring some later. */
    boolean isEmpty() {
        return found.isEmpty() && !more;
    }

    /** Starts the engine with the tools, by the first bean of each name. */
    HostTools start(HostPolicies policies) {
        return policies.methods(types.toArray(Class<?>[]::new)).start(found.values());
    }

    private void addAll(ToolCallbackProvider provider) {
        if (isMcp(provider.getClass())) {
            more = true;
            return;
        }
        for (ToolCallback tool : provider.getToolCallbacks()) {
            add(tool);
        }
    }

    private static boolean isMcp(Class<?> type) {
        return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
                .anyMatch(each -> each.getName().startsWith("org.springframework.ai.mcp."));
    }

    private void addMethods(String name) {
        Class<?> type = beans.getType(name, false);
        if (type == null || type.getName().startsWith("org.springframework.")) {
            return;
        }
        types.add(type);
        if (hasTools(ClassUtils.getUserClass(type))) {
            for (ToolCallback tool : ToolCallbacks.from(beans.getBean(name))) {
                add(tool);
            }
        }
    }

    private static boolean hasTools(Class<?> type) {
        MethodFilter isTool = method -> AnnotatedElementUtils.hasAnnotation(method, Tool.class);
        return !MethodIntrospector.selectMethods(type, isTool).isEmpty();
    }

    private void add(ToolCallback tool) {
        HostTool described = SpringTools.describe(tool.getToolDefinition());
        found.putIfAbsent(described.name(), described);
    }
}
