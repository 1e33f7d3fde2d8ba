package org.springframework.ai.mcp;

import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;

/** A provider in the package of Spring AI's own, which would connect to its server when it is asked for tools. */
public final class LateTools implements ToolCallbackProvider {
    @Override
    public ToolCallback[] getToolCallbacks() {
        throw new IllegalStateException("the server isn't there yet");
    }
}
