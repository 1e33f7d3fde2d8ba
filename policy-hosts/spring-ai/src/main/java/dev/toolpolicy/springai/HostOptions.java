package dev.toolpolicy.springai;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;

/** Copies of a chat's options. Spring AI 1.1 copies and sets, Spring AI 2.0 has a builder for it. */
final class HostOptions {
    private static final @Nullable Method MUTATE = method("mutate");
    private static final @Nullable Method COPY = method("copy");
    private static final @Nullable Method SET_TOOLS = method("setToolCallbacks", List.class);
    private static final @Nullable Method SET_CONTEXT = method("setToolContext", Map.class);

    private HostOptions() {}

    /** Returns the tool context of options, never null. */
    static Map<String, Object> context(@Nullable ToolCallingChatOptions options) {
        Map<String, Object> context = options == null ? null : options.getToolContext();
        return context == null ? Map.of() : context;
    }

    /** Returns the tools of options, never null. */
    static List<ToolCallback> tools(@Nullable ToolCallingChatOptions options) {
        List<ToolCallback> tools = options == null ? null : options.getToolCallbacks();
        return tools == null ? List.of() : tools;
    }

    /**
     * Copies all of a provider's options, with their tools guarded.
     *
     * @param more what the copy's tool context has beside that of the options
     */
    static ToolCallingChatOptions guarded(
            ToolCallingChatOptions options, ToolPolicies policies, Map<String, Object> more) {
        List<ToolCallback> tools =
                tools(options).stream().map(policies::guarded).toList();
        Map<String, Object> context = new HashMap<>(context(options));
        context.putAll(more);
        if (MUTATE != null) {
            return built(invoke(MUTATE, options), tools, context);
        }
        if (COPY == null || SET_TOOLS == null || SET_CONTEXT == null) {
            throw new IllegalStateException("this version of Spring AI is unknown: its options can't be copied");
        }
        Object copy = invoke(COPY, options);
        if (!tools.isEmpty()) {
            invoke(SET_TOOLS, copy, tools);
        }
        invoke(SET_CONTEXT, copy, context);
        return (ToolCallingChatOptions) copy;
    }

    @SuppressWarnings({"rawtypes", "unchecked"}) // not generic in Spring AI 1.1
    private static ToolCallingChatOptions built(Object made, List<ToolCallback> tools, Map<String, Object> context) {
        ToolCallingChatOptions.Builder builder = (ToolCallingChatOptions.Builder) made;
        if (!tools.isEmpty()) {
            builder.toolCallbacks(tools);
        }
        builder.toolContext(context);
        return builder.build();
    }

    private static @Nullable Method method(String name, Class<?>... parameters) {
        try {
            return ToolCallingChatOptions.class.getMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static Object invoke(Method method, Object on, Object... arguments) {
        try {
            return Objects.requireNonNullElse(method.invoke(on, arguments), on);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
