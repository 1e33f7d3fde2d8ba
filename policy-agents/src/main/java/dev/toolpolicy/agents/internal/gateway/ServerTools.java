package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.config.host.HostTool;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The tools of a server that is asked for nothing else. They are listed and taken up as by a gateway. A server that
 * refuses {@code initialize} is asked as since the protocol's version 2026-07-28.
 */
public final class ServerTools {
    private static final String INITIALIZE = "initialize";
    /** The versions of the protocol that begin with {@code initialize}, the newest first. */
    private static final List<String> OLDER = List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

    private static final String NEWER = "2026-07-28";

    private final ListedTools listed = new ListedTools(Set.of());
    private String refusal = "";

    /** A connection to the server. */
    interface Connection extends ToolPages.Requests, AutoCloseable {
        /** Notifies the server that the client is ready, in a version of the protocol. */
        void ready(ObjectNode notification, String version) throws IOException;

        /** Returns whether the server has ended. */
        boolean hasEnded();

        /** Returns what else is known of a failure, behind a semicolon; empty if nothing is. */
        String remark();

        @Override
        void close();
    }

    private ServerTools() {}

    /**
     * Asks a server that is started for this, and has ended when this method returns.
     *
     * @param command the program and its arguments
     * @param secrets the variables of the environment that the server doesn't get
     * @param limit the time in which it must answer
     * @throws IOException if it can't be started or doesn't list its tools; the message has no subject
     */
    public static ServerTools ofCommand(List<String> command, Set<String> secrets, Duration limit) throws IOException {
        ServerProcess process;
        try {
            process = ServerProcess.start(command, Path.of(""), secrets, ProcessBuilder.Redirect.PIPE);
        } catch (IOException e) {
            throw new IOException("can't be started: " + e.getMessage(), e);
        }
        return of(new AskedProcess(process), limit);
    }

    /** Asks a server that speaks Streamable HTTP, as above. */
    public static ServerTools ofUrl(URI url, Duration limit) throws IOException {
        return of(new AskedUrl(url, limit), limit);
    }

    private static ServerTools of(Connection server, Duration limit) throws IOException {
        ServerTools tools = new ServerTools();
        long end = System.nanoTime() + limit.toNanos();
        try (server) {
            try {
                tools.ask(server, end);
                return tools;
            } catch (IOException | IllegalArgumentException e) { // the latter of a URL without a host
                String what = server.hasEnded()
                        ? "has ended without an answer"
                        : System.nanoTime() >= end
                                ? "has not answered within " + limit.toSeconds() + " seconds"
                                : "can't be asked for its tools: "
                                        + Objects.requireNonNullElse(
                                                e.getMessage(), e.getClass().getSimpleName());
                throw new IOException(what + tools.refusal + server.remark(), e);
            }
        }
    }

    private void ask(Connection server, long end) throws IOException {
        ObjectNode opening = JsonNodeFactory.instance.objectNode().put("protocolVersion", OLDER.get(0));
        opening.putObject("capabilities");
        opening.putObject("clientInfo").put("name", "toolpolicy").put("version", "1");
        Reply opened = PendingRequests.await(server.send(INITIALIZE, opening), end);
        if (opened.message().isEmpty()) {
            throw new IOException(opened.refusal(INITIALIZE));
        }
        String version = opened.result().path("protocolVersion").asText();
        boolean isOlder = OLDER.contains(version);
        if (isOlder) {
            server.ready(
                    Message.notification("notifications/initialized", JsonNodeFactory.instance.objectNode()), version);
        } else {
            refusal = "; "
                    + (version.isEmpty() ? opened.refusal(INITIALIZE) : "it answers " + INITIALIZE + " with version " + version);
        }
        PendingRequests.await(
                new ToolPages(server, () -> isOlder ? "" : NEWER, end, listed::add).read(), end);
    }

    /** Returns the tools that a gateway would take up, in the server's order. */
    public List<HostTool> tools() {
        return listed.tools().entrySet().stream()
                .map(each -> ListedTools.described(each.getKey(), each.getValue()))
                .toList();
    }

    /** Returns a line for each tool that a gateway would disable, and one if there are more than it takes up. */
    public List<String> problems() {
        return Stream.concat(
                        listed.problems().entrySet().stream()
                                .map(each -> GatewayTools.disabledLine(each.getKey(), each.getValue())),
                        listed.isFull() ? Stream.of(ListedTools.FULL) : Stream.empty())
                .toList();
    }
}
