package dev.toolpolicy.runtime.rule;

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

/**
 * Files that no call may name unattended. A path names one if it does on some system: names are compared without their
 * case, as composed characters, with either separator, and from the workspace or where this process started. A name too
 * many costs a question; one too few would let a model write its own rules. Immutable.
 */
final class GuardedFiles {
    private static final Logger LOG = System.getLogger(GuardedFiles.class.getName());
    private static final NormalPath.Form PLAIN = NormalPath.Form.PLAIN.ignoringCase();
    private static final NormalPath.Form WINDOWS = NormalPath.Form.PLAIN.withWindowsNames().ignoringCase();

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

    /** A path as it is written and where it really leads; all absolute. */
    private static Set<Path> forms(Path path) {
        Set<Path> forms = new LinkedHashSet<>();
        forms.add(path.toAbsolutePath().normalize());
        try {
            forms.add(path.toRealPath());
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "nothing is known of the links of " + path, e);
        }
        return forms;
    }

    boolean isNamedBy(String path) {
        String text = composed(path);
        return isAmong(plain, PLAIN, text) || isAmong(windows, WINDOWS, text);
    }

    private boolean isAmong(Set<NormalPath> files, NormalPath.Form form, String text) {
        String root = form.of(text).root();
        if (root.endsWith("/")) {
            return files.contains(form.of(text));
        }
        // What is relative to a drive starts where any relative path may start.
        String relative = text.substring(root.length());
        return starts.stream().anyMatch(start -> files.contains(form.of(start + "/" + relative)));
    }

    private static String composed(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }
}
