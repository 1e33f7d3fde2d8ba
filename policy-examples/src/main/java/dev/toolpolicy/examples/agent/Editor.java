package dev.toolpolicy.examples.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;

/** The person's own editor, as VISUAL or EDITOR names it. */
record Editor(String command) {
    static Optional<Editor> of(Map<String, String> environment) {
        String visual = environment.getOrDefault("VISUAL", "");
        String editor = visual.isBlank() ? environment.getOrDefault("EDITOR", "") : visual;
        return editor.isBlank() ? Optional.empty() : Optional.of(new Editor(editor));
    }

    /** Returns the text as it was edited. */
    String edit(String text) throws IOException {
        try (PassingFile file = new PassingFile("arguments", ".json")) {
            Files.writeString(file.path(), text);
            Process process = new ProcessBuilder(
                            "sh",
                            "-c",
                            command + " \"$1\"",
                            "editor",
                            file.path().toString())
                    .inheritIO()
                    .start();
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException("the editor \"" + command + "\" ended with status " + status);
            }
            return Files.readString(file.path());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the editor was interrupted", e);
        }
    }
}
