package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report as a reader sees it, also in a browser. Text from sources is never executed. */
class ReportTest {
    private static final String HOSTILE =
            "</code><script>document.title='broken'</script><img src=x onerror=alert(1)>&\\u202e";
    private static final String IMPORTS =
            "package demo; import dev.toolpolicy.annotation.*; import dev.toolpolicy.annotation.Mode;"
                    + " import java.nio.file.Path;\n";

    @TempDir
    private Path folder;

    @Test
    void showsParametersRulesAndRequirements() throws IOException {
        Document page = page(service());
        assertThat(page.title()).isEqualTo("Tools of Tools_demo_Service_2Build");
        assertThat(page.select("section h2").eachText())
                .containsExactly("build", "copy", "deploy", "read_file", "run_tests");
        Element copy = section(page, "copy");
        assertThat(copy.select(".parameters tr").eachText())
                .containsExactly(
                        "pointer type presence description",
                        "/from path required what is copied",
                        "/to path required",
                        "/modes array of string: ALL, NONE optional",
                        "/limits object default {\"size\":1}",
                        "/limits/size integer required");
        assertThat(copy.select(".rules th").eachText()).containsExactly("rule", "if", "then", "example");
        assertThat(copy.select(".rules td:nth-child(2)").eachText())
                .containsExactly("/from prefix \"src/\"", "otherwise");
        assertThat(copy.select(".rules .mode").eachText()).containsExactly("allow", "ask");
        List<String> witnesses = copy.select(".rules td:nth-child(4)").eachText();
        assertThat(witnesses).hasSize(2);
        assertThat(new ObjectMapper().readTree(witnesses.get(0)).path("from").asText())
                .startsWith("src");
        assertThat(new ObjectMapper().readTree(witnesses.get(1)).path("from").asText())
                .doesNotStartWith("src");
        assertThat(copy.select("pre.warning").text())
                .startsWith("[toolpolicy/unguarded-path] rule 1 allows calls by \"/from\"");
        assertThat(section(page, "deploy").select("li").eachText())
                .containsExactly("build, run_tests", "read_file with the same /path");
        assertThat(page.select("svg rect").size()).isEqualTo(4);
        assertThat(page.select("svg title").eachText())
                .containsExactly(
                        "deploy requires build",
                        "deploy requires read_file",
                        "deploy requires run_tests",
                        "run_tests requires build");
    }

    @Test
    void isReproducible() throws IOException {
        assertThat(service()).isEqualTo(service());
    }

    @Test
    void showsInvalidTools() throws IOException {
        Document page = page(report(IMPORTS + "class Service { @Tool @Policy(requires = @Require(tools = \"reed\"),"
                + " run = @Rule(arg = \"/pth\", prefix = \"x\", mode = Mode.ASK)) record Edit(Path path) {} }"));
        assertThat(page.select("pre.error").eachText().toString())
                .contains("[toolpolicy/unknown-pointer] there is no parameter \"/pth\"", "[toolpolicy/unknown-tool]");
    }

    @Test
    void drawsCycles() throws IOException {
        Document page =
                page(report(IMPORTS + "class Service { @Tool @Policy(requires = @Require(tools = \"b\")) record A() {}"
                        + " @Tool @Policy(requires = @Require(tools = {\"a\", \"b\"})) record B() {} }"));
        assertThat(page.select("svg title").eachText()).containsExactly("a requires b", "b requires a", "b requires b");
    }

    @Test
    void sourceTextIsEscaped() throws IOException {
        Document page = page(hostile());
        assertThat(page.select("script, img, iframe, link, object")).isEmpty();
        assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
                .isEqualTo("default-src 'none'; style-src 'unsafe-inline'");
        assertThat(section(page, "odd").text()).contains("</code><script>document.title='broken'</script>", "&\\u202e");
        assertThat(page.html()).doesNotContain("http://", "https://");
    }

    @Test
    void unwritableFolderIsAnError() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        String printed = ModuleBuild.in(folder.resolve("m"))
                .source("demo/Ping.java", IMPORTS + "@Tool record Ping() {}")
                .options("-Atoolpolicy.report=" + file)
                .compile();
        assertThat(printed)
                .contains(
                        "error: [toolpolicy] can't write the report to \"" + file + "\":",
                        "help: set -Atoolpolicy.report");
    }

    /** Runs only with Chromium, which the CI installs. */
    @Test
    void browserShowsThePage() throws Exception {
        Document seen = page(browse(service(), "--dump-dom"));
        assertThat(seen.select("section h2").eachText()).hasSize(5);
        assertThat(seen.select("svg path.arrow")).hasSize(4);
        Document hostile = page(browse(hostile(), "--dump-dom"));
        assertThat(hostile.title()).doesNotContain("broken");
        assertThat(hostile.select("script, img")).isEmpty();
    }

    /** The screenshot of the guide. */
    @Test
    void takesAScreenshot() throws Exception {
        Path image = Boolean.getBoolean("goldens.update")
                ? Path.of("../docs/images/report.png")
                : folder.resolve("report.png");
        browse(service(), "--screenshot=" + image.toAbsolutePath(), "--window-size=1100,1500", "--hide-scrollbars");
        assertThat(Files.size(image)).isGreaterThan(20_000);
    }

    private String browse(String html, String... options) throws IOException, InterruptedException {
        Path browser = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(each -> Path.of(each, "chromium"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        Assumptions.assumeTrue(browser != null, "there is no chromium on the PATH");
        Path file = Files.writeString(folder.resolve("page.html"), html);
        List<String> command = new ArrayList<>(List.of(
                browser.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--user-data-dir=" + folder.resolve("profile")));
        command.addAll(List.of(options));
        command.add(file.toUri().toString());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("browser.log").toFile());
        builder.environment().put("TMPDIR", folder.toString()); // Chromium doesn't always remove what it puts there
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    private String service() throws IOException {
        return report(Goldens.read(Goldens.RESOURCES.resolve("report/Service.java")));
    }

    private String hostile() throws IOException {
        return report(IMPORTS + "class Service { @Tool(description = \"" + HOSTILE + "\") @Policy(run = {"
                + "@Rule(arg = \"/p\", constant = \"" + HOSTILE + "\", mode = Mode.ASK), @Rule(mode = Mode.ASK)})"
                + " record Odd(@Param(\"" + HOSTILE + "\") String p, @Param(name = \"\\\"><script>\") String q) {} }");
    }

    private String report(String source) throws IOException {
        Path reports = Files.createTempDirectory(folder, "reports");
        ModuleBuild.in(Files.createTempDirectory(folder, "module"))
                .source("demo/Service.java", source)
                .options("-Atoolpolicy.report=" + reports)
                .compile();
        try (Stream<Path> files = Files.list(reports)) {
            return Files.readString(files.findFirst().orElseThrow());
        }
    }

    private static Document page(String html) {
        return Jsoup.parse(html);
    }

    private static Element section(Document page, String tool) {
        return page.select("section:has(h2#tool-" + tool.toLowerCase(Locale.ROOT) + ")")
                .first();
    }
}
