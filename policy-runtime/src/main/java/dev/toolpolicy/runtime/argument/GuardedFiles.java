package dev.toolpolicy.runtime.argument;

import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.text.VisibleText;
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

/**
 * The files and folders that no call may name without approval, with all that is in them. A path names a file if it
 * does so on any system: names are compared without case, as composed characters, with either separator, and relative
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

    private final Set<NormalPath> plain = new HashSet<>();
    private final Set<NormalPath> windows = new HashSet<>();
    private final List<String> starts;

    private GuardedFiles(Collection<Path> files, Collection<Path> starts) {
        for (Path file : files) {
            String text = composed(file.toString());
            plain.add(PLAIN.of(text));
            windows.add(WINDOWS.of(text));
        }
        this.starts = starts.stream().map(Path::toString).toList();
    }

    static GuardedFiles of(Collection<Path> files, NormalPath.Form form) {
        Set<Path> all = new LinkedHashSet<>();
        files.forEach(file -> all.addAll(forms(file)));
        Path start = form.workspace().map(root -> Path.of(root.toString())).orElse(Path.of(""));
        return new GuardedFiles(all, forms(start));
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
        return isAmong(plain, PLAIN, text) || isAmong(windows, WINDOWS, text);
    }

    private boolean isAmong(Set<NormalPath> files, NormalPath.Form form, String text) {
        String root = form.of(text).root();
        if (root.endsWith("/")) {
            return isIn(files, form.of(text));
        }
        // What is relative to a drive starts where any relative path may start.
        String relative = text.substring(root.length());
        return starts.stream().anyMatch(start -> isIn(files, form.of(start + "/" + relative)));
    }

    private static boolean isIn(Set<NormalPath> files, NormalPath path) {
        return files.stream().anyMatch(path::isAtOrBelow);
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
