package dev.toolpolicy.cli;

import com.fasterxml.jackson.core.JsonPointer;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.argument.PathSettings;
import dev.toolpolicy.schema.NormalPath;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The arguments of a subcommand. Immutable.
 *
 * @param words the arguments that are not options
 * @param style the format of the answer
 * @param root where tools stand in files; empty for their root
 * @param form how the service's engine makes normal forms of paths
 */
record CommandLine(List<String> words, Style style, String root, NormalPath.Form form) {

    /** The format of an answer. */
    enum Style {
        /** For people, at a console. */
        TEXT,
        /** For programs. */
        JSON,
        /** For the comment of a review. */
        MARKDOWN
    }

    static CommandLine read(List<String> typed) throws UsageException {
        List<String> words = new ArrayList<>();
        Style style = Style.TEXT;
        String root = "";
        String workspace = "";
        NormalPath.Form form = NormalPath.Form.PLAIN;
        for (Iterator<String> rest = typed.iterator(); rest.hasNext(); ) {
            String word = rest.next();
            switch (word) {
                case "--json" -> style = Style.JSON;
                case "--markdown" -> style = Style.MARKDOWN;
                case "--windows" -> form = form.withWindowsNames();
                case "--ignore-case" -> form = form.ignoringCase();
                case "--root" -> root = root(rest.hasNext() ? rest.next() : "");
                case "--workspace" -> workspace = rest.hasNext() ? rest.next() : ".";
                default -> words.add(word(word));
            }
        }
        return new CommandLine(List.copyOf(words), style, root, workspace.isEmpty() ? form : inside(form, workspace));
    }

    private static String word(String word) throws UsageException {
        if (word.startsWith("--")) {
            throw new UsageException("there is no option " + word + "; options are --json, --markdown, --root POINTER,"
                    + " --windows, --ignore-case and --workspace FOLDER");
        }
        return word;
    }

    private static NormalPath.Form inside(NormalPath.Form form, String workspace) throws UsageException {
        try {
            return form.inWorkspace(workspace);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--workspace needs an absolute path, such as --workspace /home/me/project");
        }
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

    boolean json() {
        return style == Style.JSON;
    }

    PathSettings paths() {
        return PathSettings.plain().form(form);
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
