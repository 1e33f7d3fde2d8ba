package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.lab.conformance.VectorCheck.Mismatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A folder of vector files: every {@code .json} file in it holds an array of vectors of one kind. */
final class VectorFolder {
    private static final StrictJson JSON = StrictJson.standard().ofAnyLength().nesting(100_000);

    private final Path folder;

    VectorFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Runs every vector.
     *
     * @throws VectorException if there is no folder, or nothing in it to run
     */
    void run(Tally tally) {
        List<Path> files = files();
        if (files.isEmpty()) {
            throw new VectorException("there is no vector file (*.json) in " + folder);
        }
        files.forEach(file -> run(file, tally));
    }

    private List<Path> files() {
        if (!Files.exists(folder)) {
            throw new VectorException("there is no folder " + folder);
        }
        if (!Files.isDirectory(folder)) {
            throw new VectorException(folder + " is not a folder");
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.getFileName().toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new VectorException("the folder " + folder + " can't be read: " + e);
        }
    }

    private static void run(Path file, Tally tally) {
        String name = file.getFileName().toString();
        Optional<VectorKind> kind = VectorKind.ofFile(name);
        if (kind.isEmpty()) {
            tally.unusable(
                    name,
                    "its name begins with none of calls-, rules-, rules2-, flows-, sessions-, fragments-, shell-");
            return;
        }
        JsonNode vectors;
        try {
            vectors = JSON.read(Files.readString(file, StandardCharsets.UTF_8));
        } catch (MalformedJsonException e) {
            String place = " at line " + e.line() + ", column " + e.column();
            tally.unusable(name, "it is not JSON: " + e.getMessage() + place);
            return;
        } catch (IOException e) {
            tally.unusable(name, "it can't be read: " + e);
            return;
        }
        if (!vectors.isArray() || vectors.isEmpty()) {
            tally.unusable(name, "it is not an array of vectors");
            return;
        }
        for (int i = 0; i < vectors.size(); i++) {
            run(kind.get(), name + " #" + i, vectors.get(i), tally);
        }
    }

    private static void run(VectorKind kind, String place, JsonNode vector, Tally tally) {
        String id = vector.path("id").isTextual() ? vector.get("id").textValue() : place;
        try {
            Members members = new Members("", vector);
            members.text("id");
            Optional<Mismatch> mismatch = kind.check().run(members);
            members.end();
            mismatch.ifPresentOrElse(found -> tally.failed(kind, id, found), () -> tally.passed(kind));
        } catch (VectorException e) {
            tally.unusable(kind, id, String.valueOf(e.getMessage()));
        } catch (RuntimeException | StackOverflowError e) {
            tally.unusable(kind, id, "it broke off with " + e);
        }
    }
}
