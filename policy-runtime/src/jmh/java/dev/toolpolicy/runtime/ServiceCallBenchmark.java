package dev.toolpolicy.runtime;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.audit.AuditLog;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a service notices: {@code execute} under three rules, a limit and labels, with the audit in a file, beside the same
 * handler called by hand and beside an HTTP call to this machine.
 */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Dsun.net.httpserver.nodelay=true")
public class ServiceCallBenchmark {
    private static final String TEXT = "{\"path\": \"src/main/Demo.java\", \"content\": \"class Demo {}\"}";

    private final ObjectMapper json = new ObjectMapper();
    private Path folder;
    private AuditLog audit;
    private PolicySession session;
    private ToolHandlers handlers;
    private HttpServer server;
    private HttpClient client;
    private HttpRequest request;

    /** Creates the engine and the server. */
    @Setup
    public void create() throws IOException {
        Argument.Text path = Argument.Text.at("/path");
        ToolSchema schema = ToolSchema.of(
                Parameter.required("path", ParameterType.path()),
                Parameter.required("content", ParameterType.string()));
        RuleList rules = RuleList.of(
                RuleSpec.when(Condition.onLabel("untrusted"), Mode.DENY),
                RuleSpec.when(path.prefix("src/"), Mode.ALLOW),
                RuleSpec.otherwise(Mode.ASK));
        folder = Files.createTempDirectory("audit");
        audit = AuditLog.toFile(folder.resolve("calls.jsonl"));
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("write", schema)
                        .withRun(rules)
                        .withResult(RuleList.always(Mode.ALLOW))
                        .withLimits(CallLimit.calls(1_000_000_000)))))
                .results("write", ResultSpec.labelled())
                .onCall(audit)
                .build();
        session = engine.session("s");
        handlers = ToolHandlers.builder(engine.tools())
                .otherwise((ObjectNode arguments, ToolHandlers.Handler.RunningCall call) -> done(arguments))
                .on(Runnable::run)
                .build();
        CallResult ran = session.execute("c", "write", TEXT, handlers);
        if (ran.kind() != CallResult.Kind.RAN) {
            throw new IllegalStateException("the call was not allowed: " + ran.forModel());
        }
        startServer();
    }

    private void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = done(json.readValue(exchange.getRequestBody().readAllBytes(), ObjectNode.class))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        client = HttpClient.newHttpClient();
        request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + server.getAddress().getPort() + "/"))
                .POST(HttpRequest.BodyPublishers.ofString(TEXT))
                .build();
    }

    /** Ends all. */
    @TearDown
    public void end() throws IOException {
        server.stop(0);
        audit.close();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private static String done(ObjectNode arguments) {
        return "written " + arguments.path("content").textValue().length() + " characters";
    }

    /** Calls the handler by hand. */
    @Benchmark
    public String byHand() throws IOException {
        return done(json.readValue(TEXT, ObjectNode.class));
    }

    /** Executes the call under the policies. */
    @Benchmark
    public CallResult execute() {
        return session.execute("c", "write", TEXT, handlers);
    }

    /** Calls the handler over HTTP, on this machine. */
    @Benchmark
    public String overLoopback() throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
}
