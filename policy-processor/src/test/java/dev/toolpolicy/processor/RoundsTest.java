package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.io.IOException;
import java.io.Writer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types and tools that other processors generate, and our own failures. */
class RoundsTest {
    private static final JavaFileObject PING =
            Compiling.source("Ping", "package demo; @dev.toolpolicy.annotation.Tool record Ping() {}");

    @Test
    void waitsForTypesAndToolsThatOthersGenerate(@TempDir Path folder) throws IOException {
        String printed = ModuleBuild.in(folder)
                .source("demo/Paint.java", "package demo; @dev.toolpolicy.annotation.Tool record Paint(Color color) {}")
                .source("demo/Wait.java", "package demo; @dev.toolpolicy.annotation.Tool record Wait(int seconds) {}")
                .with(new Other("demo.Color", "package demo; public enum Color { RED }", 1))
                .with(new Other("demo.Late", "package demo; @dev.toolpolicy.annotation.Tool record Late() {}", 2))
                .compile();
        assertThat(printed).isEmpty();
        URL[] path = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
            assertThat(ToolCatalog.load(loader).tools().stream().map(ToolSpec::name))
                    .containsExactlyInAnyOrder("paint", "wait", "late");
        }
    }

    /** For each round more the compiler enters all classes anew, which with many tools takes seconds. */
    @Test
    void theCatalogIsWrittenInTheRoundOfItsTools() {
        Roots roots = new Roots();
        Compilation compilation = Compiler.javac()
                .withProcessors(new ToolProcessor(), new CatalogProcessor(), roots)
                .compile(PING);
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(roots.ofRounds)
                .containsExactly("demo.Ping", "demo.PingTool dev.toolpolicy.catalog.Tools_demo_Ping", "");
    }

    @Test
    void inAnotherOrderTheCatalogComesARoundLaterAndIsTheSame() {
        Compilation later = Compiler.javac()
                .withProcessors(new CatalogProcessor(), new ToolProcessor())
                .compile(PING);
        assertThat(later.diagnostics()).isEmpty();
        assertThat(catalog(later)).isEqualTo(catalog(Compiling.tools(PING)));
    }

    private static String catalog(Compilation compilation) {
        return Compiling.text(compilation.generatedSourceFile("dev.toolpolicy.catalog.Tools_demo_Ping").orElseThrow());
    }

    /** One fault, one message: its words differ from compiler to compiler, its place doesn't. */
    @ParameterizedTest
    @CsvSource({"UndefinedType, 7, 28", "UndefinedMode, 9, 28", "UndefinedConstant, 11, 27"})
    void whatNobodyDeclaresIsLeftToTheCompiler(String name, long line, long column) {
        Compilation compilation =
                Compiling.tools(Compiling.source(Goldens.RESOURCES.resolve("undefined/" + name + ".java")));
        assertThat(compilation.diagnostics()).singleElement().satisfies(error -> {
            assertThat(error.getKind()).isEqualTo(Diagnostic.Kind.ERROR);
            assertThat(error.getLineNumber()).isEqualTo(line);
            assertThat(error.getColumnNumber()).isEqualTo(column);
            assertThat(error.getMessage(null)).doesNotContain("toolpolicy/");
        });
    }

    @Test
    void ourOwnFailureIsOneErrorAndTheOtherToolsGoOn() {
        ToolProcessor failing = new ToolProcessor((elements, types) -> {
            ToolCompiler real = ToolCompiler.of(elements, types);
            return (type, findings) -> {
                if (type.getSimpleName().contentEquals("Broken")) {
                    throw new IllegalStateException("out of cheese");
                }
                return real.compile(type, findings);
            };
        });
        Compilation compilation = Compiler.javac()
                .withProcessors(failing, new CatalogProcessor())
                .compile(Compiling.source(
                        "Tools",
                        "package demo; import dev.toolpolicy.annotation.*; class Tools {\n"
                                + "@Tool record Broken() {}\n"
                                + "@Tool(name = \"b c\") record Wrong() {} }"));
        assertThat(compilation.errors()).hasSize(2);
        assertThat(compilation.errors().get(0).getLineNumber()).isEqualTo(2);
        assertThat(compilation.errors().get(0).getMessage(null))
                .startsWith("[toolpolicy/internal] the processor failed on demo.Tools.Broken;")
                .contains("IllegalStateException: out of cheese", "RoundsTest");
        assertThat(compilation.errors().get(1).getMessage(null)).startsWith("[toolpolicy/tool-name]");
    }

    @Test
    void aClassWithTheGeneratedNameIsAnError() {
        Compilation compilation = Compiling.tools(
                Compiling.source("Ping", "package demo; @dev.toolpolicy.annotation.Tool record Ping() {}"),
                Compiling.source("PingTool", "package demo; class PingTool {}"));
        assertThat(Compiling.printed(compilation))
                .startsWith("1:")
                .contains("[toolpolicy/tool-name] the class generated for Ping is named PingTool, which already exists")
                .doesNotContain("internal");
    }

    /** Hears of every round. */
    abstract static class ForAll extends AbstractProcessor {
        @Override
        public Set<String> getSupportedAnnotationTypes() {
            return Set.of("*");
        }

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return SourceVersion.latestSupported();
        }
    }

    /** Notes the roots of each round. */
    static final class Roots extends ForAll {
        private final List<String> ofRounds = new ArrayList<>();

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            ofRounds.add(round.getRootElements().stream().map(Object::toString).sorted().collect(Collectors.joining(" ")));
            return false;
        }
    }

    /** Generates one file in one round. */
    static final class Other extends ForAll {
        private final String name;
        private final String text;
        private int rounds;

        Other(String name, String text, int round) {
            this.name = name;
            this.text = text;
            this.rounds = round;
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            if (--rounds == 0) {
                try (Writer file = processingEnv.getFiler().createSourceFile(name).openWriter()) {
                    file.write(text);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
            return false;
        }
    }
}
