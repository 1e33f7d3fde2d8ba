package dev.toolpolicy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** A Java source file in {@code MODULE/src/SOURCESET/java}, not a generated one. */
record SourceFile(Path path, String module, String sourceSet, CompilationUnitTree tree, DocTrees trees) {
    private static final List<SourceFile> ALL = read();

    /** Returns all files of all modules, which are parsed once for all tests. */
    static List<SourceFile> all() {
        return ALL;
    }

    private static List<SourceFile> read() {
        Path root = projectRoot();
        try (Stream<Path> files =
                Files.find(root, Integer.MAX_VALUE, (path, about) -> isSource(root.relativize(path)))) {
            return parse(root, files.sorted().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path projectRoot() {
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

    /** Returns the number of names in the path of the module's folder. */
    private static int moduleNames(Path path) {
        return path.startsWith("policy-hosts") ? 2 : 1;
    }

    private static List<SourceFile> parse(Path root, List<Path> paths) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(paths));
            DocTrees trees = DocTrees.instance(task);
            return StreamSupport.stream(task.parse().spliterator(), false)
                    .map(tree -> {
                        Path path = root.relativize(Path.of(tree.getSourceFile().toUri()));
                        int module = moduleNames(path);
                        return new SourceFile(
                                path,
                                path.getName(module - 1).toString(),
                                path.getName(module + 1).toString(),
                                tree,
                                trees);
                    })
                    .toList();
        }
    }

    String packageName() {
        return String.valueOf(tree.getPackageName());
    }

    /** Returns whether this is a package-info that says {@code @NullMarked}. */
    boolean marksNull() {
        return path.endsWith("package-info.java")
                && tree.getPackageAnnotations().stream()
                        .anyMatch(it -> it.getAnnotationType().toString().endsWith("NullMarked"));
    }

    long lines() {
        return text().lines().count();
    }

    /**
     * Returns the number of lines of each method or constructor from its first annotation or modifier to its closing
     * brace, by name and first line.
     */
    Map<String, Long> methods() {
        Map<String, Long> lines = new TreeMap<>();
        SourcePositions positions = trees.getSourcePositions();
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

    /** Visits every class and method with its Javadoc, null if it has none, and its line. */
    void declarations(DeclarationVisitor visitor) {
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void nothing) {
                visitor.visit(type, trees.getDocComment(getCurrentPath()), line(getCurrentPath()));
                return super.visitClass(type, nothing);
            }

            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                visitor.visit(method, trees.getDocComment(getCurrentPath()), line(getCurrentPath()));
                return super.visitMethod(method, nothing);
            }
        }.scan(tree, null);
    }

    private long line(TreePath path) {
        return tree.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(tree, path.getLeaf()));
    }

    /** A receiver of declarations. */
    interface DeclarationVisitor {
        void visit(Tree declaration, @Nullable String doc, long line);
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
