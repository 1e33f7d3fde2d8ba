package dev.toolpolicy.bom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/**
 * The published artifacts: complete POMs, all of them in the BOM, each with the dependencies that the documentation
 * shows.
 */
class ArtifactsTest {
    private static final Path STAGED = Path.of("../build/staged/dev/toolpolicy");
    private static final Path PAGE = Path.of("../docs/reference/artifacts.md");

    @TempDir
    private Path folder;

    @Test
    void everyPomIsComplete() throws Exception {
        for (String artifact : artifacts()) {
            Document pom = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(pom(artifact).toFile());
            for (String element :
                    List.of("name", "description", "licenses", "developers", "groupId", "artifactId", "version")) {
                assertThat(pom.getElementsByTagName(element).getLength())
                        .as("%s of %s", element, artifact)
                        .isPositive();
            }
        }
    }

    @Test
    void theBomHasEveryArtifact() throws IOException {
        List<String> others =
                artifacts().stream().filter(each -> !each.equals("policy-bom")).toList();
        assertThat(others).hasSizeGreaterThan(10).contains("policy-runtime", "policy-openai");
        String bom = Files.readString(pom("policy-bom"));
        assertThat(others).allSatisfy(each -> assertThat(bom).contains("<artifactId>" + each + "</artifactId>"));
        assertThat(bom).contains("<packaging>pom</packaging>");
    }

    /** Maven resolves each artifact from the staged repository, in a project that depends on it alone. */
    @Test
    void thePageShowsTheDependenciesOfEachArtifact() throws Exception {
        boolean installed = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "mvn")));
        Assumptions.assumeTrue(installed, "there is no mvn on the PATH");
        List<String> artifacts =
                artifacts().stream().filter(each -> !each.equals("policy-bom")).toList();
        writeProjects(artifacts);
        String printed = maven();
        StringBuilder page = new StringBuilder("""
            # Artifacts and their dependencies

            Which artifacts are there, and what does each bring onto the class path?
            All artifacts have the group `dev.toolpolicy` and one version. `policy-bom` lists them. A host's own SDK is not among an adapter's
            dependencies: your project brings it.

            """);
        for (String artifact : artifacts) {
            Path tree = folder.resolve(artifact).resolve("tree.txt");
            assertThat(tree).as(printed).exists();
            String lines = Files.readAllLines(tree).stream()
                    .skip(1)
                    .map(line -> line.replaceFirst("^(   |\\|  )?(\\+- |\\\\- )?", "$1$2")
                            .substring(3))
                    .map(line ->
                            line.replace(":jar", "").replace(":compile", "").replace(":runtime", " (runtime)"))
                    .collect(Collectors.joining("\n"));
            page.append("```\n").append(lines).append("\n```\n\n");
        }
        String text = page.toString().stripTrailing() + "\n";
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(PAGE, text);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(text);
    }

    private static List<String> artifacts() throws IOException {
        try (Stream<Path> folders = Files.list(STAGED)) {
            return folders.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private static Path pom(String artifact) throws IOException {
        return STAGED.resolve(artifact).resolve(version()).resolve(artifact + "-" + version() + ".pom");
    }

    private static String version() throws IOException {
        String build = Files.readString(Path.of("../build.gradle"));
        int at = build.indexOf("version = '") + "version = '".length();
        return build.substring(at, build.indexOf('\'', at));
    }

    private void writeProjects(List<String> artifacts) throws IOException {
        String modules =
                artifacts.stream().map(each -> "<module>" + each + "</module>").collect(Collectors.joining());
        Files.writeString(
                folder.resolve("pom.xml"),
                project("all", "<packaging>pom</packaging><modules>" + modules + "</modules>"));
        for (String artifact : artifacts) {
            String dependency = """
                <dependencies><dependency><groupId>dev.toolpolicy</groupId><artifactId>%s</artifactId><version>%s</version></dependency></dependencies>
                """.formatted(artifact, version());
            Files.createDirectories(folder.resolve(artifact));
            Files.writeString(folder.resolve(artifact).resolve("pom.xml"), project("uses-" + artifact, dependency));
        }
        copyStaged();
    }

    private static String project(String name, String content) {
        return """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion><groupId>demo</groupId><artifactId>%s</artifactId><version>1</version>
              %s
            </project>
            """.formatted(name, content);
    }

    /** The staged artifacts, and nothing else of ours, in a Maven repository that keeps what was downloaded. */
    private static void copyStaged() throws IOException {
        Path root = STAGED.resolve("../..").normalize();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = repository().resolve(root.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.write(copy, Files.readAllBytes(file));
            }
        }
    }

    private static Path repository() {
        return Path.of("build/maven-repository").toAbsolutePath();
    }

    private String maven() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "mvn",
                        "-B",
                        "-q",
                        "-Dmaven.repo.local=" + repository(),
                        "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:tree",
                        "-DoutputFile=tree.txt")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }
}
