package dev.toolpolicy.examples.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.shared.Until;
import java.io.ByteArrayOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jline.reader.LineReaderBuilder;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a person must have seen at the terminal before a key approves. */
@Timeout(60)
class TerminalPermissionTest {
    private static final String LONG = "x".repeat(5_000) + " ; the end";

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

    @Test
    void aLongCallIsApprovedOnlyAfterItWasShownWhole() throws Exception {
        try (PipedOutputStream keyboard = new PipedOutputStream();
                DumbTerminal terminal = new DumbTerminal(new PipedInputStream(keyboard), screen);
                PolicySession session = session(terminal)) {
            CompletableFuture<ToolCallOutcome> outcome = session.calls()
                    .call("c", "bash")
                    .append("{\"command\":\"" + LONG + "\"}")
                    .conclude()
                    .toCompletableFuture();
            await("press v to see all before you approve");
            await("d decline all"); // keys that come sooner are dropped
            assertThat(shown()).contains("Would run without approval: /command const \"make\"");
            assertThat(shown()).doesNotContain("; the end");
            type(keyboard, 'y');
            await("press v to see all, then approve");
            assertThat(outcome).isNotDone();
            type(keyboard, 'v');
            await("; the end");
            type(keyboard, 'y');
            assertThat(outcome.get(20, TimeUnit.SECONDS))
                    .extracting(ToolCallOutcome::kind)
                    .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        }
    }

    private static PolicySession session(DumbTerminal terminal) {
        AgentScreen screen = new AgentScreen(terminal, ToolCatalog::load, ArgumentDisplay.Settings.defaults());
        return PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .run(
                        "bash",
                        RuleList.of(
                                RuleSpec.when(Argument.Text.at("/command").constant("make"), Mode.ALLOW),
                                RuleSpec.otherwise(Mode.ASK)))
                .permission(new TerminalPermission(
                        screen,
                        new Keys(terminal),
                        LineReaderBuilder.builder().terminal(terminal).build(),
                        Optional.empty()))
                .build()
                .session("s");
    }

    private static void type(PipedOutputStream keyboard, char key) throws Exception {
        keyboard.write(key);
        keyboard.flush();
    }

    private String shown() {
        return screen.toString(StandardCharsets.UTF_8);
    }

    private void await(String text) throws Exception {
        Until.met(text + " is shown", () -> shown().contains(text));
    }
}
