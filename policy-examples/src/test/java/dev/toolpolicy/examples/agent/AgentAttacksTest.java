package dev.toolpolicy.examples.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.internal.wire.WirePart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;

/** Attacks on the agent in a provider's stream. */
class AgentAttacksTest {
    private final List<String> ran = new ArrayList<>();
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

    /** A model that says these parts, then nothing more. */
    private static final class Saying implements Model {
        private List<WirePart> next;

        Saying(List<WirePart> next) {
            this.next = next;
        }

        @Override
        public void respond(List<Message> conversation, Consumer<? super WirePart> parts) {
            next.forEach(parts);
            parts.accept(WirePart.end(true, "stop"));
            next = List.of();
        }

        @Override
        public void cancel() {
            throw new AssertionError("not cancelled");
        }
    }

    private void work(WirePart... parts) throws IOException {
        RuleList free = RuleList.always(Mode.ALLOW);
        DeclaredTool test = DeclaredTool.of(
                        "test",
                        ToolSchema.of(Parameter.optional("suite", ParameterType.string())
                                .withDefault(TextNode.valueOf("all"))))
                .withRun(free)
                .withResult(free);
        ToolCatalog tools = ToolCatalog.of(List.of(test));
        ToolHandlers executor = ToolHandlers.builder(tools)
                .handle("test", (arguments, call) -> ran.add(arguments.toString()))
                .build();
        try (DumbTerminal terminal = new DumbTerminal(new ByteArrayInputStream(new byte[0]), screen);
                PolicySession session =
                        PolicyEngine.builder().tools(tools).build().session("s")) {
            AgentScreen shown = new AgentScreen(terminal, () -> tools, ArgumentDisplay.Settings.defaults());
            new Agent(new Saying(List.of(parts)), session, executor, shown).work("a task");
        }
    }

    @Test
    void aCallInThePlaceOfOneOfTheProviderKeepsItsArguments() throws IOException {
        work(
                WirePart.providerCall(0, "p", "web_search"),
                WirePart.call(0, "c", "test"),
                WirePart.arguments(0, "{\"suite\":\"one\"}"));
        assertThat(ran).as("not \"all\", as if it had said nothing").containsExactly("{\"suite\":\"one\"}");
    }

    @Test
    void namesThatAProviderChoseMoveNoCursor() throws IOException {
        work(WirePart.providerCall(0, "p", "web\u001b[2J\u202esearch"));
        assertThat(screen.toString(StandardCharsets.UTF_8))
                .contains("web\\u001b[2J\\u202esearch")
                .doesNotContain("\u001b[2J", "\u202e");
    }
}
