package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of pinned tools. */
final class PinsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[]", "{\"tools\":[]}", "{\"tools\":{\"a\":1}}", "{\"tools\":{}"})
    void aDamagedFileIsRefused(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("pins.json"), text);
        assertThatThrownBy(() -> Pins.read(file, Set.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged");
    }

    private static boolean isUnchanged(Pins pins, String name, String type) {
        return pins.problems(Map.of(name, PlayedGateway.tool(name, type))).isEmpty();
    }

    @Test
    void gatewaysThatShareAFileLoseNoPin() throws IOException {
        Path file = folder.resolve("pins.json");
        Pins one = Pins.read(file, Set.of());
        Pins other = Pins.read(file, Set.of());
        assertThat(isUnchanged(one, "a", "string")).isTrue();
        assertThat(isUnchanged(other, "b", "string")).isTrue();
        assertThat(isUnchanged(other, "a", "number"))
                .as("pinned by the other gateway")
                .isFalse();

        Pins later = Pins.read(file, Set.of());
        assertThat(isUnchanged(later, "a", "number")).isFalse();
        assertThat(isUnchanged(later, "b", "number")).isFalse();
    }

    @Test
    void aWholeListIsPinnedInOneWrite() throws IOException {
        Path file = folder.resolve("pins.json");
        Map<String, JsonNode> list = new HashMap<>();
        for (int i = 0; i < 2_000; i++) {
            list.put("tool" + i, PlayedGateway.tool("tool" + i, "string"));
        }
        Pins pins = Pins.read(file, Set.of());
        assertTimeoutPreemptively(
                Duration.ofSeconds(10), () -> assertThat(pins.problems(list)).isEmpty());
        assertThat(Pins.read(file, Set.of()).problems(Map.of("tool7", PlayedGateway.tool("tool7", "number"))))
                .containsOnlyKeys("tool7");
    }
}
