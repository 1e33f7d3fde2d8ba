package dev.toolpolicy.cli.internal.agents;

import dev.toolpolicy.agents.internal.gateway.Elicitation;
import dev.toolpolicy.agents.internal.gateway.GatewaySettings;
import dev.toolpolicy.agents.internal.gateway.GatewayTools;
import dev.toolpolicy.agents.internal.gateway.HttpGateway;
import dev.toolpolicy.agents.internal.gateway.StdioGateway;
import dev.toolpolicy.cli.internal.approvals.Database;
import dev.toolpolicy.cli.internal.approvals.StoreLogin;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.McpServer;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.page.ApprovalPage;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.audit.AuditLog;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.StoreException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code mcp}: puts an MCP server under a policy. */
@Command(
        name = "mcp",
        header = "Stands between an MCP client and a server, and lets through only the tool calls that the policy"
                + " allows.",
        description = {
            "The client starts this command in place of the server's. Tools that are denied anyway are not listed.",
            "A tool that the server changes after its first use is disabled until --accept names it."
        },
        footerHeading = "%nExample:%n",
        footer = "  toolpolicy mcp --policy tool-policy.toml -- npx -y @modelcontextprotocol/server-filesystem .")
public final class McpCommand implements Callable<Integer> {
    private static final Duration VALIDITY = Duration.ofDays(3);

    private final Console console;

    @Option(
            names = "--policy",
            required = true,
            paramLabel = "FILE",
            description = "Decides by this policy file. May come several times, as layers.")
    private List<Path> policies = new ArrayList<>();

    @Option(
            names = "--pins",
            paramLabel = "FILE",
            description = "Keeps the tools as they were first seen. Default: the policy file's name with .pins.json.")
    private Optional<Path> pins = Optional.empty();

    @Option(
            names = "--accept",
            paramLabel = "TOOL",
            description = "Accepts that the server has changed this tool. May come several times; all accepts each.")
    private Set<String> accepted = new HashSet<>();

    @Option(
            names = "--page",
            paramLabel = "N",
            description = "Asks on a web page of this machine at port N, 0 for a free one. Default: calls that need"
                    + " approval are declined.")
    private Optional<Integer> page = Optional.empty();

    @Option(
            names = "--client-approves",
            description = "Asks the client's user by elicitation. Only for a client that doesn't answer by itself.")
    private boolean clientApproves;

    @Option(
            names = "--store",
            paramLabel = "URL",
            description =
                    "Stores calls that need approval in this database (JDBC), for three days. A person answers with"
                            + " toolpolicy approvals or on a page, and the client sends the call again.")
    private Optional<String> store = Optional.empty();

    @Mixin
    private StoreLogin login = new StoreLogin();

    @Option(
            names = "--session",
            paramLabel = "NAME",
            description = "With --store: the client's session over several starts. Default: a new one for each start.")
    private Optional<String> sessionName = Optional.empty();

    @Option(
            names = "--ask-unknown",
            description = "Asks about tools whose schema can't be read, instead of denying them.")
    private boolean askUnknown;

    @Option(
            names = "--sampling",
            description = "Lets the server ask the client's model (sampling). Default: such requests are refused.")
    private boolean sampling;

    @Option(names = "--audit", paramLabel = "FILE", description = "Appends a line of JSON to this file for each call.")
    private Optional<Path> audit = Optional.empty();

    @Option(
            names = "--workspace",
            paramLabel = "DIR",
            description =
                    "Asks about paths outside of this folder, and starts the server in it. Default: the current one.")
    private Path workspace = Path.of("");

