package dev.toolpolicy.mcp.methods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.shared.CheckedMethods;
import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.method.tool.utils.McpJsonSchemaGenerator;

/** What the compiler checked about methods, compared with what MCP servers describe to models. */
class ShapesTest {
    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void springAiDescribesEachShapeAsItWasChecked() throws Exception {
        List<HostTool> described = new ArrayList<>();
        for (Class<?> shapes : List.of(Shapes.class, SpringShapes.class, RepeatedShapes.class, OwnShapes.class)) {
            for (Method method : shapes.getDeclaredMethods()) {
                String name = method.getAnnotation(McpTool.class).name();
                described.add(tool(method, name, McpJsonSchemaGenerator.generateForMethodInput(method)));
            }
        }
        assertThat(described).hasSizeGreaterThan(60);
        CheckedMethods.of(described).agree();
        assertThat(CheckedMethods.of(described).refuseChanges()).isGreaterThan(250);
    }

    @Test
    void otherServersDescribeEachShapeAsItWasChecked() throws Exception {
        List<URL> path = new ArrayList<>();
        for (String jar : System.getProperty("mcp.community").split(File.pathSeparator)) {
            path.add(Path.of(jar).toUri().toURL());
        }
        path.add(Shapes.class.getProtectionDomain().getCodeSource().getLocation());
        List<HostTool> described = new ArrayList<>();
        try (URLClassLoader loader =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Method generate = loader.loadClass("org.springaicommunity.mcp.method.tool.utils.JsonSchemaGenerator")
                    .getMethod("generateForMethodInput", Method.class);
            for (String shapes : List.of("Shapes", "SpringShapes", "OwnShapes")) {
                for (Method method : loader.loadClass("dev.toolpolicy.mcp.methods.community." + shapes)
                        .getDeclaredMethods()) {
                    String name = method.getName().equals("c_renamed") ? "c-renamed" : "";
                    described.add(tool(method, name, (String) generate.invoke(null, method)));
                }
            }
        }
        assertThat(described).hasSizeGreaterThan(60);
        CheckedMethods.of(described).agree();
    }

    private static HostTool tool(Method method, String name, String schema) throws Exception {
        return new HostTool(name.isEmpty() ? method.getName() : name, "", JSON.readTree(schema));
    }
}
