package dev.toolpolicy.examples.mcp;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.mcp.PolicyMcp;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncListFilter;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tools of an MCP server for one folder, under the policies that their records declare. One client, one session:
 * what was read may be deleted.
 */
final class FileServer {
    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};
    private static final List<String> TOOLS =
            List.of("fs_list_files", "fs_read_file", "fs_create_file", "fs_delete_file");

    /** What ran is told; a file that may be read may be told of. */
    private static final String DELIVERED = "[tools.\"*\".policy]\nresult = \"allow\"\n";

    private final Path folder;
    private final PathSettings paths;
    private final ToolCatalog catalog;
    private final PolicyMcp policy;

    FileServer(Path folder) throws IOException {
        this.folder = folder.toRealPath();
        catalog = ToolCatalog.of(TOOLS.stream()
                .map(name -> ToolCatalog.load().find(name).orElseThrow())
                .toList());
        paths = PathSettings.plain()
                .withForm(NormalPath.Form.PLAIN.inWorkspace(this.folder.toString()))
                .withLinks(this.folder);
        HostPolicies policies = HostPolicies.of(
                        PolicyConfiguration.of(ConfigurationFormat.TOML, "the server", DELIVERED))
                .declared(catalog)
                .engine(builder -> builder.paths(paths));
        policy = PolicyMcp.of(policies, (engine, caller) -> engine.session("files of " + this.folder));
    }

    /** Returns the tools as the server may have them. */
    List<SyncToolSpecification> tools() {
        return policy.guard(catalog.tools().stream()
                .map(tool -> new SyncToolSpecification(described(tool), (client, call) -> run(call)))
                .toArray(SyncToolSpecification[]::new));
    }

    /** Returns the filter for the server's list of tools. */
    McpSyncListFilter<Tool> filter() {
        return policy.filter();
    }

    private static Tool described(ToolSpec<?> tool) {
        return Tool.builder(tool.name(), JSON.convertValue(tool.schema().toJson(), OBJECT))
                .description(tool.description())
                .build();
    }

    private CallToolResult run(CallToolRequest call) {
        try {
            Path path = resolved(String.valueOf(call.arguments().get("path")));
            return CallToolResult.builder()
                    .addTextContent(run(call, path))
                    .isError(false)
                    .build();
        } catch (IOException e) {
            return CallToolResult.builder()
                    .addTextContent(call.name() + " failed: " + e)
                    .isError(true)
                    .build();
        }
    }

    /** Returns the path without links, so that the server touches the file that the rules saw. */
    private Path resolved(String path) throws IOException {
        NormalPath real = paths.resolve(path).orElseThrow(() -> new IOException("can't resolve " + path));
        return folder.resolve(real.toString());
    }

    private String run(CallToolRequest call, Path path) throws IOException {
        return switch (call.name()) {
            case "fs_list_files" -> list(path, String.valueOf(call.arguments().get("pattern")));
            case "fs_read_file" -> Files.readString(path);
            case "fs_create_file" ->
                create(path, String.valueOf(call.arguments().get("content")));
            case "fs_delete_file" -> {
                Files.delete(path);
                yield "deleted";
            }
            default -> throw new IllegalArgumentException("no such tool: " + call.name());
        };
    }

    private static String create(Path path, String content) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, content, StandardOpenOption.CREATE_NEW);
        return "created";
    }

    private static String list(Path path, String pattern) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            var matcher = path.getFileSystem().getPathMatcher("glob:" + pattern);
            return files.map(Path::getFileName)
                    .filter(matcher::matches)
                    .map(Path::toString)
                    .sorted()
                    .collect(Collectors.joining("\n"));
        }
    }
}
