package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.config.host.HostTool;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The tools of a server that is asked for nothing else. They are listed and taken up as by a gateway. A server that
 * refuses {@code initialize} is asked as since the protocol's version 2026-07-28.
 *
 * @param tools the tools that a gateway would take up, in the server's order
 * @param problems a line for each tool that a gateway would disable, and one if there are more than it takes up
 */
public record ServerTools(List<HostTool> tools, List<String> problems) {
    private static final String INITIALIZE = "initialize";
    /** The versions of the protocol that begin with {@code initialize}, the newest first. */
    private static final List<String> OLDER = List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

    private static final String NEWER = "2026-07-28";

    /** A connection to the server. */
    interface Connection extends ToolPages.Requests {
        /** Notifies the server that the client is ready, in a version of the protocol. */
        void ready(ObjectNode notification, String version) throws IOException;

        /** Returns what else is known of a failure, behind a semicolon; empty if nothing is. */
        String remark();
    }

    /**
     * Asks a server that is started for this, and has ended when this method returns.
     *
     * @param command the program and its arguments
     * @param secrets the variables of the environment that the server doesn't get
     * @param limit the time in which it must answer
     * @throws IOException if it can't be started or doesn't list its tools
     */
    public static ServerTools ofCommand(List<String> command, Set<String> secrets, Duration limit) throws IOException {
        try (ServerProcess process = ServerProcess.start(command, Path.of(""), secrets, ProcessBuilder.Redirect.PIPE)) {
            return of(new AskedProcess(process), limit);
        }
    }

    /** Asks a server that speaks Streamable HTTP, as above. */
    public static ServerTools ofUrl(URI url, Duration limit) throws IOException {
        try (AskedUrl server = new AskedUrl(url, limit)) {
            return of(server, limit);
        }
    }

    private static ServerTools of(Connection server, Duration limit) throws IOException {
        long end = System.nanoTime() + limit.toNanos();
        ListedTools listed = new ListedTools(Set.of());
        String refusal = "";
        try {
            ObjectNode opening = JsonNodeFactory.instance.objectNode().put("protocolVersion", OLDER.get(0));
            opening.putObject("capabilities");
            opening.putObject("clientInfo").put("name", "toolpolicy").put("version", "1");
            Reply opened = PendingRequests.await(
                    server.send(INITIALIZE, opening).orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS));
            if (opened.message().isEmpty()) {
                throw new IOException(opened.refusal(INITIALIZE));
            }
            String version = opened.result().path("protocolVersion").asText();
            boolean isOlder = OLDER.contains(version);
            if (isOlder) {
                server.ready(
                        Message.notification("notifications/initialized", JsonNodeFactory.instance.objectNode()),
                        version);
            } else {
                refusal = "; " + opened.refusal(INITIALIZE) + (version.isEmpty() ? "" : ": version " + version);
            }
            PendingRequests.await(new ToolPages(server, () -> isOlder ? "" : NEWER, end, listed::add).read());
        } catch (IOException e) {
            boolean isLate = System.nanoTime() >= end;
            String what = isLate ? "no answer within " + limit.toSeconds() + " seconds" : e.getMessage();
            throw new IOException(what + refusal + server.remark(), e);
        }
        List<HostTool> tools = new ArrayList<>();
        listed.tools().forEach((name, tool) -> tools.add(ListedTools.described(name, tool)));
        return new ServerTools(tools, listed.lines());
    }
}
