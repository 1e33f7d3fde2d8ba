package dev.toolpolicy.springboot;

import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.test.internal.ClosedPolicy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with tools of all kinds, which note their calls. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class App {
    static final List<String> RAN = new CopyOnWriteArrayList<>();
    static volatile boolean closed;

    @Bean
    FileTools fileTools() {
        return new FileTools();
    }

    /** Found by the application's resolver only; no chat offers it. */
    @Bean
    ToolCallback deleteAll() {
        return callback("delete_all");
    }

    @Bean
    ToolPolicy maybeClosed() {
        return new ClosedPolicy(() -> closed);
    }

    /** Methods as tools. */
    static class FileTools {
        @Tool(name = "read_file", description = "Reads a file.")
        public String readFile(String path) {
            RAN.add("read_file " + path);
            return "text of " + path;
        }

        @Tool(name = "list_files", description = "Lists all files.")
        public String listFiles() {
            RAN.add("list_files");
            return "docs/a.md";
        }
    }

    static ToolCallback callback(String name) {
        return new ToolCallback() {
            @Override
            public ToolDefinition getToolDefinition() {
                return ToolDefinition.builder()
                        .name(name)
                        .description("")
                        .inputSchema("{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"}}}")
                        .build();
            }

            @Override
            public String call(String arguments) {
                RAN.add(name);
                return name + " did it";
            }
        };
    }

    /** Brings tools only when a chat asks for them, as clients of MCP servers do. */
    static ToolCallbackProvider remote() {
        return () -> new ToolCallback[] {callback("remote_search"), callback("remote_delete")};
    }
}
