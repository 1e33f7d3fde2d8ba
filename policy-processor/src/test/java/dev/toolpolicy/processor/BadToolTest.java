package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Each file of {@code bad} prints exactly its file of {@code expected}: messages, places, order and count. */
class BadToolTest {

    @TestFactory
    Stream<DynamicTest> prints() {
        return Goldens.files("bad").stream().map(file -> {
            String name = file.getFileName().toString().replace(".java", "");
            return DynamicTest.dynamicTest(
                    name,
                    () -> Goldens.check(
                            "expected/" + name + ".txt", Compiling.printed(Compiling.tools(Compiling.source(file)))));
        });
    }

    @Test
    void eachMessageEndsWithThePageOfItsCode() {
        Path file = Goldens.RESOURCES.resolve("bad/EverythingAtOnce.java");
        assertThat(Compiling.tools(Compiling.source(file)).errors())
                .isNotEmpty()
                .extracting(error -> error.getMessage(Locale.ENGLISH).strip())
                .filteredOn(message -> message.startsWith("[toolpolicy/"))
                .allSatisfy(message -> assertThat(message)
                        .endsWith("see: docs/reference/diagnostics/"
                                + message.substring("[toolpolicy/".length(), message.indexOf(']')) + ".md"));
    }

    @Test
    void everyExpectationHasATool() {
        List<String> expected = names("expected");
        assertThat(names("bad")).isEqualTo(expected).hasSizeGreaterThan(20);
    }

    @Test
    void toolsWithErrorsAreNotGenerated(@TempDir Path folder) {
        Path file = Goldens.RESOURCES.resolve("bad/EverythingAtOnce.java");
        ModuleBuild build = ModuleBuild.in(folder).source("demo/EverythingAtOnce.java", Goldens.read(file));
        assertThat(build.compile()).contains("tool-name");
        assertThat(folder.resolve("demo/Tools_ReadFileTool.java")).exists();
        assertThat(folder.resolve("demo/Tools_WriteFileTool.java")).doesNotExist();
    }

    private static List<String> names(String folder) {
        return Goldens.files(folder).stream()
                .map(file -> file.getFileName().toString().split("\\.")[0])
                .toList();
    }
}
