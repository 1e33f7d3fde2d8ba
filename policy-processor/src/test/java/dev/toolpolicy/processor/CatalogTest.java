package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools of several modules, found at run time and by each other's compilation. */
class CatalogTest {
    private static final String IMPORTS = "import dev.toolpolicy.annotation.*; import java.nio.file.Path;\n";

    @TempDir
    private Path folder;

    @Test
    void findsToolsOfTwoModules() throws IOException {
        assertThat(files("files").compile()).isEmpty();
        assertThat(module("web")
                        .source("acme/Fetch.java", tool("acme", "Fetch", "fetch", "String url"))
                        .compile())
                .isEmpty();
        URL[] path = {url("files"), url("web")};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
            assertThat(ToolCatalog.load(loader).tools().stream().map(ToolSpec::name))
                    .containsExactlyInAnyOrder("read_file", "write_file", "fetch");
        }
    }

    @Test
    void seesTheToolsOfOtherModules() {
        files("files").compile();
        String edit = "package acme;" + IMPORTS + "@Tool @Policy(requires = "
                + "@Require(tools = \"%s\", key = \"/path\")) record Edit(Path path) {}";
        assertThat(seeing("a")
                        .source("acme/Edit.java", edit.formatted("read_file"))
                        .compile())
                .isEmpty();
        assertThat(seeing("b")
                        .source("acme/Edit.java", edit.formatted("reed_file"))
                        .compile())
                .contains("[toolpolicy/unknown-tool] no tool is named \"reed_file\"", "did you mean \"read_file\"?");
        assertThat(seeing("c")
                        .source("acme/Edit.java", edit.formatted("write_file"))
                        .compile())
                .contains("[toolpolicy/missing-key] tool \"write_file\" has no parameter \"/path\"");
    }

    @Test
    void rejectsANameOfAnotherModule() {
        files("files").compile();
        assertThat(seeing("a")
                        .source("acme/Read.java", tool("acme", "Read", "read_file", "String x"))
                        .compile())
                .contains("[toolpolicy/duplicate-tool] the name \"read_file\" is already taken by demo.ReadFile");
    }

    @Test
    void olderBuildOfTheModuleIsIgnored() {
        files("files").compile();
        assertThat(files("again").seeing(folder.resolve("files")).compile()).isEmpty();
    }

    @Test
    void incrementalBuildHasTheSameCatalog() throws IOException {
        files("files").compile();
        Path catalog = Path.of("dev/toolpolicy/catalog/Tools_demo_ReadFile.java");
        String complete = Files.readString(folder.resolve("files").resolve(catalog));
        assertThat(seeing("again")
                        .source("demo/WriteFile.java", tool("demo", "WriteFile", "write_file", "Path target"))
                        .reprocessing("demo.ReadFile")
                        .compile())
                .isEmpty();
        assertThat(Files.readString(folder.resolve("again").resolve(catalog))).isEqualTo(complete);
    }

    /**
     * As Gradle has it when another source changes: the definition that exists has descriptions that class files lack.
     * Compilers before JDK 18 don't say what is a class file; there the definition is written again.
     */
    @Test
    void classFileToolsKeepTheirDescriptions() throws IOException {
        String documented = "package demo;" + IMPORTS + "import java.util.*;\n"
                + "/** Reads.\n"
                + "@param from where it is */ @Tool record Read(Path path,"
                + " Optional<Map<String, List<Place>>> from) {\n"
                + "/** A place.\n"
                + "@param host its host */ public record Place(String host,"
                + " @Param(\"A port.\") int port) {} }";
        module("first").source("demo/Read.java", documented).options("-g").compile();
        String definition = Files.readString(folder.resolve("first/demo/ReadTool.java"));
        assertThat(definition).contains("\"Reads.\"", "where it is", "its host", "A port.");
        assertThat(module("second")
                        .seeing(folder.resolve("first"))
                        .reprocessing("demo.Read")
                        .source("demo/Other.java", tool("demo", "Other", "other", "int x"))
                        .compile())
                .isEmpty();
        Path again = folder.resolve("second/demo/ReadTool.java");
        assertThat(again.toFile().exists()).isEqualTo(Runtime.version().feature() < 18);
        if (Files.exists(again)) {
            assertThat(again).hasContent(definition);
        }
        assertThat(folder.resolve("second/demo/OtherTool.java")).exists();
        assertThat(folder.resolve("second/dev/toolpolicy/catalog/Tools_demo_Other.java"))
                .content()
                .contains("READ = new ReadTool()");
    }

    /** Javadoc that is gone from the source is gone, though an older build is visible that had it. */
    @Test
    void sourceToolsIgnoreEarlierDescriptions() throws IOException {
        String tool = "package demo;" + IMPORTS + "%s @Tool record Read(Path path) {}";
        module("first")
                .source("demo/Read.java", tool.formatted("/** Reads.\n@param path where */"))
                .compile();
        module("second")
                .seeing(folder.resolve("first"))
                .source("demo/Read.java", tool.formatted(""))
                .compile();
        assertThat(folder.resolve("second/demo/ReadTool.java"))
                .content()
                .contains("DESCRIPTION = \"\"")
                .doesNotContain("Reads", "where");
    }

    /** An annotation that says nothing leaves the word to Javadoc; one that says something has it. */
    @Test
    void emptyDescriptionsUseJavadoc() {
        String tool = "package demo;" + IMPORTS + "/** Reads.\n@param path where */ @Tool(description = \"%s\")"
                + " record Read(@Param(\"%s\") Path path) {}";
        module("silent").source("demo/Read.java", tool.formatted("", "")).compile();
        assertThat(folder.resolve("silent/demo/ReadTool.java"))
                .content()
                .contains("DESCRIPTION = \"Reads.\"", ".describedAs(\"where\")");
        module("speaking")
                .source("demo/Read.java", tool.formatted("Fetches.", "whence"))
                .compile();
        assertThat(folder.resolve("speaking/demo/ReadTool.java"))
                .content()
                .contains("DESCRIPTION = \"Fetches.\"", ".describedAs(\"whence\")")
                .doesNotContain("Reads", "where");
    }

    /** An older build of it may be visible, with or without an implied constructor: what counts is the source. */
    @Test
    void sourceToolsAreRecompiled() {
        for (String body : List.of(
                "{}",
                "{ Read { } public boolean equals(Object other) { return this == other; }"
                        + " public int hashCode() { return 1; } }")) {
            String name = body.length() > 2 ? "explicit" : "implied";
            String tool = "package demo;" + IMPORTS + "@Tool(name = \"%s\") record Read(Path path) " + body;
            module(name).source("demo/Read.java", tool.formatted("before")).compile();
            module(name + "2")
                    .seeing(folder.resolve(name))
                    .source("demo/Read.java", tool.formatted("after"))
                    .compile();
            assertThat(folder.resolve(name + "2/demo/ReadTool.java")).content().contains("\"after\"");
        }
    }

    @Test
    void namedModulesProvideTheirTools() throws IOException {
        String printed = named("without", "").compile();
        assertThat(printed)
                .contains("warning: [toolpolicy] module acme.tools doesn't provide its tools")
                .contains("provides dev.toolpolicy.ToolCatalog.Provider with acme.tools.ModuleTools;");
        String line = "provides dev.toolpolicy.ToolCatalog.Provider with acme.tools.ModuleTools;";
        assertThat(named("with", line).compile()).doesNotContain("toolpolicy] ", "error");

        ModuleFinder finder = ModuleFinder.compose(ModuleFinder.of(folder.resolve("with")), ModuleFinder.of(api()));
        Configuration modules =
                ModuleLayer.boot().configuration().resolveAndBind(finder, ModuleFinder.of(), Set.of("acme.tools"));
        ClassLoader loader = ModuleLayer.boot()
                .defineModulesWithOneLoader(modules, ClassLoader.getPlatformClassLoader())
                .findLoader("acme.tools");
        assertThat(namesOf(loader)).isEqualTo("[fetch]");
    }

    /** Asked by reflection, since the layer has a ToolCatalog of its own. */
    private static String namesOf(ClassLoader loader) {
        try {
            Class<?> catalog = loader.loadClass(ToolCatalog.class.getName());
            Object tools = catalog.getMethod("load", ClassLoader.class).invoke(null, loader);
            List<String> names = new ArrayList<>();
            for (Object tool : (List<?>) catalog.getMethod("tools").invoke(tools)) {
                names.add((String) loader.loadClass(ToolSpec.class.getName())
                        .getMethod("name")
                        .invoke(tool));
            }
            return names.toString();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private ModuleBuild named(String name, String directive) {
        String modulePath = Stream.of(api()).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return module(name)
                .source(
                        "module-info.java",
                        "module acme.tools { requires dev.toolpolicy.api;"
                                + " requires com.fasterxml.jackson.databind; " + directive + " }")
                .source("acme/Fetch.java", tool("acme", "Fetch", "fetch", "String url"))
                .options("--module-path", modulePath);
    }

    /** The API and what it needs as modules, as they are when all stand on a module path. */
    private Path[] api() {
        Path classes = place(ToolCatalog.class);
        boolean isJar = Files.isRegularFile(classes); // with the module's name in its manifest
        Path jar = isJar ? classes : folder.resolve("dev.toolpolicy.api.jar");
        if (!Files.exists(jar)) {
            Manifest manifest = new Manifest();
            manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
            manifest.getMainAttributes().putValue("Automatic-Module-Name", "dev.toolpolicy.api");
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                    Stream<Path> files = Files.walk(classes)) {
                for (Path file : files.filter(each -> each.toString().contains("dev"))
                        .filter(Files::isRegularFile)
                        .toList()) {
                    out.putNextEntry(
                            new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                    Files.copy(file, out);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new Path[] {
            jar, place(JsonNode.class), place(JsonFactory.class), place(JsonProperty.class), place(NullMarked.class)
        };
    }

    private static Path place(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    private ModuleBuild files(String name) {
        return module(name)
                .source("demo/ReadFile.java", tool("demo", "ReadFile", "read_file", "Path path"))
                .source("demo/WriteFile.java", tool("demo", "WriteFile", "write_file", "Path target"));
    }

    private static String tool(String packageName, String type, String name, String components) {
        return "package " + packageName + ";" + IMPORTS + "@Tool(name = \"" + name + "\") record " + type + "("
                + components + ") {}";
    }

    private ModuleBuild module(String name) {
        return ModuleBuild.in(folder.resolve(name));
    }

    private ModuleBuild seeing(String name) {
        return module(name).seeing(folder.resolve("files"));
    }

    private URL url(String name) throws IOException {
        assertThat(Files.isDirectory(folder.resolve(name))).isTrue();
        return folder.resolve(name).toUri().toURL();
    }
}
