package dev.toolpolicy.lab.lists;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Imports a folder of permission lists and decides calls under them, one line of JSON a call. */
public final class ListVectorsMain {
    private ListVectorsMain() {}

    /**
     * Runs the program.
     *
     * @param args the folder of lists, the file of vectors, and perhaps the file for the answers
     * @throws IOException if a file can't be read or written
     */
    public static void main(String[] args) throws IOException {
        System.exit(run(args, System.out));
    }

    static int run(String[] args, PrintStream out) throws IOException {
        if (args.length < 2 || args.length > 3) {
            out.println("usage: listVectors LISTS VECTORS [ANSWERS]");
            return 2;
        }
        List<JsonNode> vectors = ListVectors.read(Path.of(args[1]));
        List<ObjectNode> answers = new ArrayList<>();
        new ListVectors(Path.of(args[0])).run(vectors, answers::add);
        String lines = answers.stream().map(ObjectNode::toString).collect(Collectors.joining("\n", "", "\n"));
        if (args.length == 3) {
            Files.writeString(Path.of(args[2]), lines, StandardCharsets.UTF_8);
        } else {
            out.print(lines);
        }
        return 0;
    }
}
