package dev.toolpolicy.processor;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Builds one module of several, as build tools do: sources to a folder of classes that others see. */
final class ModuleBuild {
    private final Path folder;
    private final List<Path> classPath = new ArrayList<>();
    private final List<Path> sources = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private final List<String> reprocessed = new ArrayList<>();
    private final List<Processor> processors =
            new ArrayList<>(List.of(new ToolProcessor(), new ToolsCatalogProcessor()));

    private ModuleBuild(Path folder) {
        this.folder = folder;
    }

    /** A module whose sources, generated sources and classes go to one folder. */
    static ModuleBuild in(Path folder) {
        return new ModuleBuild(folder);
    }

    ModuleBuild source(String name, String text) {
        Path file = folder.resolve("src").resolve(name);
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sources.add(file);
        return this;
    }

    ModuleBuild seeing(Path module) {
        classPath.add(module);
        return this;
    }

    ModuleBuild options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** Types that are compiled already and only processed again, as Gradle has it for aggregating processors. */
    ModuleBuild reprocessing(String... types) {
        reprocessed.addAll(List.of(types));
        return this;
    }

    ModuleBuild with(Processor processor) {
        processors.add(processor);
        return this;
    }

    /** Compiles it; what the compiler prints. */
    String compile() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> all = new ArrayList<>(List.of(
                "-Xlint:all", "-Xlint:-processing", "-Xlint:-path", "-d", folder.toString(), "-s", folder.toString()));
        all.addAll(List.of("-implicit:none", "-cp", classPath()));
        all.addAll(options);
        StringWriter printed = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavaCompiler.CompilationTask task = compiler.getTask(
                    printed, files, null, all, reprocessed, files.getJavaFileObjectsFromPaths(sources));
            task.setProcessors(processors);
            task.call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return printed.toString();
    }

    private String classPath() {
        return Stream.concat(classPath.stream().map(Path::toString), Stream.of(System.getProperty("java.class.path")))
                .collect(Collectors.joining(System.getProperty("path.separator")));
    }
}
