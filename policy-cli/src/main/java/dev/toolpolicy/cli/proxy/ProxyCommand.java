package dev.toolpolicy.cli.proxy;

import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.page.ApprovalPage;
import dev.toolpolicy.page.OwnRequests;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.audit.AuditLog;
import dev.toolpolicy.text.VisibleText;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The command line of the proxy: starts the proxy, or prints what is wrong with the arguments. */
final class ProxyCommand {
    /** All is well. */
    static final int FINE = 0;
    /** The configuration is wrong, or the address is taken. */
    static final int PROBLEMS = 1;
    /** The command line is wrong. */
    static final int USAGE = 2;

    static final String HELP = """
        Stands between agents and a model, and lets through only what the configuration allows.

          --upstream URL          where requests go, such as https://api.openai.com or https://api.anthropic.com
          --configuration FILE    tools and their policies in TOML or JSON; may come several times, as layers
          --port N                where it listens, default 8791; 0 takes a free port
          --host ADDRESS          on which of this machine's addresses, default 127.0.0.1
          --page N                asks on a web page of this machine at port N, 0 for a free one; default: calls that need approval are declined
          --audit FILE            appends a line of JSON to this file for each call; toolpolicy audit FILE reads it
          --provider-tools NAMES  tools that the provider may run by itself, unchecked, such as web_search,code_execution
          --believe-clients       results that clients report count as success
          --max-request BYTES     how long a request may be, default 33554432
          --request-time SECONDS  how long a request may take to arrive, default 30
          --names NAMES           host names by which agents may address it, beside its address and localhost
          --help                  this text

        Point the agent's base URL at it: http://127.0.0.1:8791/v1 for OpenAI's SDKs, http://127.0.0.1:8791 for Anthropic's.
        """;

    private final PrintStream out;
    private final PrintStream errors;
    private int exitCode = FINE;

    ProxyCommand(PrintStream out, PrintStream errors) {
        this.out = out;
        this.errors = errors;
    }

    int exitCode() {
        return exitCode;
    }

    /** Starts the proxy; returns empty if it can't start, after printing the reason. */
    Optional<PolicyProxy> start(String... arguments) {
        List<String> typed = Arrays.asList(arguments);
        if (typed.contains("--help") || typed.contains("-h")) {
            out.print(HELP);
            return Optional.empty();
        }
        try {
            return Optional.of(start(ProxyOptions.read(typed)));
        } catch (ProxyOptions.UsageException e) {
            return failed(USAGE, String.valueOf(e.getMessage()));
        } catch (InvalidPolicyException e) {
            e.problems().forEach(problem -> errors.print(problem + "\n"));
            exitCode = PROBLEMS;
            return Optional.empty();
        } catch (IOException e) {
            return failed(PROBLEMS, String.valueOf(e.getMessage()));
        }
    }

    private Optional<PolicyProxy> failed(int code, String message) {
        errors.print(message + "\n");
        exitCode = code;
        return Optional.empty();
    }

    private PolicyProxy start(ProxyOptions options) throws IOException, ProxyOptions.UsageException {
        OwnRequests.limitTime(options.settings().limits().requestTime());
        Optional<ApprovalPage> page = options.page().isPresent()
                ? Optional.of(ApprovalPage.open(options.page().getAsInt()))
                : Optional.empty();
        try {
            PolicyEngine engine = engine(options, page);
            page.ifPresent(each -> out.print("approval requests open at " + each.address() + "\n"));
            return start(options, engine);
        } catch (IOException | RuntimeException | ProxyOptions.UsageException e) {
            page.ifPresent(ApprovalPage::close);
            throw e;
        }
    }

    private PolicyProxy start(ProxyOptions options, PolicyEngine engine) throws IOException {
        try {
            PolicyProxy proxy = PolicyProxy.start(engine, options.settings(), this::printEmitted, this::printEnd);
            out.print("listening on " + proxy.uri() + ", for "
                    + options.settings().upstream() + ", with "
                    + engine.tools().tools().size() + " tools\n");
            return proxy;
        } catch (BindException e) {
            throw new IOException("can't listen on " + options.settings().address() + ": " + e.getMessage(), e);
        }
    }

    private PolicyEngine engine(ProxyOptions options, Optional<ApprovalPage> page)
            throws IOException, ProxyOptions.UsageException {
        List<String> files = options.configurations();
        for (String file : files) {
            if (!Files.isRegularFile(Path.of(file))) {
                throw new ProxyOptions.UsageException("there is no file " + file);
            }
        }
        PolicyEngineBuilder builder = PolicyEngine.builder()
                .configuration(files.stream()
                        .map(file -> PolicyConfiguration.read(Path.of(file)))
                        .toArray(PolicyConfiguration[]::new));
        page.ifPresent(builder::permission);
        if (options.audit().isPresent()) {
            builder.onCall(AuditLog.toFile(options.audit().get()));
        }
        PolicyEngine engine = builder.build();
        engine.warnings().forEach(problem -> errors.print(problem + "\n"));
        return engine;
    }

    /** Listens for what the gate emits, such as a decision about a call, and prints it. */
    private void printEmitted(StreamEvent event) {
        if (event instanceof StreamEvent.Emitted emitted) {
            String details = emitted.details().entrySet().stream()
                    .filter(detail -> !detail.getValue().isEmpty())
                    .map(detail -> " " + detail.getKey() + "=" + detail.getValue())
                    .sorted()
                    .collect(Collectors.joining());
            printLine(emitted, emitted.type().replace('_', ' ') + details);
        }
    }

    /** Listens for the end of each response, and prints it. */
    private void printEnd(StreamEvent event) {
        if (event instanceof StreamEvent.Closed closed) {
            printLine(closed, closed.outcome() + " after " + closed.duration().toMillis() + " ms");
        }
    }

    private void printLine(StreamEvent event, String what) {
        out.print(event.stream() + ": " + VisibleText.line(what, VisibleText.DETAIL) + "\n");
    }

    /** Returns an address, if the text is one. */
    static Optional<URI> address(String text) {
        try {
            return Optional.of(URI.create(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
