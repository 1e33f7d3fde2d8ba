package dev.toolpolicy.springai.methods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.shared.CheckedMethods;
import dev.toolpolicy.springai.internal.SpringTools;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.support.ToolCallbacks;

/** What the compiler checked about methods, compared with what Spring AI describes to models. */
class ShapesTest {
    private final List<HostTool> described = Stream.of(ToolCallbacks.from(
                    new Shapes(), new SpringShapes(), new RepeatedShapes(), new OwnShapes(), new ComposedShapes()))
            .map(tool -> SpringTools.describe(tool.getToolDefinition()))
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
}
