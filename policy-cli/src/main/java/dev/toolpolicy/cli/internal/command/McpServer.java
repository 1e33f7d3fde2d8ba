package dev.toolpolicy.cli.internal.command;

import dev.toolpolicy.agents.internal.gateway.ServerTools;
import dev.toolpolicy.internal.text.VisibleText;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** An MCP server that is asked for its tools: a command that speaks on standard input and output, or a URL. */
public final class McpServer {
    /** The variable with the password of a store, which no server gets: it could answer requests itself. */
    public static final String STORE_PASSWORD = "TOOLPOLICY_STORE_PASSWORD";

    private McpServer() {}

    /**
     * Asks a server for its tools, as the gateway does. The process of a command has ended when this method returns.
     *
     * @param address a command, such as {@code npx -y server}, or a URL
     * @param limit the time in which the server must start and answer
     * @throws UsageException if it can't be started, or doesn't answer in time
     */
    static ServerTools ask(String address, Duration limit) throws UsageException {
        List<String> command = words(address);
        if (command.isEmpty()) {
            throw new UsageException("--mcp needs a command or a URL");
        }
        try {
            return address.startsWith("http://") || address.startsWith("https://")
                    ? ServerTools.ofUrl(URI.create(address), limit)
                    : ServerTools.ofCommand(command, Set.of(STORE_PASSWORD), limit);
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException(VisibleText.line(
                    "the MCP server \"" + address + "\" can't be asked for its tools: " + e.getMessage(),
                    VisibleText.DETAIL));
        }
    }

    /** Returns the words of a command line: separated by blanks, kept together by single or double quotes. */
    private static List<String> words(String line) {
        List<StringBuilder> words = new ArrayList<>();
        boolean isOpen = false;
        char quote = 0;
        for (char c : line.toCharArray()) {
            boolean isBlank = quote == 0 && (c == ' ' || c == '\t');
            if (!isBlank && !isOpen) {
                words.add(new StringBuilder());
            }
            isOpen = !isBlank;
            if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            } else if (!isBlank) {
                words.get(words.size() - 1).append(c);
            }
        }
        return words.stream().map(StringBuilder::toString).toList();
    }
}
