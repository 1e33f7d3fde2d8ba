package dev.toolpolicy.examples.agent;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.CallProgress;
import dev.toolpolicy.stream.Fragment;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/**
 * The agent's terminal output. The arriving call has the last line, which is rewritten as the call grows;
 * everything else goes above it. Safe for any thread.
 */
final class AgentScreen {
    private static final long STATUS_EVERY = Duration.ofMillis(80).toNanos();
    private static final int NARROW = 20;

    private final Terminal terminal;
    private final Supplier<ToolCatalog> tools;
    private final ArgumentDisplay.Settings settings;
    private final Map<Long, ArgumentDisplay> arriving = new HashMap<>();
    private boolean inText;
    private boolean inStatus;
    private int asking;
    private long lastStatus;

    AgentScreen(Terminal terminal, Supplier<ToolCatalog> tools, ArgumentDisplay.Settings settings) {
        this.terminal = terminal;
        this.tools = tools;
        this.settings = settings;
    }

    /** Returns the display of a call of a tool. */
    ArgumentDisplay display(String tool) {
        ToolSchema schema = tools.get().find(tool).map(ToolSpec::schema).orElseGet(ToolSchema::of);
        return new ArgumentDisplay(tool, schema, settings);
    }

    /** Prints a piece of the model's text. */
    synchronized void text(String piece) {
        clearStatus();
        String shown = piece.replace("\r", "")
                .replace("\t", "    ")
                .lines()
                .map(VisibleText::line)
                .collect(Collectors.joining("\n"));
        write(shown);
        boolean ends = piece.endsWith("\n");
        write(ends ? "\n" : "");
        inText = !ends;
        terminal.flush();
    }

    /** Ends the model's text. */
    synchronized void endText() {
        clearStatus();
        newLine();
        arriving.clear();
        terminal.flush();
    }

    /** Prints a line of the program itself. */
    synchronized void note(String line) {
        styled(line, AttributedStyle.DEFAULT.faint());
    }

    synchronized void title(String line) {
        styled(line, AttributedStyle.BOLD);
    }

    synchronized void problem(String line) {
        styled(line, AttributedStyle.BOLD.foreground(AttributedStyle.RED));
    }

    synchronized void line(String line) {
        styled(line, AttributedStyle.DEFAULT);
    }

    private void styled(String line, AttributedStyle style) {
        clearStatus();
        newLine();
        String safe = line.lines().map(VisibleText::line).collect(Collectors.joining("\n"));
        write(new AttributedString(safe, style).toAnsi(terminal));
        write("\n");
        terminal.flush();
    }

    /** Prints the result of a call that the model gets. */
    synchronized void result(CallResult result) {
        String text = result.forModel();
        String shown = VisibleText.line(text, VisibleText.DETAIL);
        AttributedStyle style = result.success()
                ? AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN)
                : AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW);
        String word = result.kind().word();
        styled("  " + VisibleText.line(result.tool()) + " " + word + ": " + shown, style);
    }

    /** Shows a piece of a call's arguments. */
    synchronized void progress(CallProgress progress) {
        ArgumentDisplay display = arriving.computeIfAbsent(progress.serial(), serial -> display(progress.tool()));
        display.add(progress.fragment());
        boolean done = progress.fragment().kind() == Fragment.Kind.DONE
                && progress.fragment().path().parent().isEmpty();
        if (done) {
            arriving.remove(progress.serial());
            line(display.functionCall());
        } else if (asking == 0 && System.nanoTime() - lastStatus > STATUS_EVERY) {
            lastStatus = System.nanoTime();
            status(display.functionCall());
        }
    }

    private void status(String line) {
        int width = Math.max(NARROW, terminal.getSize().getColumns()) - 1;
        clearStatus();
        newLine();
        write(VisibleText.line(line, width - VisibleText.MORE.length()));
        inStatus = true;
        terminal.flush();
    }

    /** Starts or stops holding the last line while an approval request is open. Each start needs a stop. */
    synchronized void asking(boolean now) {
        asking += now ? 1 : -1;
        clearStatus();
    }

    private void clearStatus() {
        if (inStatus) {
            write("\r" + " ".repeat(Math.max(NARROW, terminal.getSize().getColumns()) - 1) + "\r");
            inStatus = false;
        }
    }

    private void newLine() {
        if (inText) {
            write("\n");
            inText = false;
        }
    }

    private void write(String text) {
        terminal.writer().write(text);
    }
}
