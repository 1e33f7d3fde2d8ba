package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolDefinition;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools of several modules, found at run time and by each other's compilation. */
class CatalogTest {
    private static final String IMPORTS = "import dev.toolpolicy.annotation.*; import java.nio.file.Path;\n";

    @TempDir
    private Path folder;

    @Test
    void findsTheToolsOfTwoModulesOnTheClassPath() throws IOException {
        assertThat(files("files").compile()).isEmpty();
        assertThat(module("web")
                        .source("acme/Fetch.java", tool("acme", "Fetch", "fetch", "String url"))
                        .compile())
                .isEmpty();
        URL[] path = {url("files"), url("web")};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
            assertThat(ToolCatalog.load(loader).tools().stream().map(ToolDefinition::name))
                    .containsExactlyInAnyOrder("read_file", "write_file", "fetch");
        }
    }

    @Test
    void seesTheToolsOfOtherModules() {
        files("files").compile();
        String edit = "package acme;" + IMPORTS + "@Tool @Policy(requires = "
                + "@Require(tools = \"%s\", key = \"/path\")) record Edit(Path path) {}";
        assertThat(seeing("a").source("acme/Edit.java", edit.formatted("read_file")).compile()).isEmpty();
        assertThat(seeing("b").source("acme/Edit.java", edit.formatted("reed_file")).compile())
                .contains("[toolpolicy/unknown-tool] no tool is named \"reed_file\"", "did you mean \"read_file\"?");
        assertThat(seeing("c").source("acme/Edit.java", edit.formatted("write_file")).compile())
                .contains("[toolpolicy/missing-key] tool \"write_file\" has no parameter \"/path\"");
    }

    @Test
    void refusesANameThatAnotherModuleHas() {
        files("files").compile();
        assertThat(seeing("a").source("acme/Read.java", tool("acme", "Read", "read_file", "String x")).compile())
                .contains("[toolpolicy/duplicate-tool] the name \"read_file\" is already taken by demo.ReadFile");
    }

    @Test
    void anOlderBuildOfTheSameModuleIsNoOther() {
        files("files").compile();
        assertThat(files("again").seeing(folder.resolve("files")).compile()).isEmpty();
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
