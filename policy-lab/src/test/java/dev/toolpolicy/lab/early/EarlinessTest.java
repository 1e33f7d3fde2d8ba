package dev.toolpolicy.lab.early;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.shared.SharedData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measurement measures what it says, and the documentation shows what it measures. */
class EarlinessTest {
    private static final List<String> CALLS = List.of("conformance/calls-real.json", "conformance/calls-real-2.json");
    private static final Path DOCS = Path.of("../docs");

    @Test
    void theDocumentationShowsWhatTheProgramMakes(@TempDir Path folder) throws IOException {
        Path chart = folder.resolve("chart.svg");
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        List<Path> calls = CALLS.stream().map(SharedData::path).toList();
        String[] args = {calls.get(0).toString(), calls.get(1).toString(), chart.toString()};
        assertThat(EarlinessMain.run(args, new PrintStream(printed, true, StandardCharsets.UTF_8)))
                .isZero();

        EarlinessTable table = new EarlinessTable(EarlinessMain.measure(calls));
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains(table.table(), table.summary(), table.commands());
        assertThat(Files.readString(DOCS.resolve("explanation/early-decisions.md")))
                .contains(table.table())
                .contains(table.summary())
                .contains(table.commands());
        assertThat(Files.readString(DOCS.resolve("images/early-decisions.svg"))).isEqualTo(Files.readString(chart));
    }

    @Test
    void aCallIsTimedByTheCharacter() throws IOException {
        assertTimed("bash", "{\"command\":\"sudo |rm -rf x\"\u00a6,\"timeout\":1}");
        assertTimed("bash", "{\"command\":\"cd x && sudo |make\"\u00a6,\"timeout\":1}");
        assertTimed("bash", "{\"command\":\"git status\"|\u00a6,\"timeout\":1}");
        assertTimed("fs_create_file", "{\"path\":\"docs/a\"|\u00a6,\"content\":\"x\"}");
        assertTimed("write_stdin", "{\"session_id\":1,\"yield_time_ms\":9000000,|\u00a6\"chars\":\"x\"}");
        assertTimed("cargo_test", "{\"testname\":\"x\"}|\u00a6");
    }

    @Test
    void invalidCallsAndOtherToolsAreNoTimings() throws IOException {
        assertThat(measure("fs_create_file", "{\"path\":\"docs/a\"").invalid()).isEqualTo(1);
        assertThat(measure("fs_create_file", "{\"path\":\"docs/a\"").timings()).isEmpty();
        assertThat(measure("get_weather", "{}"))
                .isEqualTo(new Measurement(measure("x", "").kinds(), List.of(), 0));
    }

    @Test
    void quartilesAreCountsThatWereThere() {
        assertThat(quartiles(7)).isEqualTo(new Quartiles(7, 7, 7));
        assertThat(quartiles(4, 1, 3, 2)).isEqualTo(new Quartiles(1, 2, 3));
        assertThat(quartiles(1, 2, 3, 4, 5)).isEqualTo(new Quartiles(2, 3, 4));
        assertThat(quartiles(1000, 1000000)).hasToString("1,000 / 1,000 / 1,000,000");
    }

    private static Quartiles quartiles(int... lengths) {
        return Quartiles.of(
                IntStream.of(lengths)
                        .mapToObj(length -> new Timing("", length, 0, 0, Mode.ASK))
                        .toList(),
                Timing::length);
    }

    /** The call is decided at the bar, and its parameter complete at the broken bar. */
    private static void assertTimed(String tool, String marked) throws IOException {
        String text = marked.replace("|", "").replace("\u00a6", "");
        Timing timing = measure(tool, text).timings().get(0);
        String shown = text.substring(0, timing.decided())
                + "|" + text.substring(timing.decided(), timing.parameterEnd())
                + "\u00a6" + text.substring(timing.parameterEnd());
        assertThat(shown).isEqualTo(marked);
    }

    private static Measurement measure(String tool, String text) throws IOException {
        ObjectMapper json = new ObjectMapper();
        JsonNode call = json.createObjectNode()
                .<ObjectNode>set("tool", json.createObjectNode().put("name", tool))
                .set("chunks", json.createArrayNode().add(text));
        return Measurement.of(AgentTools.load(), json.createArrayNode().add(call));
    }
}
