package dev.toolpolicy.runtime.call;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.schema.NormalPath;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files and folders that no call may name without approval, with all that is in them, and the folders around them,
 * which could be moved away with them. The workspace and what is above it are not among those folders, since any call
 * may list the workspace. A path names a file if it does so on any system: names are compared without case, as composed characters, with either separator, and relative
 * to the workspace or to the process's directory. One name too many costs a question; one too few would let a model write its own rules. A path with very
 * many marks in a row counts as a name too: composing sorts the marks after a character by insertion, which would take
 * too long for megabytes of them. Immutable.
 */
final class GuardedFiles {
    private static final Logger LOG = System.getLogger(GuardedFiles.class.getName());
    private static final NormalPath.Form PLAIN = NormalPath.Form.PLAIN.ignoringCase();
    private static final NormalPath.Form WINDOWS =
            NormalPath.Form.PLAIN.withWindowsNames().ignoringCase();

    /** More marks in a row than any script puts on a character; Unicode's stream-safe texts have 30 (UAX #15, 13). */
    private static final int MOST_MARKS = 64;

    private final List<Names> names;
    private final List<String> starts;

    /**
     * The names of the files in one form of paths.
     *
     * @param files the files and folders
     * @param around the folders around them
     */
    private record Names(NormalPath.Form form, Set<NormalPath> files, Set<NormalPath> around) {
        boolean has(NormalPath path) {
            return around.contains(path) || files.stream().anyMatch(path::isAtOrBelow);
        }
    }

    private GuardedFiles(Set<Path> files, Set<Path> around, Collection<Path> starts) {
        this.names = Stream.of(PLAIN, WINDOWS)
                .map(form -> new Names(form, in(form, files), in(form, around)))
                .toList();
        this.starts = starts.stream().map(Path::toString).toList();
    }

    private static Set<NormalPath> in(NormalPath.Form form, Set<Path> paths) {
        return paths.stream().map(path -> form.of(composed(path.toString()))).collect(Collectors.toUnmodifiableSet());
    }

    static GuardedFiles of(Collection<Path> files, NormalPath.Form form) {
        Set<Path> all = new LinkedHashSet<>();
        files.forEach(file -> all.addAll(forms(file)));
        Path start = form.workspace().map(root -> Path.of(root.toString())).orElse(Path.of(""));
        Set<Path> starts = forms(start);
        Set<Path> around = new HashSet<>();
        all.forEach(file -> addAround(file, starts, form.workspace().isPresent(), around));
        return new GuardedFiles(all, around, starts);
    }

    /** Adds the folders around a file up to the workspace; without a workspace, those below the process's directory. */
    private static void addAround(Path file, Set<Path> starts, boolean everywhere, Set<Path> around) {
        for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
            Path above = folder;
            if (starts.stream().anyMatch(start -> start.startsWith(above))) {
                return;
            }
            if (everywhere || starts.stream().anyMatch(above::startsWith)) {
                around.add(folder);
            }
        }
    }

    /** Returns a path as written and without links; all absolute. */
    private static Set<Path> forms(Path path) {
        Set<Path> forms = new LinkedHashSet<>();
        forms.add(path.toAbsolutePath().normalize());
        try {
            forms.add(DirectoryLinks.withoutLinks(path.toAbsolutePath()));
        } catch (IOException e) {
            LOG.log(
                    Level.DEBUG,
                    "nothing is known of the links of " + VisibleText.line(path.toString(), VisibleText.NAME),
                    e);
        }
        return forms;
    }

    boolean isNamedBy(String path) {
        if (hasTooManyMarks(path)) {
            return true;
        }
        String text = composed(path);
        return names.stream().anyMatch(each -> isAmong(each, text));
    }

    private boolean isAmong(Names guarded, String text) {
        String root = guarded.form().of(text).root();
        if (root.endsWith("/")) {
            return guarded.has(guarded.form().of(text));
        }
        // What is relative to a drive starts where any relative path may start.
        String relative = text.substring(root.length());
        return starts.stream().anyMatch(start -> guarded.has(guarded.form().of(start + "/" + relative)));
    }

    private static boolean hasTooManyMarks(String path) {
        int marks = 0;
        for (int i = 0; i < path.length() && marks <= MOST_MARKS; ) {
            int c = path.codePointAt(i);
            i += Character.charCount(c);
            marks = isMark(c) ? marks + 1 : 0;
        }
        return marks > MOST_MARKS;
    }

    private static boolean isMark(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> false;
        };
    }

    private static String composed(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }
}
