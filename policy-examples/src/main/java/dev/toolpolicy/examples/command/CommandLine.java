package dev.toolpolicy.examples.command;

import com.fasterxml.jackson.core.JsonPointer;
import dev.toolpolicy.runtime.config.PolicyConfiguration;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What was typed behind a subcommand. Immutable.
 *
 * @param words what are no options
 * @param json whether the answer is to be JSON
 * @param root where tools stand in files; empty for their root
 */
record CommandLine(List<String> words, boolean json, String root) {

    static CommandLine read(List<String> typed) throws UsageException {
        List<String> words = new ArrayList<>();
        boolean json = false;
        String root = "";
        for (int i = 0; i < typed.size(); i++) {
            String word = typed.get(i);
            if (word.equals("--json")) {
                json = true;
            } else if (word.equals("--root")) {
                root = root(++i < typed.size() ? typed.get(i) : "");
            } else if (word.startsWith("--")) {
                throw new UsageException("there is no option " + word + "; options are --json and --root POINTER");
            } else {
                words.add(word);
            }
        }
        return new CommandLine(List.copyOf(words), json, root);
    }

    private static String root(String pointer) throws UsageException {
        try {
            JsonPointer.compile(pointer);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--root is a JSON Pointer, such as --root /conversation");
        }
        if (pointer.isEmpty()) {
            throw new UsageException("--root needs a JSON Pointer, such as --root /conversation");
        }
        return pointer;
    }

    PolicyConfiguration configuration(String file) throws UsageException {
        try {
            PolicyConfiguration read = PolicyConfiguration.read(Path.of(file));
            return root.isEmpty() ? read : read.at(root);
        } catch (InvalidPathException e) {
            throw new UsageException("a file can't be named like this: " + e.getReason());
        }
    }
}
