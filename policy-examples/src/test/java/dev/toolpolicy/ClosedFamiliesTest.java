package dev.toolpolicy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Sealed families are visited, folded, or switched over by an enum of their kinds. A method that tests one value for
 * two members of a family would still compile when a member is added, and treat it as one of the others. So it must
 * name all members, the last one by a cast.
 */
class ClosedFamiliesTest {

    @Test
    void noMethodTestsAValueForTwoMembersOfAFamily() {
        List<SourceFile> files = SourceFile.all().stream()
                .filter(file -> file.sourceSet().equals("main"))
                .toList();
        Map<String, Set<String>> families =
                families(files.stream().map(SourceFile::tree).toList());
        List<String> chains = new ArrayList<>();
        for (SourceFile file : files) {
            chains(file.tree(), families).forEach(chain -> chains.add(file + ": " + chain));
        }
        assertThat(families).containsKeys("Form", "ValueSet", "Permit");
        assertThat(chains).as("methods that leave out members").isEmpty();
    }

    @Test
    void chainsAreFound() {
        CompilationUnitTree unit = parse("""
            sealed interface Shape {
                record Round() implements Shape {}
                record Square() implements Shape {}
                record Oval() implements Shape {}
            }
            sealed interface Size permits Small {}
            final class Small implements Size {}
            class Uses {
                int ifs(Shape shape) {
                    if (shape instanceof Shape.Round round) {
                        return 1;
                    }
                    return shape instanceof Square ? 2 : 3;
                }
                boolean either(Object value) {
                    return value instanceof Round || value instanceof Square;
                }
                Object all(Shape shape) {
                    return shape instanceof Round || shape instanceof Square ? null : (Oval) shape;
                }
                boolean one(Shape shape, Shape other) {
                    return shape instanceof Round || other instanceof Square || shape instanceof Small;
                }
            }
            """);
        Map<String, Set<String>> families = families(List.of(unit));
        assertThat(families).isEqualTo(Map.of("Shape", Set.of("Oval", "Round", "Square"), "Size", Set.of("Small")));
        assertThat(chains(unit, families))
                .containsExactly(
                        "ifs tests shape for [Round, Square] of Shape",
                        "either tests value for [Round, Square] of Shape");
    }

    /** Returns the members of each sealed type; all by their simple names. */
    private static Map<String, Set<String>> families(List<CompilationUnitTree> units) {
        Set<String> sealed = new HashSet<>();
        Map<String, Set<String>> families = new TreeMap<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void nothing) {
                if (type.getModifiers().getFlags().contains(Modifier.valueOf("SEALED"))) {
                    sealed.add(type.getSimpleName().toString());
                }
                return super.visitClass(type, nothing);
            }
        }.scan(units, null);
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void nothing) {
                List<Tree> parents = new ArrayList<>(type.getImplementsClause());
                if (type.getExtendsClause() != null) {
                    parents.add(type.getExtendsClause());
                }
                parents.stream()
                        .map(ClosedFamiliesTest::simpleName)
                        .filter(sealed::contains)
                        .forEach(name -> families.computeIfAbsent(name, unused -> new TreeSet<>())
                                .add(type.getSimpleName().toString()));
                return super.visitClass(type, nothing);
            }
        }.scan(units, null);
        return families;
    }

    /** Returns the methods that test an expression for several members of a family. */
    private static List<String> chains(CompilationUnitTree unit, Map<String, Set<String>> families) {
        List<String> chains = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                tests(method).forEach((value, types) -> {
                    if (families.values().stream().anyMatch(types::containsAll)) {
                        return; // all are there; another family has members of the same names
                    }
                    families.forEach((family, members) -> {
                        Set<String> tested = new TreeSet<>(types);
                        tested.retainAll(members);
                        if (tested.size() > 1) {
                            chains.add(method.getName() + " tests " + value + " for " + tested + " of " + family);
                        }
                    });
                });
                return super.visitMethod(method, nothing);
            }
        }.scan(unit, null);
        return chains;
    }

    /** Returns the types for which a method tests each expression, and those that it then casts it to. */
    private static Map<String, Set<String>> tests(MethodTree method) {
        Map<String, Set<String>> tests = new TreeMap<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitInstanceOf(InstanceOfTree test, Void nothing) {
                tests.computeIfAbsent(test.getExpression().toString(), unused -> new TreeSet<>())
                        .add(simpleName(test.getType()));
                return super.visitInstanceOf(test, nothing);
            }

            @Override
            public Void visitTypeCast(TypeCastTree cast, Void nothing) {
                if (tests.containsKey(cast.getExpression().toString())) {
                    tests.get(cast.getExpression().toString()).add(simpleName(cast.getType()));
                }
                return super.visitTypeCast(cast, nothing);
            }
        }.scan(method.getBody(), null);
        return tests;
    }

    private static String simpleName(Tree type) {
        String name = type.toString().replaceFirst("<.*", "");
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static CompilationUnitTree parse(String source) {
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Uses.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return source;
            }
        };
        try {
            var task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                    .getTask(null, null, null, List.of("-proc:none"), null, List.of(file));
            return task.parse().iterator().next();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
