package dev.toolpolicy.langchain4j.methods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.shared.CheckedMethods;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the compiler checked about methods, compared with what LangChain4j describes to models. */
class ShapesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<HostTool> described = Stream.of(Shapes.class, OwnShapes.class)
            .flatMap(each -> ToolSpecifications.toolSpecificationsFrom(each).stream())
            .map(ShapesTest::described)
            .toList();

    @Test
    void eachShapeIsDescribedAsItWasChecked() {
        assertThat(described).hasSizeGreaterThan(60);
        CheckedMethods.of(described).agree();
    }

    @Test
    void eachChangeIsRefused() {
        assertThat(CheckedMethods.of(described).refuseChanges()).isGreaterThan(250);
    }

    @Test
    void whatCannotBeCheckedDoesNotCompile(@TempDir Path folder) throws IOException {
        CheckedMethods.refused(Path.of("src/test/resources/methods/Refused.java"), folder);
    }

    static HostTool described(ToolSpecification tool) {
        try {
            JsonNode parameters = JSON.readTree(tool.toJson()).path("parameters");
            JsonNode schema = parameters.isObject() ? parameters : JSON.readTree("{\"type\":\"object\"}");
            return new HostTool(tool.name(), "", schema);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
