package dev.toolpolicy.agents.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormatGuessTest {
    @TempDir
    private Path folder;

    private ListFormat guessed(String name, String text) throws IOException, ListRefusedException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return PermissionList.read(Files.writeString(file, text)).format();
    }

    @Test
    void findsTheFormatByNameOrContent() throws IOException, ListRefusedException {
        assertThat(guessed("default.rules", "")).isEqualTo(ListFormat.CODEX);
        assertThat(guessed("p.toml", "")).isEqualTo(ListFormat.GEMINI);
        assertThat(guessed("skills/a/SKILL.md", "")).isEqualTo(ListFormat.CLAUDE_ALLOWED_TOOLS);
        assertThat(guessed(".opencode/agent/plan.md", "")).isEqualTo(ListFormat.OPENCODE);
        assertThat(guessed("permissions.yaml", "")).isEqualTo(ListFormat.CONTINUE);
        assertThat(guessed("agent.yaml", "")).isEqualTo(ListFormat.CAGENT);
        assertThat(guessed(".claude/settings.json", "{}")).isEqualTo(ListFormat.CLAUDE);
        assertThat(guessed(".cursor/cli.json", "{}")).isEqualTo(ListFormat.CURSOR);
        assertThat(guessed("a.json", "{\"permission\": \"ask\"}")).isEqualTo(ListFormat.OPENCODE);
        assertThat(guessed("a.json", "{\"allowedTools\": []}")).isEqualTo(ListFormat.KIRO);
        assertThat(guessed("a.json", "{\"amp.permissions\": []}")).isEqualTo(ListFormat.AMP);
        assertThat(guessed("a.json", "{\"toolPermissions\": []}")).isEqualTo(ListFormat.AUGMENT);
        assertThat(guessed("a.json", "{\"$version\": 3, \"permissions\": {}}")).isEqualTo(ListFormat.QWEN);
        assertThat(guessed("a.json", "{\"permissions\": {\"allow\": [\"Shell(ls)\"]}}"))
                .isEqualTo(ListFormat.CURSOR);
        assertThat(guessed("a.json", "{\"permissions\": {\"allow\": [\"Bash(ls)\"]}}"))
                .isEqualTo(ListFormat.CLAUDE);
    }

    @Test
    void saysThatNothingSaysIt() {
        assertThatThrownBy(() -> guessed("a.json", "{\"rules\": []}")).hasMessageContaining("nothing says the format");
        assertThatThrownBy(() -> guessed("a.txt", "")).isInstanceOf(ListRefusedException.class);
    }
}
