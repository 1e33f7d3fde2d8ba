package dev.toolpolicy.runtime.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The texts that fuzzing starts from: the tests' own, generated ones, and what fuzzing found before. */
final class FuzzSeeds {
    private static final int GENERATED = 300;
    private static final char HIGH = (char) 0xD83D;
    private static final char LOW = (char) 0xDE00;
    private static final List<String> FOUND = List.of(
            "[\"" + HIGH + "\\u" + "de00\"]",
            "[\"\\u" + "d83d" + LOW + "\"]",
            "[\"\\uD80\u0563\"]",
            "[\"\\u\uff10061\"]",
            "[\"\\u00\u01616\"]",
            "[-0.00001e1" + "0".repeat(45) + "]");

    private FuzzSeeds() {}

    /** All of them, always the same, as {@link ParserFuzz} takes them. */
    static List<byte[]> all() throws IOException {
        List<byte[]> texts = new ArrayList<>();
        FOUND.forEach(text -> texts.add(ParserFuzz.written(text)));
        for (Path file : Resources.files("json-test-suite/test_parsing")) {
            texts.add(Resources.bytes(file));
        }
        for (JsonNode report : Resources.lines("streams/malformed.jsonl")) {
            texts.add(ParserFuzz.written(report.path("quoted").asText(report.toString())));
        }
        Documents documents = new Documents(new Random(1));
        for (int i = 0; i < GENERATED; i++) {
            texts.add(ParserFuzz.written(documents.document(i % 5)));
        }
        return texts;
    }
}
