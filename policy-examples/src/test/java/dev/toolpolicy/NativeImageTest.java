package dev.toolpolicy;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What a native image must know of the libraries. Reflection is used in the places named here only, and resources are
 * named in the artifacts' metadata. The format is GraalVM's reachability-metadata.json.
 */
final class NativeImageTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path ROOT = SourceFile.projectRoot();
    /** What each of these does is said in docs/how-to/build.md. */
    private static final Set<String> REFLECTIVE = Set.of(
            "dev.toolpolicy.cli.internal.approvals.Terminal java.lang.Class",
            "dev.toolpolicy.cli.internal.approvals.Terminal java.lang.reflect.Method",
            "dev.toolpolicy.config.host.MethodTools java.lang.Class",
            "dev.toolpolicy.config.host.MethodTools java.lang.reflect.Method",
            "dev.toolpolicy.langchain4j.UserWords java.lang.Class",
            "dev.toolpolicy.langchain4j.UserWords java.lang.reflect.Method",
            "dev.toolpolicy.langchain4j.UserWords java.lang.reflect.Parameter",
            "dev.toolpolicy.runtime.internal.run.ArgumentText java.lang.reflect.Array",
            "dev.toolpolicy.runtime.internal.run.RecordFields java.lang.Class",
            "dev.toolpolicy.runtime.internal.run.RecordFields java.lang.reflect.Method",
            "dev.toolpolicy.runtime.internal.run.RecordFields java.lang.reflect.RecordComponent",
            "dev.toolpolicy.springai.HostOptions java.lang.Class",
            "dev.toolpolicy.springai.HostOptions java.lang.reflect.InvocationTargetException",
            "dev.toolpolicy.springai.HostOptions java.lang.reflect.Method",
            "dev.toolpolicy.test.policy.PolicyTestsExtension java.lang.reflect.Parameter");
    /** Methods of classes that need no entry in the metadata. */
    private static final Set<String> HARMLESS = Set.of(
            "getName",
            "getSimpleName",
            "getTypeName",
            "getClassLoader",
            "getPackage",
            "getSuperclass",
            "getResource",
            "getResourceAsStream",
            "getProtectionDomain",
            "isInstance",
            "isInterface",
            "isArray",
            "isAssignableFrom",
            "cast",
            "desiredAssertionStatus",
            "hashCode",
            "equals",
            "toString");

    @Test
    void reflectionIsUsedInKnownPlacesOnly() {
        Set<String> places = CompiledClasses.ALL.stream()
                .filter(NativeImageTest::isLibrary)
                .flatMap(type -> type.getAccessesFromSelf().stream())
                .filter(NativeImageTest::isReflective)
                .map(access -> outermost(access.getOriginOwner()) + " "
                        + access.getTargetOwner().getName())
                .collect(toCollection(TreeSet::new));
        assertThat(places).isEqualTo(new TreeSet<>(REFLECTIVE));
    }

    @Test
    void eachResourceIsInItsArtifactsMetadata() throws IOException {
        List<String> missing = new ArrayList<>();
        int found = 0;
        for (Path module : modules()) {
            Path resources = module.resolve("src/main/resources");
            if (!Files.isDirectory(resources)) {
                continue;
            }
            List<PathMatcher> globs = metadata(module).findValuesAsText("glob").stream()
                    .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
                    .toList();
            try (Stream<Path> files = Files.walk(resources)) {
                for (Path file : files.filter(Files::isRegularFile)
                        .map(resources::relativize)
                        .filter(file -> !file.startsWith("META-INF"))
                        .toList()) {
                    found++;
                    if (globs.stream().noneMatch(glob -> glob.matches(file))) {
                        missing.add(module.getFileName() + " " + file);
                    }
                }
            }
        }
        assertThat(found).isGreaterThan(20);
        assertThat(missing).as("resources that a native image would lack").isEmpty();
    }

    @Test
    void theMetadataNamesMethodsThatExist() throws ReflectiveOperationException {
        JsonNode type = metadata(ROOT.resolve("policy-hosts/spring-ai")).at("/reflection/0");
        List<String> methods = Arrays.stream(
                        Class.forName(type.path("type").asText()).getMethods())
                .map(Method::getName)
                .toList();
        List<String> named = type.path("methods").findValuesAsText("name");
        // Spring AI 2 has the first, Spring AI 1.1 the others.
        assertThat(named).containsExactly("mutate", "copy", "setToolCallbacks", "setToolContext");
        assertThat(methods).contains("mutate");
    }

    private static boolean isLibrary(JavaClass type) {
        return !type.getPackageName().startsWith("dev.toolpolicy.processor")
                && !type.getPackageName().startsWith("dev.toolpolicy.examples");
    }

    private static boolean isReflective(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return owner.startsWith("java.lang.reflect.")
                || owner.startsWith("java.lang.invoke.")
                || owner.equals("java.io.ObjectInputStream")
                || owner.equals("java.lang.Class") && !HARMLESS.contains(name)
                || owner.equals("java.lang.ClassLoader") && name.equals("loadClass");
    }

    private static String outermost(JavaClass type) {
        return type.getName().split("\\$", 2)[0];
    }

    private static JsonNode metadata(Path module) {
        try (Stream<Path> files = Files.walk(module.resolve("src/main/resources"))) {
            Path file = files.filter(each -> each.endsWith("reachability-metadata.json"))
                    .findFirst()
                    .orElse(null);
            return file == null ? JSON.createObjectNode() : JSON.readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folders of the published modules. */
    private static List<Path> modules() throws IOException {
        try (Stream<Path> modules = Stream.concat(Files.list(ROOT), Files.list(ROOT.resolve("policy-hosts")))) {
            return modules.filter(module -> Files.exists(module.resolve("build.gradle")))
                    .filter(module -> !module.endsWith("policy-examples") && !module.endsWith("policy-lab"))
                    .toList();
        }
    }
}
