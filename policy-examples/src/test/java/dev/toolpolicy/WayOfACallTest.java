package dev.toolpolicy;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages that name classes and tests: they are there. */
class WayOfACallTest {
    @Test
    void promisesNameTestsThatAreThere() throws IOException {
        Set<String> tests = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            files.filter(file -> file.toString().contains("/src/test/")
                            && file.toString().endsWith(".java"))
                    .forEach(file -> tests.add(file.getFileName().toString().replace(".java", "")));
        }
        for (String page : List.of("security", "failures")) {
            Set<String> named = new TreeSet<>();
            String[] parts = Files.readString(Path.of("../docs/explanation/" + page + ".md"))
                    .split("`", -1);
            for (int i = 1; i < parts.length; i += 2) {
                if (parts[i].endsWith("Test") || parts[i].endsWith("Contract")) {
                    named.add(parts[i]);
                }
            }
            assertThat(named).as(page).hasSizeGreaterThan(15).allMatch(tests::contains);
        }
    }

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
