package dev.toolpolicy.agents.importing;

import dev.toolpolicy.agents.importing.internal.model.Entry;
import dev.toolpolicy.agents.importing.internal.model.Form;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Warnings about what a list says exactly, and probably doesn't mean. Stateless. */
final class ListWarnings {
    private static final Set<String> READERS = Set.of(
            "cat", "head", "tail", "less", "more", "grep", "rg", "sed", "awk", "find", "cp", "mv", "xxd", "base64",
            "jq", "sort", "diff", "tar", "python", "python3", "node", "bash", "sh");

    private ListWarnings() {}

    /** Returns the warnings of a list, at most one of a kind. */
    static List<String> of(List<Entry> entries) {
        List<String> warnings = new ArrayList<>();
        Optional<Entry> file = entries.stream()
                .filter(entry -> entry.mode() != Mode.ALLOW && isFiles(entry.form()))
                .findFirst();
        Optional<Entry> reader = entries.stream()
                .filter(entry -> entry.mode() == Mode.ALLOW && readsFiles(entry.form()))
                .findFirst();
        if (file.isPresent() && reader.isPresent()) {
            warnings.add("\"" + file.get().written() + "\" stops tools for files, and \""
                    + reader.get().written() + "\" clears a command that reads or changes the same files");
        }
        return warnings;
    }

    /** Returns what to say of a rule that ends in {@code :*}, which is a prefix for other hosts only; empty if none does. */
    static String colon(Form form) {
        String text = form.command();
        if (!text.endsWith(":*")) {
            return "";
        }
        String words = text.substring(0, text.length() - 2);
        String instead = words + (form instanceof Form.Line ? "( .*)?" : " *");
        return "\":*\" is not a prefix here, so it misses \"" + words + " x\": write \"" + instead + "\"";
    }

    private static boolean isFiles(Form form) {
        return form instanceof Form.Files;
    }

    private static boolean readsFiles(Form form) {
        if (!(form instanceof Form.Words words)) {
            return false;
        }
        String name = words.pattern().split(" ", 2)[0];
        return READERS.contains(name) && words.pattern().endsWith("*");
    }
}
