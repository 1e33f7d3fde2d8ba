package dev.toolpolicy.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.test.replay.ReplayServer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The guide's application, built by Maven from the staged repository, and run. */
class SpringGuideTest {
    private static final Path STAGED = Path.of("../../build/staged");
    private static final Path REPOSITORY = Path.of("build/maven-repository").toAbsolutePath();
    private static final Path PAGE = Path.of("../../docs/guide/spring.md");
    private static final String POM = """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <parent>
            <groupId>org.springframework.boot</groupId>
            <artifactId>spring-boot-starter-parent</artifactId>
            <version>4.1.2</version>
            <relativePath/>
          </parent>
          <groupId>office</groupId>
          <artifactId>office</artifactId>
          <version>1</version>
          <properties><java.version>17</java.version></properties>
          <dependencyManagement>
            <dependencies>
              <dependency>
                <groupId>org.springframework.ai</groupId>
                <artifactId>spring-ai-bom</artifactId>
                <version>2.0.1</version>
                <type>pom</type>
                <scope>import</scope>
              </dependency>
            </dependencies>
          </dependencyManagement>
          <dependencies>
            <dependency>
              <groupId>org.springframework.ai</groupId>
              <artifactId>spring-ai-starter-model-openai</artifactId>
              <exclusions>
                <exclusion>
                  <groupId>io.projectreactor.netty</groupId>
                  <artifactId>*</artifactId>
                </exclusion>
              </exclusions>
            </dependency>
          %s</dependencies>
        </project>
        """;

    @TempDir
    private Path folder;

    @Test
    void itDoesWhatTheGuideSays() throws Exception {
        boolean installed = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "mvn")));
        Assumptions.assumeTrue(installed, "there is no mvn on the PATH");
        List<String> blocks = blocks();
        write("pom.xml", POM.formatted(blocks.get(0)));
        write("src/main/java/office/OfficeApplication.java", blocks.get(1));
        write("src/main/resources/tool-policy.toml", blocks.get(2));
        write("src/main/java/office/OfficeHours.java", blocks.get(6));
        copyStaged();
        String built = run(
                "mvn",
                "-B",
                "-q",
                "-Dmaven.repo.local=" + REPOSITORY,
                "compile",
                "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
                "-Dmdep.outputFile=classpath.txt");
        assertThat(folder.resolve("classpath.txt")).as(built).exists();
        try (ReplayServer server = ReplayServer.start()) {
            server.play(Bodies.calls(
                    "sendMail", "{'to':'ann@office.example','text':'All is well.'}",
                    "sendMail", "{'to':'everyone@elsewhere.example','text':'All is well.'}"));
            server.play(Bodies.text("I sent it to Ann. Policies don't allow the other mail."));
            assertThat(application(server.uri().toString()))
                    .contains(blocks.get(3).split("\n"));
        }
    }

    /** The tools of the guide, in this process. */
    static class OfficeTools {
        @Tool
        public String readFile(String path) {
            throw new AssertionError(path);
        }

        @Tool
        public String sendMail(String to, String text) {
            throw new AssertionError(to + text);
        }
    }

    @Test
    void aMistakeStopsTheStartAsTheGuideSays() throws Exception {
        String policy = blocks().get(2).replace("/to\"", "/too\"");
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ToolPolicyAutoConfiguration.class))
                .withBean(OfficeTools.class)
                .withBean(
                        HostPolicies.class,
                        () -> HostPolicies.of(
                                PolicyConfiguration.of(ConfigurationFormat.TOML, "tool-policy.toml", policy)))
                .run(context -> assertThat(new StartFailureAnalyzer()
                                .analyze(context.getStartupFailure())
                                .getDescription())
                        .isEqualToIgnoringNewLines(blocks().get(4)));
    }

    private String application(String model) throws Exception {
        return run(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                "target/classes" + File.pathSeparator + Files.readString(folder.resolve("classpath.txt")),
                "office.OfficeApplication",
                "--spring.main.banner-mode=off",
                "--spring.ai.openai.api-key=none",
                "--spring.ai.openai.base-url=" + model);
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String run(String... command) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1");
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }

    /** The code blocks of the page, each with its last line break. */
    private static List<String> blocks() throws IOException {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("```")) {
                if (block != null) {
                    blocks.add(block.toString());
                }
                block = block == null ? new StringBuilder() : null;
            } else if (block != null) {
                block.append(line).append('\n');
            }
        }
        assertThat(blocks).as("blocks of the guide").hasSize(7);
        return blocks;
    }

    private static void copyStaged() throws IOException {
        try (Stream<Path> files = Files.walk(STAGED)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = REPOSITORY.resolve(STAGED.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.write(copy, Files.readAllBytes(file));
            }
        }
    }
}
