package dev.toolpolicy.bom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The public API of each artifact, as javap prints it, against a file in the tree: a change of the API is a change of
 * that file, which a reviewer sees. Packages named {@code internal} and what is generated for them aren't API.
 */
class SignaturesTest {
    private static final Path STAGED = Path.of("../build/staged/dev/toolpolicy");
    /** Programs: what they print and accept is public, their classes aren't. */
    private static final Set<String> PROGRAMS = Set.of("policy-processor", "policy-cli");

    private static final Path SIGNATURES = Path.of("src/test/resources/signatures");

    @Test
    void theApiIsTheOneInTheTree() throws IOException {
        Map<String, String> signatures = new TreeMap<>();
        for (Path jar : jars()) {
            String text = signatures(jar);
            if (!text.isEmpty()) {
                signatures.put(artifact(jar) + ".txt", text);
            }
        }
        assertThat(signatures).hasSizeGreaterThan(10).containsKey("policy-runtime.txt");
        if (Boolean.getBoolean("goldens.update")) {
            write(signatures);
        }
        try (Stream<Path> files = Files.list(SIGNATURES)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(signatures.keySet());
        }
        for (Map.Entry<String, String> artifact : signatures.entrySet()) {
            assertThat(artifact.getValue())
                    .as("API of %s; -Dgoldens.update=true rewrites it", artifact.getKey())
                    .isEqualTo(Files.readString(SIGNATURES.resolve(artifact.getKey())));
        }
    }

    private static void write(Map<String, String> signatures) throws IOException {
        Files.createDirectories(SIGNATURES);
        try (Stream<Path> old = Files.list(SIGNATURES)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
        for (Map.Entry<String, String> artifact : signatures.entrySet()) {
            Files.writeString(SIGNATURES.resolve(artifact.getKey()), artifact.getValue());
        }
    }

    private static List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.find(
                STAGED, 3, (path, about) -> path.getFileName().toString().endsWith(".jar"))) {
            return files.filter(jar -> !PROGRAMS.contains(artifact(jar)))
                    .sorted()
                    .toList();
        }
    }

    private static String artifact(Path jar) {
        return jar.getParent().getParent().getFileName().toString();
    }

    private static String signatures(Path jar) throws IOException {
        List<String> command = new ArrayList<>(List.of("-protected", "-cp", jar.toString()));
        try (JarFile file = new JarFile(jar.toFile())) {
            file.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.startsWith("dev/toolpolicy/") && name.endsWith(".class"))
                    .filter(name -> !name.contains("/internal/") && !name.endsWith("package-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .sorted()
                    .forEach(command::add);
        }
        StringWriter out = new StringWriter();
        int code = ToolProvider.findFirst("javap")
                .orElseThrow()
                .run(new PrintWriter(out), new PrintWriter(out), command.toArray(String[]::new));
        assertThat(code).as(out.toString()).isZero();
        Map<String, String> types = new TreeMap<>();
        for (String type : out.toString().split("(?m)^Compiled from .*\\R")) {
            List<String> lines = type.lines().toList();
            if (!lines.isEmpty() && isPublic(lines.get(0))) {
                types.put(name(lines.get(0)), text(lines));
            }
        }
        types.keySet().removeIf(name -> name.contains("$") && !types.containsKey(outer(name)));
        return String.join("\n", types.values());
    }

    private static boolean isPublic(String header) {
        return header.startsWith("public ") && header.endsWith("{");
    }

    private static String name(String header) {
        String[] words = header.replaceAll("<.*", "").split(" ");
        for (int i = 0; i < words.length; i++) {
            if (words[i].equals("class") || words[i].equals("interface")) {
                return words[i + 1];
            }
        }
        throw new IllegalStateException(header);
    }

    private static String outer(String nested) {
        return nested.substring(0, nested.lastIndexOf('$'));
    }

    /** The header, then the members in alphabetical order: their order in the source is not API. */
    private static String text(List<String> lines) {
        String members = lines.subList(1, lines.size() - 1).stream()
                .sorted()
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        return lines.get(0) + "\n" + members + "}\n";
    }
}
