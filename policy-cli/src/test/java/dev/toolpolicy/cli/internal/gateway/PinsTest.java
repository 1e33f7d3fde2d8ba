package dev.toolpolicy.cli.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    void gatewaysThatShareAFileLoseNoPin() throws IOException {
        Path file = folder.resolve("pins.json");
        Pins one = Pins.read(file, Set.of());
        Pins other = Pins.read(file, Set.of());
        assertThat(one.isUnchanged("a", PlayedGateway.tool("a", "string"))).isTrue();
        assertThat(other.isUnchanged("b", PlayedGateway.tool("b", "string"))).isTrue();
        assertThat(other.isUnchanged("a", PlayedGateway.tool("a", "number")))
                .as("pinned by the other gateway")
                .isFalse();

        Pins later = Pins.read(file, Set.of());
        assertThat(later.isUnchanged("a", PlayedGateway.tool("a", "number"))).isFalse();
        assertThat(later.isUnchanged("b", PlayedGateway.tool("b", "number"))).isFalse();
    }
}
