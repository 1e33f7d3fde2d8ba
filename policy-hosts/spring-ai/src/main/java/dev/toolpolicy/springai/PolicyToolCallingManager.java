package dev.toolpolicy.springai;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.config.host.HostPolicies;
import java.util.List;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.resolution.StaticToolCallbackResolver;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;

/**
 * A tool calling manager that runs only what the policies allow, of all tools, however they were registered. Use it
 * wherever Spring AI takes a {@code ToolCallingManager}. The model reads the reason of a call that doesn't run as the
 * call's result. A tool of which every call is denied isn't offered to the model. Thread-safe.
 *
 * <pre>{@code
 * var manager = PolicyToolCallingManager.of(HostPolicies.read(Path.of("tool-policy.toml")), tools);
 * }</pre>
 */
public final class PolicyToolCallingManager implements ToolCallingManager {
    private final ToolPolicies policies;
    private final ToolCallingManager host;
    private final ToolCallbackResolver resolver;

    PolicyToolCallingManager(ToolPolicies policies, ToolCallingManager host, ToolCallbackResolver resolver) {
        this.policies = policies;
        this.host = host;
        this.resolver = resolver;
    }

    /**
     * Creates a manager for a fixed set of tools. Its sessions are conversations: each chat needs an id, under {@link
     * ToolPolicies#SESSION} or {@code ChatMemory.CONVERSATION_ID} in its tool context.
     *
     * @param policies the policies
     * @param tools all tools of the application
     * @return the manager
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with the policies
     */
    public static PolicyToolCallingManager of(HostPolicies policies, ToolCallback... tools) {
        ToolPolicies all = ToolPolicies.of(policies, tools);
        ToolCallbackResolver resolver = all.guarded(new StaticToolCallbackResolver(List.of(tools)));
        ToolCallingManager host = DefaultToolCallingManager.builder()
                .toolCallbackResolver(resolver)
                .build();
        return all.manager(host, resolver);
    }

    /**
     * Returns the policies of this manager.
     *
     * @return the policies
     */
    public ToolPolicies policies() {
        return policies;
    }

    /**
     * Resolves the tools of a chat and leaves out those of which every call is denied.
     *
     * @throws IllegalStateException if the chat has tools and its session can't be told
     */
    @Override
    public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions options) {
        List<ToolDefinition> all = host.resolveToolDefinitions(options);
        if (all.isEmpty() || policies.isShadow()) {
            return all;
        }
        policies.requireOurs(options);
        policies.offer(all);
        ToolCatalog offered = policies.session(options).offeredTools();
        return all.stream()
                .filter(tool -> offered.find(tool.name()).isPresent())
                .toList();
    }

    /**
     * Decides about the calls of a response in their order, and runs those that may run. A call whose arguments are cut
     * doesn't run. Blank arguments and an empty object count as cut unless the response says that it ended well.
     *
     * @throws IllegalStateException if the session can't be told; then no call has run
     * @throws RuntimeException what the host's manager throws, such as an exception of a tool that it doesn't turn into
     *     text; the calls before it have run, and the session knows it
     */
    @Override
    public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse response) {
        return new ToolBatch(policies, host, resolver, prompt, response).run();
    }
}
