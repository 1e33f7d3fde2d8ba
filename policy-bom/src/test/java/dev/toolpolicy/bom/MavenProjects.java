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
 * The projects of all tests that need Maven, built in one run from the staged repository alone. Of those that pages
 * show, a block of code is a file if the last line before it that isn't empty begins with the file's name, and a part of
 * the file if that line begins with "In" and the name.
 */
final class MavenProjects {
    static final Path STAGED = Path.of("../build/staged");
    private static final Path GUIDES = Path.of("../docs");
    private static final Path FOLDER = Path.of("build/maven-projects").toAbsolutePath();
    private static final Path REPOSITORY = Path.of("build/maven-repository").toAbsolutePath();
    /** The programs of pages: what a later section shows stands in place of what an earlier one does. */
    private static final List<Program> SHOWN = List.of(
            new Program("langchain4j", "langchain4j", List.of("A whole program")),
            new Program("langchain4j-methods", "langchain4j", List.of("A whole program", "Rules above the methods")),
            new Program("spring", "spring-ai", List.of("The build", "The application", "The policy", "Ask a person")),
            new Program(
                    "spring-methods", "spring-ai", List.of("The build", "The application", "Rules above the methods")),
            new Program("mcp-in-java", "mcp-in-java", List.of("A whole server")),
            new Program("openai", "openai-and-anthropic", List.of("The policy", "OpenAI")),
            new Program("anthropic", "openai-and-anthropic", List.of("The policy", "OpenAI", "Anthropic")));

    private static String printed;

    private MavenProjects() {}

    /**
     * A program that a page shows.
     *
     * @param name the project's name
     * @param page the page's name
     * @param sections the sections of the page that show its files, the last one counts
     */
    private record Program(String name, String page, List<String> sections) {}

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
        List<String> projects = new ArrayList<>();
        for (Program program : SHOWN) {
            writeShown(program);
            projects.add(program.name());
        }
        writeService();
        projects.add("a-service");
        for (String artifact : artifacts()) {
            if (!artifact.equals("policy-bom")) {
                write(artifact + "/pom.xml", pom("uses-" + artifact, """
                    <packaging>pom</packaging><dependencies><dependency><groupId>dev.toolpolicy</groupId><artifactId>%s</artifactId><version>%s</version></dependency></dependencies>
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

    private static void writeShown(Program program) throws IOException {
        List<CodeBlock> blocks = CodeBlock.all(GUIDES.resolve("how-to/" + program.page() + ".md"));
        for (String section : program.sections()) {
            for (CodeBlock block : blocks) {
                if (block.section().equals(section)) {
                    writeShown(program, block);
                }
            }
        }
    }

    private static void writeShown(Program program, CodeBlock block) throws IOException {
        String before = block.before();
        if (before.startsWith("`")) {
            write(
                    program.name() + "/" + inTicks(before),
                    withoutNetty(block.text())
                            .replace("<groupId>demo</groupId>", "<groupId>" + program.name() + "</groupId>"));
        } else if (before.startsWith("In `")) {
            String file = program.name() + "/" + inTicks(before);
            write(file, changed(Files.readString(FOLDER.resolve(file)), block.text()));
        }
    }

    private static String inTicks(String text) {
        int start = text.indexOf('`') + 1;
        return text.substring(start, text.indexOf('`', start));
    }

    /** Returns a file with an element, or a line that assigns, in place of its own. */
    private static String changed(String file, String part) {
        String text = part.strip();
        boolean xml = text.startsWith("<");
        String start = text.substring(0, text.indexOf(xml ? '>' : '=') + 1);
        String end = xml ? start.replace("<", "</") : "\n";
        int from = file.indexOf(start);
        assertThat(from).as(start).isNotNegative();
        return file.substring(0, from)
                + text
                + (xml ? "" : end)
                + file.substring(file.indexOf(end, from) + end.length());
    }

    /** Leaves out Netty, whose native parts not every mirror has; the JDK's client takes its place. */
    private static String withoutNetty(String text) {
        String starter = "<artifactId>spring-ai-starter-model-openai</artifactId>";
        return text.replace(
                starter,
                starter + "<exclusions><exclusion><groupId>io.projectreactor.netty</groupId>"
                        + "<artifactId>*</artifactId></exclusion></exclusions>");
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
