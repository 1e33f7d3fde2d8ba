package dev.toolpolicy;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The page that leads through the engine: the classes that it names are there. */
class WayOfACallTest {
    @Test
    void thePageNamesClassesThatAreThere() throws IOException {
        Set<String> classes = SourceFile.all().stream()
                .map(file -> file.path().getFileName().toString().replace(".java", ""))
                .collect(toSet());
        Set<String> named = new TreeSet<>();
        String[] parts =
                Files.readString(Path.of("../docs/internal/way-of-a-call.md")).split("`", -1);
        for (int i = 1; i < parts.length; i += 2) {
            String name = parts[i].contains(".") ? parts[i].substring(0, parts[i].indexOf('.')) : parts[i];
            if (!name.isEmpty() && Character.isUpperCase(name.charAt(0))) {
                named.add(name);
            }
        }
        assertThat(named).hasSizeGreaterThan(20);
        assertThat(named).allMatch(classes::contains);
    }
}
