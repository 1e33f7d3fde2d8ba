package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.internal.text.VisibleText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tools that a server lists, in one page or several: those that can be used, and why others can't. For one thread. */
final class ListedTools {
    /** The method of a request for a page. */
    static final String METHOD = "tools/list";
    /** The most pages that are read. */
    private static final int MOST_PAGES = 1_000;

    /** The number of tools that are taken up from one server. */
    private static final int MOST = 2_000;

    /** The report that a server has more tools than are taken up. */
    static final String FULL = "the server has more than " + MOST + " tools; the further ones can't be called";

    private static final String INVALID = "its schema has an x-mcp-header that can't be a header, or two with one name";

    private final Set<String> before;
    private final Map<String, ObjectNode> tools = new LinkedHashMap<>();
    private final Map<String, String> problems = new LinkedHashMap<>();
    private String cursor = "";
    private int pages;
    private int added;
    private boolean full;

    /**
     * Creates an empty list.
     *
     * @param before the names of the tools that are known already
     */
    ListedTools(Set<String> before) {
        this.before = before;
    }

    /** A way to send requests to a server. */
    interface Requests {
        /**
         * Sends a request, and waits for the answer.
         *
         * @throws IOException if it can't be sent, or no answer comes
         */
        Reply send(String method, ObjectNode params) throws IOException;
    }

    /**
     * Asks a server for all pages.
     *
     * @param version the version of the protocol that a request names; empty before 2026-07-28
     * @throws IOException if a page doesn't come, or if they don't end
     */
    void read(Requests server, String version) throws IOException {
        try {
            while (!take(server.send(METHOD, next(version)))) {}
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns the parameters of the request for the next page. */
    ObjectNode next(String version) {
        ObjectNode params = Message.parameters(version);
        return cursor.isEmpty() ? params : params.put("cursor", cursor);
    }

    /**
     * Takes an answer of the server to the request for a page, and returns whether it was the last page.
     *
     * @throws UncheckedIOException if it isn't a page, or if there are too many
     */
    boolean take(Reply page) {
        JsonNode result = page.result();
        if (!result.path("tools").isArray()) {
            throw new UncheckedIOException(new IOException(page.refusal(METHOD)));
        }
        add(result.path("tools"));
        cursor = result.path("nextCursor").asText();
        pages++;
        if (pages >= MOST_PAGES && !cursor.isEmpty()) {
            throw new UncheckedIOException(new IOException("the server's list of tools doesn't end"));
        }
        return cursor.isEmpty();
    }

    /** Adds a page. What has no name, or could have another one for another reader, is left out. */
    ListedTools add(JsonNode page) {
        for (JsonNode each : page) {
            if (each instanceof ObjectNode tool
                    && tool.path("name").isTextual()
                    && !tool.path("name").textValue().isEmpty()
                    && !NamesInTwoCases.areIn(tool, "name", "inputSchema")) {
                add(tool.path("name").textValue(), tool);
            }
        }
        return this;
    }

    private void add(String name, ObjectNode tool) {
        boolean isNew = !before.contains(name) && !tools.containsKey(name);
        if (problems.containsKey(name)) {
            return;
        } else if (isNew && before.size() + added >= MOST) {
            full = true;
            return;
        }
        added += isNew ? 1 : 0;
        boolean isValid = MirroredHeaders.areValid(tool.path("inputSchema"));
        if (!isValid || !tool.equals(tools.computeIfAbsent(name, any -> tool))) {
            tools.remove(name);
            problems.put(name, isValid ? "the server lists it twice" : INVALID);
        }
    }

    /** Returns the tools that can be used, as the server describes them, by name. */
    Map<String, ObjectNode> tools() {
        return tools;
    }

    /** Returns why tools can't be used, by name. */
    Map<String, String> problems() {
        return problems;
    }

    /** Returns whether there are more tools than are taken up. */
    boolean isFull() {
        return full;
    }

    /** Returns a line for each tool that can't be used, and one if there are more than are taken up. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        problems.forEach((name, reason) -> lines.add(disabled(name, reason)));
        if (full) {
            lines.add(FULL);
        }
        return lines;
    }

    /** Returns the line that says that a tool is disabled. */
    static String disabled(String name, String reason) {
        return "tool " + VisibleText.quoted(name, VisibleText.NAME) + " is disabled: " + reason;
    }

    /** Returns a tool as policies see it. */
    static HostTool described(String name, ObjectNode tool) {
        JsonNode schema = tool.path("inputSchema");
        return new HostTool(
                name,
                tool.path("description").asText(),
                schema.isObject() ? schema : tool.objectNode().put("type", "object"));
    }
}
