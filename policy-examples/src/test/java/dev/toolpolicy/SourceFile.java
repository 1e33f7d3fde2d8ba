package dev.toolpolicy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A Java file as somebody wrote it, in {@code MODULE/src/SOURCESET/java}: what is generated while building isn't there. */
record SourceFile(Path path, String module, String sourceSet, CompilationUnitTree tree, SourcePositions positions) {

    /** Reads all files of all modules. */
    static List<SourceFile> all() {
        Path root = projectRoot();
        try (Stream<Path> files =
                Files.find(root, Integer.MAX_VALUE, (path, about) -> isSource(root.relativize(path)))) {
            return parse(root, files.sorted().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path projectRoot() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("settings.gradle"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static boolean isSource(Path path) {
        int module = moduleNames(path);
        return path.getNameCount() > module + 3
                && path.getName(0).toString().startsWith("policy-")
                && path.getName(module).toString().equals("src")
                && path.getName(module + 2).toString().equals("java")
                && path.toString().endsWith(".java");
    }

    /** How many names of the path are the module's folder. */
    private static int moduleNames(Path path) {
        return path.startsWith("policy-hosts") ? 2 : 1;
    }

    private static List<SourceFile> parse(Path root, List<Path> paths) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(paths));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            return StreamSupport.stream(task.parse().spliterator(), false)
                    .map(tree -> {
                        Path path = root.relativize(Path.of(tree.getSourceFile().toUri()));
                        int module = moduleNames(path);
                        return new SourceFile(
                                path,
                                path.getName(module - 1).toString(),
                                path.getName(module + 1).toString(),
                                tree,
                                positions);
                    })
                    .toList();
        }
    }

    String packageName() {
        return String.valueOf(tree.getPackageName());
    }

    /** Whether this is a package-info that says {@code @NullMarked}. */
    boolean marksNull() {
        return path.endsWith("package-info.java")
                && tree.getPackageAnnotations().stream()
                        .anyMatch(it -> it.getAnnotationType().toString().endsWith("NullMarked"));
    }

    /** How many types at the top of this file are public. */
    int publicTypes() {
        return (int) tree.getTypeDecls().stream()
                .filter(type -> type instanceof ClassTree named
                        && named.getModifiers().getFlags().contains(Modifier.PUBLIC))
                .count();
    }

    /** How many types are at the top of this file. */
    int types() {
        return (int)
                tree.getTypeDecls().stream().filter(ClassTree.class::isInstance).count();
    }

    long lines() {
        return text().lines().count();
    }

    /** The lines of each method or constructor from its first annotation or modifier to its closing brace, by name and first line. */
    Map<String, Long> methods() {
        Map<String, Long> lines = new TreeMap<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                long start = positions.getStartPosition(tree, method);
                long end = positions.getEndPosition(tree, method);
                if (start >= 0 && end >= 0) {
                    long first = tree.getLineMap().getLineNumber(start);
                    lines.put(
                            method.getName() + " in line " + first,
                            tree.getLineMap().getLineNumber(end) - first + 1);
                }
                return super.visitMethod(method, nothing);
            }
        }.scan(tree, null);
        return lines;
    }

    String text() {
        try {
            return tree.getSourceFile().getCharContent(true).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
