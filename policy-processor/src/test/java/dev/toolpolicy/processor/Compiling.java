package dev.toolpolicy.processor;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import dev.toolpolicy.shared.PageLines;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** Compiles sources with our processors, or without. */
final class Compiling {
    /** But for warnings of annotations that no processor claims, which is nearly every annotation there is. */
    private static final List<String> STRICT = List.of("-Xlint:all", "-Xlint:-processing", "-Werror");

    /** What sources of tools see. Without the libraries of the tests: javac lists the packages of each again each time. */
    static final List<File> CLASS_PATH = Stream.of(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .map(File::new)
            .filter(each -> each.isDirectory()
                    || Stream.of("policy-", "langchain4j-", "jackson-", "jspecify-")
                            .anyMatch(each.getName()::startsWith))
            .toList();

    private Compiling() {}

    static Compiler javac() {
        return Compiler.javac().withClasspath(CLASS_PATH);
    }

    static Compilation tools(JavaFileObject... sources) {
        return javac().withProcessors(new ToolProcessor(), new ToolsCatalogProcessor())
                .compile(sources);
    }

    static Compilation strictly(JavaFileObject... sources) {
        return javac().withProcessors(new ToolProcessor(), new ToolsCatalogProcessor())
                .withOptions(STRICT)
                .compile(sources);
    }

    static JavaFileObject source(Path file) {
        String name = file.getFileName().toString().replace(".java", "");
        return source(name, Goldens.read(file));
    }

    static JavaFileObject source(String name, String text) {
        return JavaFileObjects.forSourceString(text.contains("package demo;") ? "demo." + name : name, text);
    }

    /** Every diagnostic as {@code line:column: kind: text}, in order, without the pages of the codes. */
    static String printed(Compilation compilation) {
        return compilation.diagnostics().stream().map(Compiling::printed).collect(Collectors.joining("\n"));
    }

    private static String printed(Diagnostic<? extends JavaFileObject> diagnostic) {
        String kind = diagnostic.getKind().name().toLowerCase(Locale.ROOT);
        String text =
                PageLines.cut(diagnostic.getMessage(Locale.ENGLISH).strip()).strip();
        return diagnostic.getLineNumber() + ":" + diagnostic.getColumnNumber() + ": " + kind + ": " + text + "\n";
    }

    /** Loads the compiled classes, and those of this test's class path. */
    static ClassLoader load(Compilation compilation) {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        compilation.generatedFiles().stream()
                .filter(file -> file.getKind() == JavaFileObject.Kind.CLASS)
                .forEach(file -> classes.put(className(file), bytes(file)));
        return new ClassLoader(Compiling.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] bytes = classes.get(name);
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, bytes, 0, bytes.length);
            }
        };
    }

    static String text(JavaFileObject file) {
        try {
            return file.getCharContent(false).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String className(JavaFileObject file) {
        return Stream.of(file.toUri().getPath().split("/"))
                .skip(2)
                .collect(Collectors.joining("."))
                .replaceAll("\\.class$", "");
    }

    private static byte[] bytes(JavaFileObject file) {
        try (InputStream in = file.openInputStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
