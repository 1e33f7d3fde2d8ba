package dev.toolpolicy.shared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A code block of a Markdown page.
 *
 * @param section the last heading of the second level before it; empty if there is none
 * @param before the last line before it that isn't blank, with the text of blocks left out; empty if there is none
 * @param language what follows its opening fence, such as {@code java}; may be empty
 * @param text its lines, each with its line break; without imports if it begins with them
 */
public record CodeBlock(String section, String before, String language, String text) {
    private static final String FENCE = "```";
    private static final String HEADING = "## ";

    /**
     * Reads the blocks of a page.
     *
     * @param page the page, UTF-8
     * @return the blocks in their order
     */
    public static List<CodeBlock> all(Path page) {
        List<CodeBlock> blocks = new ArrayList<>();
        String section = "";
        String before = "";
        String language = "";
        StringBuilder text = null;
        for (String line : lines(page)) {
            if (!line.startsWith(FENCE)) {
                if (text != null) {
                    text.append(line).append('\n');
                } else if (!line.isBlank()) {
                    before = line;
                    section = line.startsWith(HEADING) ? line.substring(HEADING.length()) : section;
                }
            } else if (text == null) {
                language = line.substring(FENCE.length());
                text = new StringBuilder();
            } else {
                blocks.add(new CodeBlock(section, before, language, withoutImports(text.toString())));
                text = null;
            }
        }
        if (text != null) {
            throw new IllegalArgumentException(page + ": its last code block doesn't end");
        }
        return blocks;
    }

    private static String withoutImports(String text) {
        String rest = text;
        while (rest.startsWith("import ") || rest.startsWith("\n")) {
            rest = rest.substring(rest.indexOf('\n') + 1);
        }
        return rest;
    }

    /**
     * Reads the blocks of a page in one language.
     *
     * @param page the page, UTF-8
     * @param language the language, such as {@code java}
     * @return their texts in their order
     */
    public static List<String> texts(Path page, String language) {
        return all(page).stream()
                .filter(block -> block.language.equals(language))
                .map(CodeBlock::text)
                .toList();
    }

    private static List<String> lines(Path page) {
        try {
            return Files.readAllLines(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
