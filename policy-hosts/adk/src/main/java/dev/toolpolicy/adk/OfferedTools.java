package dev.toolpolicy.adk;

import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.Tool;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.engine.OpenSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The tools that a request offers to a model. Stateless. */
final class OfferedTools {
    private static final Tool EMPTY = Tool.builder().build();

    private OfferedTools() {}

    /**
     * Returns a configuration that declares only functions of these names. What the provider runs itself stays. Pages that
     * it reads bring their labels to the session now, since the ADK's responses don't show them.
     */
    static GenerateContentConfig only(GenerateContentConfig config, Set<String> names, PolicySession session) {
        List<Tool> kept = new ArrayList<>();
        for (Tool tool : config.tools().orElse(List.of())) {
            tool.urlContext().ifPresent(pages -> OpenSession.deliver(session, GeminiFeed.PAGES));
            List<FunctionDeclaration> functions = tool.functionDeclarations().orElse(List.of()).stream()
                    .filter(function -> names.contains(function.name().orElse("")))
                    .toList();
            Tool filtered = functions.isEmpty()
                    ? tool.toBuilder().clearFunctionDeclarations().build()
                    : tool.toBuilder().functionDeclarations(functions).build();
            if (!filtered.equals(EMPTY)) {
                kept.add(filtered);
            }
        }
        return config.tools().isEmpty()
                ? config
                : config.toBuilder().tools(kept).build();
    }
}
