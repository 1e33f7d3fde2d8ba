package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.shared.BriefJava;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar, as a process in a folder of its own. */
class OneJarTest {
    @TempDir
    private Path folder;

    private Cli.Run run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(BriefJava.command("-jar", Installed.JAR.toString()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Cli.Run(process.exitValue(), Files.readString(out), Files.readString(errors));
    }

    @Test
    void itChecksAndDecidesFilesOfAFolderOfItsOwn() throws Exception {
        Files.writeString(
                folder.resolve("policy.toml"),
                "[tools.look.policy]\n"
                    + "run = [{ arg = \"/path\", pattern = \"^[a-z]+$\", mode = \"allow\" }, { mode = \"deny\" }]\n");
        Files.writeString(
                folder.resolve("tools.json"),
                "[{\"name\": \"look\", \"parameters\": {\"type\": \"object\", \"properties\": {\"path\": {\"type\":"
                        + " \"string\"}}}}]");
        Files.writeString(folder.resolve("calls.jsonl"), "{\"tool\": \"look\", \"arguments\": {\"path\": \"abc\"}}\n");
        Cli.Run check = run("check", "policy.toml", "--tools", "tools.json");
        assertThat(check.errors()).isEmpty();
        assertThat(check.code()).isZero();
        assertThat(check.out()).contains("look  run     configuration, policy.toml:2:7");
        Cli.Run decide = run("decide", "--configuration", "policy.toml", "--tools", "tools.json", "calls.jsonl");
        assertThat(decide).isEqualTo(new Cli.Run(0, "{\"id\":1,\"verdict\":\"allow\",\"rule\":1}\n", ""));
        Cli.Run mistake = run("check", "nowhere.toml");
        assertThat(mistake).isEqualTo(new Cli.Run(2, "", "there is no file nowhere.toml\n"));
    }

    @Test
    void withoutToolsThereIsNothingToList() throws Exception {
        Files.writeString(folder.resolve("a.test.toml"), "policy = \"a.toml\"\n[[prove]]\nnever = \"allow\"\n");
        for (String option : List.of("--fail-on-free", "--json", "--before=a.test.toml")) {
            Cli.Run surface = run("surface", "a.test.toml", option);
            assertThat(surface.code()).isEqualTo(2);
            assertThat(surface.out()).isEmpty();
            assertThat(surface.errors()).isEqualTo("""
                no tool is known, so nothing can be listed: say where tools come from: --tools, --classpath, --mcp, or\
                 a catalog in the file
                """);
        }
        String missing = "no tool is known: name a source by --classpath, --tools or --mcp\n";
        assertThat(run("tools")).isEqualTo(new Cli.Run(2, "", missing));
    }

    @Test
    void aReaderThatLeavesIsNoFailureToTellOf() throws Exception {
        Process process = new ProcessBuilder(BriefJava.command("-jar", Installed.JAR.toString(), "--help")).start();
        process.getInputStream().close();
        String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(errors).isEmpty();
    }

    @Test
    void theInstalledScriptNeedsNoFittingArchive() throws Exception {
        assertThat(script(Installed.script(), "--version")).startsWith("0 toolpolicy ");
        Path script = folder.resolve("bin/toolpolicy");
        Path lib = Installed.copyTo(folder);
        assertThat(script(script, "--version")).startsWith("0 toolpolicy ");
        Files.writeString(lib.resolve("toolpolicy.jsa"), "not an archive");
        assertThat(script(script, "--version")).startsWith("0 toolpolicy ").hasLineCount(1);
        assertThat(script(script, "check")).startsWith("2 Missing required parameter");
        // HOME is the home directory, also where Java has another: agents read their settings there.
        Path policy = Files.writeString(folder.resolve("policy.toml"), "[tools.Read.policy]\nrun = \"allow\"\n");
        assertThat(script(script, "hook install --user --policy " + policy)).startsWith("0 ");
        assertThat(folder.resolve(".claude/settings.json")).content().contains("hook claude-code");
    }

    /** Returns the exit code and all output of the script. */
    private String script(Path script, String arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", script.toString()));
        command.addAll(List.of(arguments.split(" ")));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("TOOLPOLICY_JAVA", BriefJava.command().get(0));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + said;
    }

    @Test
    void serviceFilesOfAllLibrariesAreInIt() throws IOException {
        try (JarFile jar = new JarFile(Installed.JAR.toFile())) {
            List<String> names = jar.stream().map(ZipEntry::getName).toList();
            assertThat(Set.copyOf(names)).hasSameSizeAs(names);
            assertThat(names)
                    .noneMatch(name ->
                            name.endsWith("module-info.class") || name.matches("META-INF/[^/]*[.](SF|RSA|DSA)"));
            ZipEntry codecs = jar.getEntry("META-INF/services/com.fasterxml.jackson.core.ObjectCodec");
            try (InputStream in = jar.getInputStream(codecs)) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .contains("ObjectMapper");
            }
            assertThat(names)
                    .contains("META-INF/services/com.fasterxml.jackson.core.JsonFactory")
                    .noneMatch(name -> name.startsWith("io/modelcontextprotocol/")
                            || name.startsWith("reactor/")
                            || name.startsWith("org/slf4j/"));
            assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
                    .isEqualTo(ToolPolicyMain.class.getName());
        }
    }
}
