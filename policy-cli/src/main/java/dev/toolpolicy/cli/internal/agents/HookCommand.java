package dev.toolpolicy.cli.internal.agents;

import dev.toolpolicy.agents.internal.hook.AgentSettings;
import dev.toolpolicy.agents.internal.hook.HookGuard;
import dev.toolpolicy.agents.internal.hook.HookHost;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The subcommand that decides about a coding agent's tool calls. The agent starts it for each event, hands the event to
 * standard input, and reads the answer from standard output. After every failure the exit code blocks the call.
 */
@Command(
        name = "hook",
        header = "Puts a coding agent's tool calls under a policy.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Example:", "  toolpolicy hook install --policy tool-policy.toml"})
public final class HookCommand implements Callable<Integer> {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Console console;

    /** Creates the subcommand. */
    public HookCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws UsageException {
        throw new UsageException("hook needs a command: claude-code, codex, gemini, install or uninstall");
    }

    @Command(
            name = "claude-code",
            header = "Answers one event of Claude Code: reads it from standard input, decides by the policy.",
            description = {
                "Answers PreToolUse with allow, ask or deny. PostToolUse and PostToolUseFailure say how a call ended,"
                        + " so that requirements, limits and labels count it. UserPromptSubmit says what the user"
                        + " wrote, whose words rules with from = [\"request\"] look up. SessionStart says whether the"
                        + " session has a past.",
                "Every failure ends with exit code 2, which blocks the call."
            })
    int claudeCode(@Mixin HookOptions options) {
        return answer(HookHost.CLAUDE_CODE, options);
    }

    @Command(
            name = "codex",
            header = "Answers one event of Codex CLI: reads it from standard input, decides by the policy.",
            description = {
                "Answers PreToolUse with deny, or with nothing for a call that may run. PostToolUse says how a call"
                        + " of an MCP server's tool ended.",
                "Every failure ends with exit code 2 and a reason, which block the call."
            })
    int codex(@Mixin HookOptions options) {
        return answer(HookHost.CODEX, options);
    }

    @Command(
            name = "gemini",
            header = "Answers one event of Gemini CLI: reads it from standard input, decides by the policy.",
            description = {
                "Answers BeforeTool with allow or deny. AfterTool says how a call ended, but for shell commands.",
                "Every failure ends with exit code 2 and a reason, which block the call."
            })
    int gemini(@Mixin HookOptions options) {
        return answer(HookHost.GEMINI, options);
    }

    /** Answers an event if the words are those that the installation wrote; returns the exit code. */
    public Optional<Integer> answerWritten(List<String> words) {
        if (words.size() < 2 || !words.get(0).equals("hook")) {
            return Optional.empty();
        }
        return HookHost.of(words.get(1))
                .flatMap(host ->
                        HookOptions.ofWritten(words.subList(2, words.size())).map(options -> answer(host, options)));
    }

    private int answer(HookHost host, HookOptions options) {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%5$s%n"); // no stack traces
        Thread watchdog = new Thread(this::giveUp, "time limit");
        watchdog.setDaemon(true);
        watchdog.start();
        try {
            HookGuard.answer(options.settings(host), console.in()).ifPresent(console::print);
            return ExitCode.FINE;
        } catch (InvalidPolicyException e) {
            e.problems().forEach(this::report);
            return blocked("the policy has errors, which toolpolicy check explains");
        } catch (UsageException | IOException | StoreException e) {
            return blocked(String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            // Also an Error blocks the call: the agent lets it run after any other exit code.
            return blocked(e.toString());
        } finally {
            watchdog.interrupt();
        }
    }

    /** Reports a problem without any text of its file: the agent gives this to the model. */
    private void report(PolicyProblem problem) {
        String place = problem.place()
                .map(where -> VisibleText.line(where.toString(), VisibleText.DETAIL))
                .orElse("the policy");
        console.report(place + ": [toolpolicy/" + problem.diagnostic().code().id() + "]");
    }

    private int blocked(String reason) {
        console.report("Tool Policy blocks this call: " + VisibleText.line(reason, VisibleText.DETAIL));
        return ExitCode.FAILED;
    }

    /** Ends the process with the exit code that blocks the call, before the agent's own limit lets it run. */
    private void giveUp() {
        try {
            Thread.sleep(LIMIT.toMillis());
        } catch (InterruptedException e) {
            return;
        }
        console.report("Tool Policy blocks this call: no decision within " + LIMIT.toSeconds() + " s");
        Runtime.getRuntime().halt(ExitCode.FAILED);
    }

    @Command(
            name = "install",
            header = "Adds the hook to an agent's settings of this project, and shows the change.",
            description = "A hook that was installed before is replaced. Everything else in the file stays.")
    int install(
            @Mixin HookOptions options,
            @Mixin SettingsOptions file,
            @Option(names = "--dry-run", description = "Shows the change without writing it.") boolean dryRun)
            throws UsageException, IOException {
        List<String> warnings;
        try {
            warnings = HookGuard.trial(options.settings(file.host()));
        } catch (IOException | StoreException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        AgentSettings settings = read(file);
        settings.install(file.host(), options.command(file.host()));
        int code = finish(file, settings, dryRun);
        warnings.forEach(console::report);
        if (settings.disablesHooks()) {
            console.report("the settings have \"disableAllHooks\": true, so the agent will not run this hook");
        }
        if (file.host() == HookHost.CODEX) {
            console.print("Codex runs the hook only after you trust it: type /hooks in Codex.");
        }
        return code;
    }

    @Command(name = "uninstall", header = "Removes the hook from an agent's settings of this project.")
    int uninstall(
            @Mixin SettingsOptions file,
            @Option(names = "--dry-run", description = "Shows the change without writing it.") boolean dryRun)
            throws UsageException, IOException {
        AgentSettings settings = read(file);
        settings.uninstall();
        return finish(file, settings, dryRun);
    }

    private static AgentSettings read(SettingsOptions file) throws UsageException {
        try {
            return AgentSettings.read(file.path());
        } catch (IOException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private int finish(SettingsOptions file, AgentSettings settings, boolean dryRun)
            throws UsageException, IOException {
        Path path = file.path();
        if (!dryRun) {
            settings.write(); // before anything is printed, since the reader may have gone
        }
        settings.changes().forEach(change -> console.print(VisibleText.line(change)));
        boolean isIn = !settings.changes().isEmpty();
        console.print(
                !isIn
                        ? "The hook is not in " + path + "."
                        : dryRun ? path + " is unchanged." : "Changed " + path + ".");
        return ExitCode.FINE;
    }
}
