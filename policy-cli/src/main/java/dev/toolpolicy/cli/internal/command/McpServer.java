package dev.toolpolicy.cli.internal.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.internal.text.VisibleText;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An MCP server that is asked for its tools: a command that speaks on standard input and output, or a URL. */
final class McpServer {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration END = Duration.ofSeconds(2);
    /** The time after which a command has been started: one that ends between two looks is never seen. */
    private static final Duration START = Duration.ofSeconds(2);
    /** The client's own limit is later, since its message doesn't say what happened. */
    private static final Duration LATER = Duration.ofSeconds(30);

    private static final boolean WINDOWS = File.separatorChar == '\\';

    private final String address;
    private final Duration limit;
    private volatile String lastMessage = "";
    private volatile Instant starting = Instant.MAX;

    /**
     * Creates the server.
     *
     * @param address a command, such as {@code npx -y server}, or a URL
     * @param limit the time in which the server must start and answer
     */
    McpServer(String address, Duration limit) {
        this.address = address;
        this.limit = limit;
    }

    /**
     * Asks the server for its tools. The process of a command has ended when this method returns.
     *
     * @return its tools, in its order
     * @throws UsageException if it can't be started, or doesn't answer in time
     */
    List<HostTool> tools() throws UsageException {
        if (!isUrl()) {
            requireProgram();
        }
        Set<ProcessHandle> before = processes();
        CompletableFuture<List<HostTool>> listed = new CompletableFuture<>();
        Thread asking = new Thread(() -> ask(listed), "mcp");
        asking.setDaemon(true);
        asking.start();
        try {
            return await(listed, before);
        } catch (ExecutionException | CompletionException e) {
            throw failure("can't be asked for its tools: " + reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("can't be asked for its tools: interrupted");
        } finally {
            asking.interrupt();
            end(before);
        }
    }

    /** Waits for the answer, until the time is up or the server's process has ended without one. */
    private List<HostTool> await(CompletableFuture<List<HostTool>> listed, Set<ProcessHandle> before)
            throws UsageException, ExecutionException, InterruptedException {
        Instant end = Instant.now().plus(limit);
        boolean isStarted = false;
        while (Instant.now().isBefore(end)) {
            try {
                return listed.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                boolean runs = started(before).stream().anyMatch(ProcessHandle::isAlive);
                if (isStarted && !runs && !listed.isDone()) {
                    throw failure("has ended without an answer");
                }
                isStarted |= runs || Instant.now().isAfter(starting);
            }
        }
        throw failure("has not answered within " + limit.toSeconds() + " seconds");
    }

    private boolean isUrl() {
        return address.startsWith("http://") || address.startsWith("https://");
    }

    /** Throws if there is no such program; the SDK's client would wait for it until the time is up. */
    private void requireProgram() throws UsageException {
        String program = words(address).stream().findFirst().orElse("");
        boolean isPath = program.contains("/") || program.contains(File.separator);
        String path = isPath ? "." : System.getenv().getOrDefault("PATH", "");
        boolean exists = WINDOWS
                || Stream.of(path.split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve(program)));
        if (program.isEmpty() || !exists) {
            throw new UsageException(VisibleText.line(
                    "there is no program \"" + program + "\" to start as an MCP server", VisibleText.DETAIL));
        }
    }

    private void ask(CompletableFuture<List<HostTool>> listed) {
        try (McpSyncClient client = McpClient.sync(transport())
                .requestTimeout(limit.plus(LATER))
                .initializationTimeout(limit.plus(LATER))
                .jsonSchemaValidator(
                        (schema, content) -> ValidationResponse.asValid(null)) // for results; no tool is called
                .build()) {
            client.initialize();
            listed.complete(client.listTools().tools().stream()
                    .map(McpServer::described)
                    .toList());
        } catch (RuntimeException | LinkageError e) {
            listed.completeExceptionally(e);
        }
    }

    private McpClientTransport transport() {
        McpJsonMapper mapper = new JacksonMcpJsonMapper(JSON);
        if (isUrl()) {
            URI uri = URI.create(address);
            String path = uri.getRawPath().isEmpty() ? "/mcp" : uri.getRawPath();
            return HttpClientStreamableHttpTransport.builder(uri.getScheme() + "://" + uri.getRawAuthority())
                    .endpoint(uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery())
                    .jsonMapper(mapper)
                    .build();
        }
        List<String> words = words(address);
        StdioClientTransport transport =
                new StdioClientTransport(
                        ServerParameters.builder(words.get(0))
                                .args(words.subList(1, words.size()))
                                .build(),
                        mapper) {
                    @Override
                    protected ProcessBuilder getProcessBuilder() {
                        starting = Instant.now().plus(START);
                        return super.getProcessBuilder();
                    }
                };
        transport.setStdErrorHandler(line -> lastMessage = line);
        return transport;
    }

    private static HostTool described(Tool tool) {
        JsonNode schema = tool.inputSchema() == null
                ? JSON.createObjectNode().put("type", "object")
                : JSON.valueToTree(tool.inputSchema());
        return new HostTool(tool.name(), Objects.requireNonNullElse(tool.description(), ""), schema);
    }

    private UsageException failure(String what) {
        String said = lastMessage.isBlank() ? "" : "; it said: " + lastMessage;
        return new UsageException(
                VisibleText.line("the MCP server \"" + address + "\" " + what + said, VisibleText.DETAIL));
    }

    /** Returns the message of the first cause that isn't a wrapper. */
    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private static Set<ProcessHandle> processes() {
        return ProcessHandle.current().descendants().collect(Collectors.toSet());
    }

    private static Set<ProcessHandle> started(Set<ProcessHandle> before) {
        Set<ProcessHandle> started = processes();
        started.removeAll(before);
        return started;
    }

    /** Ends what the command has started: first in peace, then by force. */
    private static void end(Set<ProcessHandle> before) {
        Set<ProcessHandle> started = started(before);
        started.forEach(ProcessHandle::destroy);
        for (ProcessHandle process : started) {
            process.onExit()
                    .completeOnTimeout(process, END.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            process.destroyForcibly();
        }
    }

    /** Returns the words of a command line: separated by blanks, kept together by single or double quotes. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean isOpen = false;
        char quote = 0;
        for (char c : line.toCharArray()) {
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                isOpen = true;
            } else if (c == ' ' || c == '\t') {
                if (isOpen) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                isOpen = false;
            } else {
                word.append(c);
                isOpen = true;
            }
        }
        if (isOpen) {
            words.add(word.toString());
        }
        return words;
    }
}
