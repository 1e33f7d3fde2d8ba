package dev.toolpolicy.bom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/**
 * The published artifacts: complete POMs, all of them in the BOM, each with the dependencies that the documentation
 * shows.
 */
class ArtifactsTest {
    private static final Path LICENCES =
            Path.of("src/release/resources/dev/toolpolicy/bom/release/licences.properties");
    private static final Path PAGE = Path.of("../docs/reference/artifacts.md");

    @Test
    void everyPomIsComplete() throws Exception {
        for (String artifact : MavenProjects.artifacts()) {
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
        List<String> others = MavenProjects.artifacts().stream()
                .filter(each -> !each.equals("policy-bom"))
                .toList();
        assertThat(others).hasSizeGreaterThan(10).contains("policy-runtime", "policy-openai");
        String bom = Files.readString(pom("policy-bom"));
        assertThat(others).allSatisfy(each -> assertThat(bom).contains("<artifactId>" + each + "</artifactId>"));
        assertThat(bom).contains("<packaging>pom</packaging>");
    }

    /** {@code toolpolicy --version} reads it, also from the published jar. */
    @Test
    void everyJarNamesItsVersion() throws IOException {
        for (String artifact : MavenProjects.artifacts()) {
            Path jar = Path.of(pom(artifact).toString().replaceFirst("pom$", "jar"));
            if (!artifact.equals("policy-bom")) {
                try (JarFile read = new JarFile(jar.toFile())) {
                    assertThat(read.getManifest().getMainAttributes().getValue("Implementation-Version"))
                            .as(artifact)
                            .isEqualTo(MavenProjects.version());
                }
            }
        }
    }

    /** Maven resolves each artifact from the staged repository, in a project that depends on it alone. */
    @Test
    void thePageShowsTheDependenciesOfEachArtifact() throws Exception {
        List<String> artifacts = MavenProjects.artifacts().stream()
                .filter(each -> !each.equals("policy-bom"))
                .toList();
        StringBuilder page = new StringBuilder("""
            # Artifacts and their dependencies

            Which artifacts are there, and what does each bring onto the class path?
            All artifacts have the group `dev.toolpolicy` and one version. `policy-bom` lists them. A host's own SDK is not among an adapter's
            dependencies: your project brings it.

            """);
        for (String artifact : artifacts) {
            String lines = MavenProjects.tree(artifact).stream()
                    .skip(1)
                    .map(line -> line.replaceFirst("^(   |\\|  )?(\\+- |\\\\- )?", "$1$2")
                            .substring(3))
                    .map(line ->
                            line.replace(":jar", "").replace(":compile", "").replace(":runtime", " (runtime)"))
                    .collect(Collectors.joining("\n"));
            page.append("```\n").append(lines).append("\n```\n\n");
        }
        page.append("## Libraries and their licences\n\n").append(licences(page.toString()));
        String text = page.toString().stripTrailing() + "\n";
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(PAGE, text);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(text);
    }

    /** Returns the table of the libraries that a page names; {@code ./gradlew release} reads the same licences. */
    private static String licences(String page) throws IOException {
        Properties known = new Properties();
        try (InputStream in = Files.newInputStream(LICENCES)) {
            known.load(in);
        }
        Set<String> named = new TreeSet<>();
        for (String line : page.lines().toList()) {
            String[] parts = line.replaceFirst("^[ |+\\\\-]*", "").split(":");
            if (parts.length == 3 && !parts[0].equals("dev.toolpolicy") && !parts[0].contains(" ")) {
                named.add(parts[0] + ":" + parts[1]);
            }
        }
        assertThat(known.stringPropertyNames()).isEqualTo(named);
        return named.stream()
                .map(name -> "| `" + name + "` | " + known.getProperty(name) + " |\n")
                .collect(Collectors.joining("", "| library | licence (SPDX) |\n|---|---|\n", ""));
    }

    private static Path pom(String artifact) throws IOException {
        String version = MavenProjects.version();
        return MavenProjects.STAGED
                .resolve("dev/toolpolicy")
                .resolve(artifact)
                .resolve(version)
                .resolve(artifact + "-" + version + ".pom");
    }
}
