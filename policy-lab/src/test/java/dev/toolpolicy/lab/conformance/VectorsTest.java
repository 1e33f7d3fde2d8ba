package dev.toolpolicy.lab.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.toolpolicy.shared.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project's own vectors: all of them. */
class VectorsTest {
    private static final Path VECTORS = Stream.of("vectors", "policy-lab/vectors")
            .map(Path::of)
            .filter(Files::isDirectory)
            .findFirst()
            .orElseThrow();
    /** Keeps numbers exact, and writes halves of surrogate pairs, which chunks may be cut into, as escapes. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    private static final String NULL = "[\"null\"]";

    @TempDir
    private Path folder;

    @Test
    void fragmentsPass() {
        take("fragments-", vector -> true);

        assertThat(Conformance.of(folder)).isEqualTo(new Conformance(0, "250 passed, 0 failed", List.of()));
    }

    @Test
    void callsPass() {
        take("calls-", vector -> true);

        assertThat(Conformance.of(folder)).isEqualTo(new Conformance(0, "938 passed, 0 failed", List.of()));
    }

    /**
     * Calls that real models made, with rules of our own. Left out are those whose whole text is {@code null}, which
     * was an error in the first edition and means no arguments now.
     */
    @Test
    void callsOfRealModelsPass() throws IOException {
        take(
                SharedData.path("conformance"),
                "calls-real",
                vector -> !List.of(NULL).contains(vector.get("chunks").toString()));

        assertThat(Conformance.of(folder)).isEqualTo(new Conformance(0, "1231 passed, 0 failed", List.of()));
    }

    @Test
    void rulesPass() {
        take("rules-", vector -> true);

        assertThat(Conformance.of(folder)).isEqualTo(new Conformance(0, "414 passed, 0 failed", List.of()));
    }

    @Test
    void rulesOfTheSecondEditionPass() {
        take("rules2-", vector -> true);

        assertThat(Conformance.of(folder)).isEqualTo(new Conformance(0, "599 passed, 0 failed", List.of()));
    }

    @Test
    void sessionsPass() {
        take("sessions-", vector -> true);

        assertThat(Conformance.of(folder)).isEqualTo(new Conformance(0, "250 passed, 0 failed", List.of()));
    }

    @Test
    void flowsPass() {
        take("flows-", vector -> true);

        assertThat(Conformance.of(folder)).isEqualTo(new Conformance(0, "570 passed, 0 failed", List.of()));
    }

    @Test
    void flowRulesPass() {
        take("flow-rules-", vector -> true);

        assertThat(Conformance.of(folder)).isEqualTo(new Conformance(0, "49 passed, 0 failed", List.of()));
    }

    @Test
    void shellLinesPass() {
        take("shell-", vector -> true);

        assertThat(Conformance.of(folder)).isEqualTo(new Conformance(0, "1490 passed, 0 failed", List.of()));
    }

    /** Copies the vectors of some files, those of one kind, that are chosen. */
    private void take(String prefix, Predicate<JsonNode> chosen) {
        take(VECTORS, prefix, chosen);
    }

    private void take(Path vectors, String prefix, Predicate<JsonNode> chosen) {
        try (Stream<Path> files = Files.list(vectors)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith(prefix) && name.endsWith(".json")) {
                    ArrayNode some = JSON.createArrayNode();
                    JSON.readTree(file.toFile()).forEach(vector -> {
                        if (chosen.test(vector)) {
                            some.add(vector);
                        }
                    });
                    Files.writeString(folder.resolve(name), JSON.writeValueAsString(some));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
