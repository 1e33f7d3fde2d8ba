package dev.toolpolicy;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.TokenStreamFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The project's architecture: the table of packages and who may use whom, and how large things may get.
 *
 * <p>A package that isn't in the table fails the build: a new room gets its row here, with what it may use, first.
 * Dependencies are read from the class files, sizes from the sources as written (see {@link SourceFile}).
 */
class ArchitectureTest {
    private static final String ROOT = "dev.toolpolicy";
    private static final int FILE_LINES = 400;
    /** Longer ones that were thought over: a value with many parts, and their documentation. */
    private static final Set<String> LONG_FILES = Set.of("CallRecord.java");

    private static final int METHOD_LINES = 40;

    private static final JavaClasses CLASSES = CompiledClasses.ALL;
    private static final List<SourceFile> SOURCES = SourceFile.all();

    @Test
    void packagesUseOnlyWhatTheTableAllows() {
        Set<String> faults = libraryClasses()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> !allowed(dependency))
                .map(Dependency::getDescription)
                .collect(toCollection(TreeSet::new));
        assertThat(faults).as("uses that the table of packages doesn't allow").isEmpty();
    }

    @Test
    void theTableHasEveryPackageAndNoOther() {
        Set<String> packages = libraryClasses().map(ArchitectureTest::room).collect(toCollection(TreeSet::new));
        assertThat(PackageTable.ROWS.keySet()).as("the table of packages").isEqualTo(packages);
    }

    @Test
    void noPackageIsInACycle() {
        slices().assignedFrom(new Packages())
                .should()
                .beFreeOfCycles()
                .ignoreDependency(
                        describe("a door", ArchitectureTest::isDoor), describe("a room", type -> !isFace(type)))
                .check(CLASSES);
    }

    @Test
    void regularExpressionsOfTheJdkAreNotUsedOnData() {
        noClasses()
                .that()
                .resideInAnyPackage(librariesButProcessor())
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.regex")
                .orShould()
                .callMethod(String.class, "matches", String.class)
                .orShould()
                .callMethod(String.class, "replaceAll", String.class, String.class)
                .orShould()
                .callMethod(String.class, "replaceFirst", String.class, String.class)
                .because("java.util.regex can be made to hang or overflow by the text it is given")
                .check(CLASSES);
    }

    @Test
    void jsonIsReadInOnePlace() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".analysis.internal.text")
                .should()
                .accessTargetWhere(describe("reads a text by Jackson", ArchitectureTest::readsText))
                .because("each place of its own has limits, names that come twice and errors of Jackson to remember")
                .check(CLASSES);
    }

    @Test
    void everyPackageIsNullMarked() {
        Set<String> packages = mainSources().map(SourceFile::packageName).collect(toCollection(TreeSet::new));
        Set<String> marked = mainSources()
                .filter(SourceFile::marksNull)
                .map(SourceFile::packageName)
                .collect(toCollection(TreeSet::new));
        assertThat(packages).as("packages").isNotEmpty();
        assertThat(marked).as("packages whose package-info says @NullMarked").isEqualTo(packages);
    }

    @Test
    void filesAreShort() {
        List<String> faults = SOURCES.stream()
                .filter(file -> file.lines() > (isThoughtOver(file) ? FILE_LINES * 5 / 4 : FILE_LINES))
                .map(file -> file + ": " + file.lines() + " lines")
                .toList();
        assertThat(SOURCES).as("source files").isNotEmpty();
        assertThat(faults).as("files of more than %d lines", FILE_LINES).isEmpty();
    }

    @Test
    void methodsAreShort() {
        List<String> faults = new ArrayList<>();
        SOURCES.stream()
                .filter(file -> !file.sourceSet().equals("test"))
                .forEach(file -> file.methods().forEach((method, lines) -> {
                    if (lines > METHOD_LINES) {
                        faults.add(file + ": " + method + " has " + lines + " lines");
                    }
                }));
        assertThat(faults).as("methods of more than %d lines", METHOD_LINES).isEmpty();
    }

    private static boolean isThoughtOver(SourceFile file) {
        return LONG_FILES.contains(file.path().getFileName().toString());
    }

    /** TOML has a reader of its own, in one place, too. */
    private static boolean readsText(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        String name = access.getTarget().getName();
        return Stream.of(ObjectMapper.class, ObjectReader.class, TokenStreamFactory.class)
                        .anyMatch(owner::isAssignableTo)
                && !owner.getSimpleName().startsWith("Toml")
                && (name.startsWith("read") || name.startsWith("create") && name.contains("Parser"));
    }

    /** The classes of all modules but the examples and the catalog generated for them, which may use everything. */
    private static Stream<JavaClass> libraryClasses() {
        return CLASSES.stream()
                .filter(type -> !room(type).equals("examples")
                        && !room(type).startsWith("examples.")
                        && !room(type).equals("catalog"));
    }

    private static boolean allowed(Dependency dependency) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (!target.getPackageName().equals(ROOT) && !target.getPackageName().startsWith(ROOT + ".")) {
            return true;
        }
        String from = room(dependency.getOriginClass());
        String to = room(target);
        return from.equals(to)
                || PackageTable.ROWS.getOrDefault(from, Set.of()).contains(to)
                || isDoor(dependency.getOriginClass(), to);
    }

    private static boolean isDoor(JavaClass type) {
        return PackageTable.DOORS.keySet().stream()
                .anyMatch(door -> type.getName().startsWith(ROOT + "." + door));
    }

    private static boolean isFace(JavaClass type) {
        return type.getPackageName().startsWith(ROOT) && PackageTable.FACE.contains(room(type));
    }

    /** Returns whether users come into a room through a type of the face. */
    private static boolean isDoor(JavaClass from, String to) {
        return PackageTable.DOORS
                .getOrDefault(from.getName().substring(ROOT.length() + 1).split("\\$", 2)[0], Set.of())
                .contains(to);
    }

    private static String room(JavaClass type) {
        return type.getPackageName().equals(ROOT) ? "" : type.getPackageName().substring(ROOT.length() + 1);
    }

    private static String[] librariesButProcessor() {
        return PackageTable.ROWS.keySet().stream()
                .filter(room -> !room.startsWith("processor"))
                .map(room -> room.isEmpty() ? ROOT : ROOT + "." + room)
                .toArray(String[]::new);
    }

    private static Stream<SourceFile> mainSources() {
        return SOURCES.stream().filter(file -> file.sourceSet().equals("main"));
    }

    /** Each package is a slice of its own, and those of the face are one. */
    private static final class Packages implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(isFace(type) ? ROOT + ".runtime" : type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