    @Option(
            names = "--upstream",
            paramLabel = "URL",
            description = "Stands before this server, which speaks Streamable HTTP, instead of starting one.")
    private Optional<URI> upstream = Optional.empty();

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "With --upstream: listens at this port of the loopback; 0, the default, takes a free one.")
    private int port;

    @Option(
            names = "--client-header",
            paramLabel = "NAME",
            description = "With --upstream: keeps labels and limits of clients apart by this header. Default: shared.")
    private Optional<String> clientHeader = Optional.empty();

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            description = "The server's command and its arguments, after --.")
    private List<String> command = new ArrayList<>();

    /** Creates the subcommand. */
    public McpCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws UsageException, InterruptedException {
        check();
        try (Database database = store.isPresent() ? login.open(store.get()) : null;
                AuditLog log = audit.isPresent() ? AuditLog.toFile(audit.get()) : null;
                ApprovalPage asked = page.isPresent()
                        ? ApprovalPage.open(UsageException.requireBounds("--page", page.get(), 0, 65535))
                        : null) {
            if (asked != null) {
                console.report("approval requests open at " + asked.address());
            }
            return serve(
                    Optional.ofNullable(asked),
                    Optional.ofNullable(log),
                    Optional.ofNullable(database).map(this::sessions));
        } catch (InvalidPolicyException e) {
            e.problems().forEach(problem -> console.report(problem.toString()));
            throw new UsageException("the policy has errors");
        } catch (IOException | StoreException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private void check() throws UsageException {
        for (Path file : policies) {
            UsageException.requireFile(file);
        }
        if (page.isPresent() && clientApproves) {
            throw new UsageException("--page and --client-approves exclude each other");
        }
        if (store.isPresent() && (page.isPresent() || clientApproves)) {
            throw new UsageException("--store excludes --page and --client-approves");
        }
        if (sessionName.isPresent() && (store.isEmpty() || upstream.isPresent())) {
            throw new UsageException("--session needs --store and a server that is started here");
        }
        if (upstream.isPresent() == !command.isEmpty()) {
            throw new UsageException("mcp needs either --upstream URL or the command of a server after --");
        }
        if (upstream.isPresent()
                && !List.of("http", "https")
                        .contains(String.valueOf(upstream.get().getScheme()))) {
            throw new UsageException("--upstream needs a URL with http or https, not " + upstream.get());
        }
        if (clientHeader.isPresent() && (upstream.isEmpty() || "Mcp-Session-Id".equalsIgnoreCase(clientHeader.get()))) {
            throw new UsageException("--client-header needs --upstream, and a header that the server doesn't choose");
        }
        if (upstream.isPresent() && clientApproves) {
            throw new UsageException("--client-approves works with a server that is started here; use --page");
        }
    }

    private SessionSettings sessions(Database database) {
        return SessionSettings.inMemory()
                .withStore(JdbcSessionStore.on(database).prepare())
                .withStoredApprovals(VALIDITY)
                .withResentCalls()
                .onPending(each -> report("a call waits for approval: toolpolicy approvals show " + each.id()));
    }

    private int serve(Optional<ApprovalPage> asked, Optional<AuditLog> log, Optional<SessionSettings> sessions)
            throws IOException, InterruptedException, UsageException {
        Optional<Elicitation> elicitation = clientApproves ? Optional.of(new Elicitation()) : Optional.empty();
        GatewaySettings settings = new GatewaySettings(
                policies, pins, accepted, audit, workspace, askUnknown, sampling, clientHeader, sessions);
        GatewayTools tools = GatewayTools.of(settings, asked.isPresent() ? asked : elicitation, log, this::report);
        tools.warnings().forEach(problem -> console.report(problem.toString()));
        if (upstream.isPresent()) {
            try (HttpGateway gateway =
                    HttpGateway.start(UsageException.requireBounds("--port", port, 0, 65535), upstream.get(), tools)) {
                console.report("listening at " + gateway.uri() + ", for " + upstream.get());
                Thread.currentThread().join(); // until the program is stopped
                return ExitCode.FINE;
            }
        }
        String session = sessionName.orElseGet(() -> UUID.randomUUID().toString());
        boolean ended = new StdioGateway(console.in(), console.out(), Set.of(McpServer.STORE_PASSWORD), this::report)
                .run(command, workspace, tools, session, elicitation);
        return ended ? ExitCode.FINE : ExitCode.FAILED;
    }

    private void report(String line) {
        console.report("toolpolicy: " + VisibleText.line(line, VisibleText.DETAIL));
    }
}
