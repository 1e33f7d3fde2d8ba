package dev.toolpolicy.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** For each file of {@code good} exactly the sources in its folder of {@code generated} are written. */
class GoodToolTest {
    private static final Map<Path, Compilation> COMPILED = new HashMap<>();

    /** Compiles a file alone, once for all tests. */
    private static Compilation compiled(Path file) {
        return COMPILED.computeIfAbsent(file, its -> Compiling.strictly(Compiling.source(its)));
    }

    @TestFactory
    Stream<DynamicTest> generates() {
        return Goldens.files("good").stream()
                .map(file -> DynamicTest.dynamicTest(name(file), () -> {
                    Compilation compilation = compiled(file);
                    assertThat(compilation).succeededWithoutWarnings();
                    for (JavaFileObject source : compilation.generatedSourceFiles()) {
                        Goldens.check("generated/" + name(file) + "/" + fileName(source), Compiling.text(source));
                    }
                    List<String> golden = Goldens.files("generated/" + name(file)).stream()
                            .map(each -> each.getFileName().toString())
                            .toList();
                    assertThat(compilation.generatedSourceFiles().stream()
                                    .map(GoodToolTest::fileName)
                                    .sorted())
                            .containsExactlyElementsOf(golden);
                }));
    }

    /** Generated sources that are checked in, or handed to another compiler, stand without any processor. */
    @TestFactory
    Stream<DynamicTest> compilesByItself() {
        return Goldens.files("good").stream()
                .map(file -> DynamicTest.dynamicTest(name(file), () -> {
                    List<JavaFileObject> all = new ArrayList<>(List.of(Compiling.source(file)));
                    all.addAll(compiled(file).generatedSourceFiles());
                    Compilation alone = Compiling.javac()
                            .withOptions("-proc:none", "-Xlint:all", "-Werror", "-encoding", "US-ASCII")
                            .compile(all);
                    assertThat(alone).succeededWithoutWarnings();
                }));
    }

    @TestFactory
    Stream<DynamicTest> isReproducible() {
        return Goldens.files("good").stream()
                .map(file -> DynamicTest.dynamicTest(name(file), () -> {
                    JavaFileObject other = Compiling.source(Goldens.RESOURCES.resolve("good/Ping.java"));
                    boolean alone = name(file).equals("Ping");
                    Compilation first = compiled(file);
                    Compilation second = alone
                            ? Compiling.strictly(Compiling.source(file))
                            : Compiling.strictly(other, Compiling.source(file));
                    for (JavaFileObject source : first.generatedSourceFiles()) {
                        if (!fileName(source).startsWith("Tools_")) {
                            assertThat(second.generatedSourceFiles().stream()
                                            .filter(each -> fileName(each).equals(fileName(source)))
                                            .map(Compiling::text))
                                    .containsExactly(Compiling.text(source));
                        }
                    }
                }));
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static String fileName(JavaFileObject source) {
        return Path.of(source.toUri().getPath()).getFileName().toString();
    }
}
