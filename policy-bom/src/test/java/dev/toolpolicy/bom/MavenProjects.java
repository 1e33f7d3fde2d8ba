package dev.toolpolicy.bom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.shared.BriefJava;
import dev.toolpolicy.shared.CodeBlock;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The projects of all tests that need Maven, built in one run from the staged repository alone. Of those that guides show
 * in full, a block of code is a file if the last line before it that isn't empty begins with the file's name.
 */
final class MavenProjects {
    static final Path STAGED = Path.of("../build/staged");
    private static final Path GUIDES = Path.of("../docs");
    private static final Path FOLDER = Path.of("build/maven-projects").toAbsolutePath();
    private static final Path REPOSITORY = Path.of("build/maven-repository").toAbsolutePath();
    private static final List<String> SHOWN =
            List.of("langchain4j", "tool-methods", "spring-tool-methods", "mcp-in-java", "openai", "anthropic");
    private static String printed;

    private MavenProjects() {}

    /** Returns the folder of a guide's project, which compiled. The test is skipped where there is no Maven. */
    static Path guide(String guide) throws Exception {
        Path project = built(guide);
        assertThat(project.resolve("classpath.txt")).as(printed).exists();
        return project;
    }

    /** Returns the dependencies of a project that depends on one artifact, as Maven shows them. */
    static List<String> tree(String artifact) throws Exception {
        Path tree = built(artifact).resolve("tree.txt");
        assertThat(tree).as(printed).exists();
        return Files.readAllLines(tree);
    }

    /** Returns the names of the artifacts in the staged repository. */
    static List<String> artifacts() throws IOException {
        try (Stream<Path> folders = Files.list(STAGED.resolve("dev/toolpolicy"))) {
            return folders.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    static String version() throws IOException {
        String build = Files.readString(Path.of("../build.gradle"));
        int at = build.indexOf("version = '") + "version = '".length();
        return build.substring(at, build.indexOf('\'', at));
    }

    /** Returns the command that runs a main class of a project in its folder. */
    static List<String> java(Path project, String... command) throws IOException {
        List<String> java = new ArrayList<>(BriefJava.command(
                "-cp", "target/classes" + File.pathSeparator + Files.readString(project.resolve("classpath.txt"))));
        java.addAll(List.of(command));
        return java;
    }

    /** Starts a main class of a project in its folder. What it says on its error output is in {@code errors.txt}. */
    static Process start(Path project, Map<String, String> environment, String... command) throws IOException {
        ProcessBuilder process = new ProcessBuilder(java(project, command))
                .directory(project.toFile())
                .redirectError(project.resolve("errors.txt").toFile());
        process.environment().putAll(environment);
        return process.start();
    }

    /** Returns the code blocks of a page, each with its last line break. */
    static List<String> blocks(Path page) {
        return CodeBlock.all(page).stream().map(CodeBlock::text).toList();
    }

    private static synchronized Path built(String project) throws Exception {
        boolean installed = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "mvn")));
        Assumptions.assumeTrue(installed, "there is no mvn on the PATH");
        if (printed == null) {
            printed = "Maven was not run to its end";
            deleteOld();
            writeAll();
            copyStaged();
            printed = maven();
        }
        return FOLDER.resolve(project);
    }

    private static void deleteOld() throws IOException {
        if (Files.exists(FOLDER)) {
            try (Stream<Path> files = Files.walk(FOLDER)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void writeAll() throws IOException {
        List<String> projects = new ArrayList<>(SHOWN);
        for (String guide : SHOWN) {
            writeShown(guide);
        }
        writeService();
        projects.add("a-service");
        writeSpring();
        projects.add("spring");
        for (String artifact : artifacts()) {
            if (!artifact.equals("policy-bom")) {
                write(artifact + "/pom.xml", pom("uses-" + artifact, """
                    <dependencies><dependency><groupId>dev.toolpolicy</groupId><artifactId>%s</artifactId><version>%s</version></dependency></dependencies>
                    """.formatted(artifact, version())));
                projects.add(artifact);
            }
        }
        String modules = projects.stream()
                .map(project -> "<module>" + project + "</module>")
                .collect(Collectors.joining());
        write("pom.xml", pom("all", "<packaging>pom</packaging><modules>" + modules + "</modules>"));
    }

    private static String pom(String name, String content) {
        return """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion><groupId>projects</groupId><artifactId>%s</artifactId><version>1</version>
              %s
            </project>
            """.formatted(name, content);
    }

    private static void writeShown(String guide) throws IOException {
        for (CodeBlock block : CodeBlock.all(GUIDES.resolve("how-to/" + guide + ".md"))) {
            String before = block.before();
            if (before.startsWith("`")) {
                write(guide + "/" + before.substring(1, before.indexOf('`', 1)), block.text());
            }
        }
    }

    private static void writeService() throws IOException {
        String pom = blocks(GUIDES.resolve("how-to/build.md")).stream()
                .filter(block -> block.contains("<project"))
                .findFirst()
                .orElseThrow();
        List<String> blocks = blocks(GUIDES.resolve("start/a-service.md"));
        write("a-service/pom.xml", pom.replace("  </dependencies>", blocks.get(0) + "  </dependencies>"));
        write("a-service/src/main/java/office/Tools.java", blocks.get(1));
        write("a-service/src/main/java/office/Service.java", blocks.get(2));
    }

    /**
     * The application of the guide, which shows the dependency alone: the project of its neighbor has the rest. Both are
     * built without Netty, whose native parts not every mirror has; the JDK's client takes its place.
     */
    private static void writeSpring() throws IOException {
        String pom = Files.readString(FOLDER.resolve("spring-tool-methods/pom.xml"));
        List<String> blocks = blocks(GUIDES.resolve("how-to/spring-ai.md"));
        assertThat(pom).contains(blocks.get(0));
        String starter = "<artifactId>spring-ai-starter-model-openai</artifactId>";
        assertThat(pom).contains(starter);
        String built = pom.replace(
                starter,
                starter + "<exclusions><exclusion><groupId>io.projectreactor.netty</groupId>"
                        + "<artifactId>*</artifactId></exclusion></exclusions>");
        write("spring-tool-methods/pom.xml", built);
        write("spring/pom.xml", built.replace("checked-office", "office"));
        write("spring/src/main/java/office/OfficeApplication.java", blocks.get(1));
        write("spring/src/main/resources/tool-policy.toml", blocks.get(2));
        write("spring/src/main/java/office/OfficeHours.java", blocks.get(6));
    }

    private static void write(String name, String text) throws IOException {
        Path file = FOLDER.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
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

    /** Goes on after a project that fails, so that only its own test fails. */
    private static String maven() throws IOException, InterruptedException {
        String plugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:";
        Process maven = new ProcessBuilder(
                        "mvn",
                        "-B",
                        "-q",
                        "-fae",
                        "-Dmaven.repo.local=" + REPOSITORY,
                        "compile",
                        plugin + "build-classpath",
                        "-Dmdep.outputFile=classpath.txt",
                        plugin + "tree",
                        "-DoutputFile=tree.txt")
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        maven.waitFor();
        return said;
    }
}
