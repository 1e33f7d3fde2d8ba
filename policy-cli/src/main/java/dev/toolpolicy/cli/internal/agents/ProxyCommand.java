package dev.toolpolicy.cli.internal.agents;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.proxy.PolicyProxy;
import dev.toolpolicy.agents.proxy.ProxySettings;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.DecidingOptions;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.Problems;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.page.ApprovalPage;
import dev.toolpolicy.page.internal.OwnRequests;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.audit.AuditLog;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The subcommand {@code proxy}: serves until it is stopped. */
@Command(
        name = "proxy",
        header = "Stands between agents and a model, and lets through only what the policies allow.",
        description = {
            "Point the agent's base URL at it: http://127.0.0.1:8791/v1 for OpenAI's SDKs,",
            "http://127.0.0.1:8791 for Anthropic's."
        },
        footer = "  toolpolicy proxy --upstream https://api.openai.com --configuration policy.toml --page 0")
public final class ProxyCommand extends Subcommand {
    @Mixin
    private final DecidingOptions policy = new DecidingOptions();

    @Mixin
    private final ProxyOptions options = new ProxyOptions();

    @Option(
            names = "--page",
            paramLabel = "N",
            description = "Asks on a web page of this machine at port N, 0 for a free one; default: calls that need"
                    + " approval are declined.")
    private Optional<Integer> page = Optional.empty();

    @Option(
            names = "--audit",
            paramLabel = "FILE",
            description = "Appends a line of JSON to this file for each call; toolpolicy audit FILE reads it.")
    private Optional<Path> audit = Optional.empty();

    /** Creates the subcommand. */
    public ProxyCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException, InterruptedException {
        PolicyProxy proxy = start();
        try {
            Thread.currentThread().join(); // until the program is stopped
            return ExitCode.FINE;
        } finally {
            proxy.close();
        }
    }

    /**
     * Starts the proxy.
     *
     * @return the proxy, which serves until it is closed
     * @throws UsageException if it can't start
     */
    public PolicyProxy start() throws UsageException {
        ProxySettings settings = options.settings();
        OwnRequests.limitTime(settings.requestTime());
        Optional<ApprovalPage> opened = Optional.empty();
        try {
            if (page.isPresent()) {
                opened = Optional.of(ApprovalPage.open(UsageException.requireBounds("--page", page.get(), 0, 65535)));
            }
            PolicyEngine engine = engine(opened);
            opened.ifPresent(each -> tell("", "approval requests open at " + each.address()));
            return start(settings, engine);
        } catch (IOException e) {
            opened.ifPresent(ApprovalPage::close);
            throw new UsageException(String.valueOf(e.getMessage()));
        } catch (RuntimeException | UsageException e) {
            opened.ifPresent(ApprovalPage::close);
            throw e;
        }
    }

    private PolicyProxy start(ProxySettings settings, PolicyEngine engine) throws IOException {
        try {
            PolicyProxy proxy = PolicyProxy.start(engine, settings, this::printEmitted, this::printEnd);
            tell(
                    "",
                    "listening on " + proxy.uri() + ", for " + settings.upstream() + ", with "
                            + engine.tools().tools().size() + " tools");
            return proxy;
        } catch (BindException e) {
            throw new IOException("can't listen on " + settings.address() + ": " + e.getMessage(), e);
        }
    }

    private PolicyEngine engine(Optional<ApprovalPage> asked) throws IOException, UsageException {
        PolicyEngineBuilder builder = policy.engine();
        asked.ifPresent(builder::permission);
        if (audit.isPresent()) {
            builder.onCall(AuditLog.toFile(audit.get()));
        }
        PolicyEngine engine = builder.build();
        engine.warnings().forEach(problem -> console.report(Problems.text(console, problem)));
        return engine;
    }

    /** Listens for what the gate emits, such as a decision about a call, and prints it. */
    private void printEmitted(StreamEvent event) {
        if (event.kind() == StreamEvent.Kind.EMITTED) {
            String details = event.details().entrySet().stream()
                    .filter(detail -> !detail.getValue().asText().isEmpty())
                    .map(detail ->
                            " " + detail.getKey() + "=" + detail.getValue().asText())
                    .sorted()
                    .collect(Collectors.joining());
            printLine(event, event.name().replace('_', ' ') + details);
        }
    }

    /** Listens for the end of each response, and prints it. */
    private void printEnd(StreamEvent event) {
        event.end()
                .ifPresent(end -> printLine(
                        event, end.outcome() + " after " + end.duration().toMillis() + " ms"));
    }

    private void printLine(StreamEvent event, String what) {
        tell(event.stream(), VisibleText.line(what, VisibleText.DETAIL));
    }

    /** Prints what happens, in a stream or outside of all. */
    private void tell(String stream, String what) {
        if (asJson()) {
            ObjectNode line = JsonNodeFactory.instance.objectNode();
            if (!stream.isEmpty()) {
                line.put("stream", stream);
            }
            console.printLine(line.put("event", what));
        } else {
            console.print(stream.isEmpty() ? what : stream + ": " + what);
        }
    }
}
