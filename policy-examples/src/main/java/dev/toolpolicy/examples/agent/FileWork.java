package dev.toolpolicy.examples.agent;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.examples.tools.files.CreateFile;
import dev.toolpolicy.examples.tools.files.GrepFiles;
import dev.toolpolicy.examples.tools.files.ListFiles;
import dev.toolpolicy.examples.tools.files.ModifyFile;
import dev.toolpolicy.examples.tools.files.ReadFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Handlers of the tools for files. Results are text for the model; failures are exceptions whose messages the model
 * gets.
 */
record FileWork(Workspace workspace) {
    private static final int LINES = 500;

    String read(ReadFile call) throws IOException {
        List<String> lines = lines(workspace.existing(call.path()))
                .orElseThrow(() -> new IOException(call.path() + " is not a text file"));
        int from = call.startLine() == null ? 1 : Math.max(1, call.startLine());
        int to = call.endLine() == null ? lines.size() : Math.min(lines.size(), call.endLine());
        return from > to ? "" : shortened(lines.subList(from - 1, to));
    }

    String create(CreateFile call) throws IOException {
        Path file = workspace.fresh(call.path());
        if (Files.exists(file)) {
            throw new IOException(call.path() + " is there already: change it with fs_modify_file");
        }
        Files.writeString(file, call.content(), StandardOpenOption.CREATE_NEW);
        return "wrote " + call.content().length() + " characters";
    }

    String modify(ModifyFile call) throws IOException {
        if (Boolean.TRUE.equals(call.replaceUsingRegex())) {
            throw new IOException("this agent replaces texts, not regular expressions");
        }
        Path file = workspace.existing(call.path());
        String text = Files.readString(file);
        int count = 0;
        for (ModifyFile.Replacement each : replacements(call)) {
            int at = text.indexOf(each.old());
            if (each.old().isEmpty() || at < 0) {
                throw new IOException("the text to replace isn't in " + call.path() + "; nothing was changed");
            }
            if (text.indexOf(each.old(), at + 1) >= 0) {
                throw new IOException(
                        "the text to replace is in " + call.path() + " more than once; nothing was changed");
            }
            text = text.substring(0, at)
                    + each.replacement()
                    + text.substring(at + each.old().length());
            count++;
        }
        Files.writeString(file, text);
        return "replaced " + count + (count == 1 ? " text" : " texts");
    }

    private static List<ModifyFile.Replacement> replacements(ModifyFile call) throws IOException {
        if (call.patterns() != null) {
            return call.patterns();
        }
        if (call.stringToReplace() == null || call.newString() == null) {
            throw new IOException("say what to replace: \"patterns\", or \"string_to_replace\" and \"new_string\"");
        }
        return List.of(new ModifyFile.Replacement(call.stringToReplace(), call.newString()));
    }

    String list(ListFiles call) throws IOException {
        PathMatcher glob = FileSystems.getDefault().getPathMatcher("glob:" + call.pattern());
        Path folder = workspace.existing(call.path());
        return shortened(files(folder).stream()
                .filter(file -> glob.matches(file.getFileName()) || glob.matches(folder.relativize(file)))
                .map(workspace::name)
                .toList());
    }

    String grep(GrepFiles call) throws IOException {
        Language pattern = Language.of(TextLanguage.pattern(call.pattern()), AutomatonLimits.DEFAULT);
        Path start = workspace.existing(call.path());
        List<String> found = new ArrayList<>();
        for (Path file : Files.isDirectory(start) ? files(start) : List.of(start)) {
            // A link in the folder may lead out of it. One that doesn't leads to a file that is searched itself.
            // Rules ask about files such as .env by their own name, so they aren't searched with a folder.
            boolean isAsked =
                    !file.equals(start) && file.getFileName().toString().startsWith(".env");
            List<String> lines = isAsked || Files.isSymbolicLink(file)
                    ? List.of()
                    : lines(file).orElse(List.of());
            for (int i = 0; i < lines.size(); i++) {
                if (pattern.contains(lines.get(i))) {
                    found.add(workspace.name(file) + ":" + (i + 1) + ": " + lines.get(i));
                }
            }
        }
        return shortened(found);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(each -> !each.toString().contains("/.git/"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the lines of a file; empty if it is not a text file. */
    private static Optional<List<String>> lines(Path file) throws IOException {
        try {
            return Optional.of(Files.readAllLines(file));
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static String shortened(List<String> lines) {
        if (lines.isEmpty()) {
            return "nothing";
        }
        String text = String.join("\n", lines.subList(0, Math.min(LINES, lines.size())));
        return lines.size() <= LINES ? text : text + "\n... and " + (lines.size() - LINES) + " lines more";
    }
}
