package dev.toolpolicy.springai.methods;

import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.annotation.Tool;

/** Methods of shapes that are Spring AI's own. */
public final class OwnShapes {
    @Tool
    @Checked
    public void injected(ToolContext context, String a) {}

    @Tool(name = "renamed-tool", description = "Two\nlines")
    @Checked
    public void renamed(String a) {}
}
