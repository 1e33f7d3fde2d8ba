package dev.toolpolicy.examples.approvals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.page.StoredApprovalPage;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;

/**
 * One call in two processes: the first asks and is killed, a person answers in a browser, the second runs the call once.
 * The database is a file.
 */
public final class ApprovalDemo {
    private static final String SESSION = "user-42";
    private static final ToolCatalog TOOLS = ToolCatalog.of(List.of(DeclaredTool.of(
                    "deploy", ToolSchema.of(Parameter.required("to", ParameterType.string())))
            .withRun(RuleList.of(
                    RuleSpec.when(Argument.Text.at("/to").constant("test"), Mode.ALLOW),
                    RuleSpec.otherwise(Mode.ASK).because("production is a person's decision")))));
    private static final ToolHandlers HANDLERS = ToolHandlers.builder(TOOLS)
            .handle(
                    "deploy",
                    (arguments, call) -> "deployed to " + arguments.path("to").asText())
            .build();

    private ApprovalDemo() {}

    /**
     * Runs the demonstration.
     *
     * @param arguments none; the processes that it starts have the part that they play, and the database
     * @throws Exception if a process can't be started, or the database can't be used
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2) {
            ask(settings(arguments[1]));
            return;
        }
        Path folder = Files.createTempDirectory("approval-demo");
        String url = "jdbc:h2:" + folder.resolve("sessions");
        SessionSettings settings = settings(url + ";AUTO_SERVER=TRUE");
        askAndDie(url + ";AUTO_SERVER=TRUE");
        serve(settings);
    }

    private static SessionSettings settings(String url) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(url);
        return SessionSettings.inMemory()
                .withStore(JdbcSessionStore.on(source).prepare())
                .withStoredApprovals(Duration.ofDays(1))
                .withApprovers((approval, who) -> !who.equals(approval.session()));
    }

    private static PolicyEngine engine(SessionSettings settings) {
        return PolicyEngine.builder().tools(TOOLS).sessions(settings).build();
    }

    /** Runs the first process: the model calls the tool, and the call waits. */
    private static void ask(SessionSettings settings) throws InterruptedException {
        CallResult result =
                engine(settings).session(SESSION).execute("call_1", "deploy", "{\"to\": \"production\"}", HANDLERS);
        System.out.println(result.kind() + ": " + result.forModel());
        Thread.sleep(Duration.ofHours(1).toMillis()); // until it is killed
    }

    private static void askAndDie(String url) throws IOException, InterruptedException {
        Process first = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ApprovalDemo.class.getName(),
                        "ask",
                        url)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader said = first.inputReader(StandardCharsets.UTF_8)) {
            System.out.println("Process " + first.pid() + " says: " + said.readLine());
        } finally {
            first.destroyForcibly().waitFor();
        }
        System.out.println("Process " + first.pid() + " was killed. The request is in the database.");
    }

    /** Runs the second process: it shows the page, and runs the call when a person has answered. */
    private static void serve(SessionSettings settings) throws IOException, InterruptedException {
        String secret = UUID.randomUUID().toString();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/approvals/", StoredApprovalPage.of(settings, exchange -> user(exchange, secret)));
        server.createContext("/login/" + secret, signIn(secret));
        server.start();
        System.out.println("Answer at http://127.0.0.1:" + server.getAddress().getPort() + "/login/" + secret);
        PolicyEngine engine = engine(settings);
        Approval request = engine.approvals().list(ApprovalQuery.all()).get(0);
        while (engine.approvals().find(request.id()).orElseThrow().status() == Approval.Status.PENDING) {
            Thread.sleep(200);
        }
        CallResult done = engine.session(SESSION).calls().resume(request.id(), HANDLERS);
        System.out.println(
                "Process " + ProcessHandle.current().pid() + " says: " + done.kind() + ": " + done.forModel());
        CallResult again = engine.session(SESSION).calls().resume(request.id(), HANDLERS);
        System.out.println("Once more: " + again.kind() + ": " + again.forModel());
        Thread.sleep(5_000); // in which the page shows what became of the call
        server.stop(1);
    }

    /** Returns what stands for the service's own sign-in. */
    private static HttpHandler signIn(String secret) {
        return exchange -> {
            exchange.getResponseHeaders().set("Set-Cookie", "login=" + secret + "; HttpOnly; SameSite=Strict; Path=/");
            exchange.getResponseHeaders().set("Location", "/approvals/");
            exchange.sendResponseHeaders(303, -1);
            exchange.close();
        };
    }

    private static Optional<String> user(HttpExchange exchange, String secret) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst("Cookie"))
                .filter(cookie -> cookie.contains("login=" + secret))
                .map(cookie -> "you");
    }
}
