package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A newer JDK compiles for 17 as 17 does: the processor looks at what the release has, not at what runs it. */
class ReleaseTest {
    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> compilesForSeventeen() {
        return Goldens.files("good").stream().map(file -> {
            String name = file.getFileName().toString();
            return DynamicTest.dynamicTest(
                    name,
                    () -> assertThat(ModuleBuild.in(folder.resolve(name))
                                    .source("demo/" + name, Goldens.read(file))
                                    .options("--release", "17", "-Werror")
                                    .compile()
                                    .lines()
                                    .filter(line -> !line.startsWith("Note: [toolpolicy] the policies of")))
                            .isEmpty());
        });
    }
}
