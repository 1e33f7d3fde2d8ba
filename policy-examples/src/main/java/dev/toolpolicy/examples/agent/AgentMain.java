package dev.toolpolicy.examples.agent;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.internal.text.ResourceText;
import dev.toolpolicy.page.ApprovalPage;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.stream.CallProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.ParameterException;

/** Starts the coding agent. */
public final class AgentMain {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private final AgentOptions options;
    private final Terminal terminal;
    private final LineReader lines;

    private AgentMain(AgentOptions options, Terminal terminal) {
        this.options = options;
        this.terminal = terminal;
        this.lines = LineReaderBuilder.builder().terminal(terminal).build();
    }

    /**
     * Works on tasks, from the command line or as a person types them.
     *
     * @param arguments options, or {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments)));
    }

    private static int run(List<String> arguments) {
        try (Terminal terminal = TerminalBuilder.builder()
                .system(true)
                .provider("exec")
                .dumb(true)
                .build()) {
            AgentOptions options = AgentOptions.read(arguments);
            if (options.help) {
                System.out.print(options.usage());
            } else {
                new AgentMain(options, terminal).start();
            }
            return 0;
        } catch (ParameterException e) {
            System.err.println("agent: " + e.getMessage());
            return USAGE;
        } catch (InvalidPolicyException | IOException e) {
            System.err.println("agent: " + e.getMessage());
            return FAILED;
        }
    }

    /** Sends the log to a file, since it would disturb the screen. The file is kept if it is not empty at the end. */
    private static Path logElsewhere() throws IOException {
        Path file = Files.createTempFile("agent", ".log");
        LogManager.getLogManager().reset();
        FileHandler handler = new FileHandler(file.toString());
        handler.setFormatter(new SimpleFormatter());
        handler.setLevel(Level.WARNING);
        Logger.getLogger("").addHandler(handler);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteIfEmpty(file)));
        return file;
    }

    private static void deleteIfEmpty(Path file) {
        try {
            if (Files.size(file) == 0) {
                Files.delete(file);
            }
        } catch (IOException e) {
            System.err.println("agent: the empty log " + file + " stays: " + e);
        }
    }

    private void start() throws IOException {
        if (terminal.getType().startsWith(Terminal.TYPE_DUMB) && options.page.isEmpty()) {
            throw options.wrong("there is no terminal to ask at: start it in one, or with --page 0 to ask on a page");
        }
        Workspace workspace = new Workspace(options.folder.isPresent() ? options.folder.get() : ScratchProject.make());
        NormalPath.Form paths =
                NormalPath.Form.PLAIN.inWorkspace(workspace.root().toString());
        ToolCatalog tools = AgentTools.catalog();
        Model model = model(tools);
        AgentScreen screen = new AgentScreen(
                terminal, () -> tools, ArgumentDisplay.Settings.defaults().withPaths(paths));
        screen.note("The agent works in " + workspace.root() + "; its log is " + logElsewhere());
        if (options.page.isPresent()) {
            try (ApprovalPage page = ApprovalPage.open(options.page.get())) {
                screen.title("Questions are asked at " + page.address());
                work(new Setting(model, workspace, tools, paths, screen), page, page::progress, page);
            }
        } else {
            TerminalPermission asked =
                    new TerminalPermission(screen, new Keys(terminal), lines, Editor.of(System.getenv()));
            work(new Setting(model, workspace, tools, paths, screen), asked, progress -> {}, call -> {});
        }
    }

    private Model model(ToolCatalog tools) throws IOException {
        if (options.url.isPresent()) {
            String key = System.getenv().getOrDefault(options.keyVariable, "");
            return new HttpModel(options.url.get(), options.api(), options.model, key, tools);
        }
        return options.script.isPresent()
                ? ScriptedModel.read(options.script.get(), Duration.ofMillis(options.pause))
                : ScriptedModel.builtIn(Duration.ofMillis(options.pause));
    }

    private List<PolicyConfiguration> configurations() throws IOException {
        List<PolicyConfiguration> all = new ArrayList<>();
        String own = ResourceText.of(AgentMain.class, "policy.toml");
        all.add(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", own));
        for (Path file : options.policy) {
            all.add(PolicyConfiguration.read(file));
        }
        return all;
    }

    /** The agent's parts that don't depend on the approver. */
    private record Setting(
            Model model, Workspace workspace, ToolCatalog tools, NormalPath.Form paths, AgentScreen screen) {}

    private void work(
            Setting setting,
            PermissionHandler asked,
            Consumer<? super CallProgress> watching,
            CallRecord.Listener listener)
            throws IOException {
        AgentScreen screen = setting.screen();
        PolicyEngine engine = PolicyEngine.builder()
                .tools(setting.tools())
                .configuration(configurations().toArray(PolicyConfiguration[]::new))
                .paths(PathSettings.plain()
                        .withForm(setting.paths())
                        .withLinks(setting.workspace().root()))
                .permission(PermissionSettings.of(asked).withEarly())
                .onCall(listener)
                .build();
        try (PolicySession session = engine.session("agent")) {
            session.onProgress(progress -> {
                screen.progress(progress);
                watching.accept(progress);
            });
            ToolHandlers executor = AgentTools.executor(engine.tools(), setting.workspace());
            Agent agent = new Agent(setting.model(), session, executor, screen);
            terminal.handle(Terminal.Signal.INT, signal -> agent.interrupt());
            for (String task : options.tasks) {
                screen.title("> " + task);
                agent.work(task);
            }
            if (options.tasks.isEmpty()) {
                converse(agent, screen);
            }
        }
    }

    private void converse(Agent agent, AgentScreen screen) {
        screen.note("Say what to do; an empty line or Ctrl-D ends.");
        while (true) {
            String task;
            try {
                task = lines.readLine("> ");
            } catch (UserInterruptException | EndOfFileException e) {
                return;
            }
            if (task.isBlank()) {
                return;
            }
            try {
                agent.work(task);
            } catch (IOException e) {
                screen.problem(String.valueOf(e.getMessage()));
            }
        }
    }
}
