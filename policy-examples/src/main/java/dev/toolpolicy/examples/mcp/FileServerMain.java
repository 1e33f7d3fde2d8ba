package dev.toolpolicy.examples.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An MCP server for one folder, which talks through standard input and output and ends with them. */
public final class FileServerMain {
    private FileServerMain() {}

    /**
     * Serves a folder.
     *
     * @param arguments the folder
     * @throws IOException if the folder can't be read
     */
    public static void main(String... arguments) throws IOException {
        if (arguments.length != 1 || !Files.isDirectory(Path.of(arguments[0]))) {
            System.err.println("usage: one argument, a folder that is there");
            System.exit(2);
        }
        FileServer files = new FileServer(Path.of(arguments[0]));
        McpSyncServer server = McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                .serverInfo("files under policies", "1")
                .capabilities(ServerCapabilities.builder().tools(false).build())
                .tools(files.tools())
                .addToolFilter(files.filter())
                .build();
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    }
}
