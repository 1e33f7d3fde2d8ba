package notes;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import io.modelcontextprotocol.common.McpTransportContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;

public final class NoteTools {
    private final Path folder;

    public NoteTools(Path folder) {
        this.folder = folder;
    }

    @McpTool(name = "read_note", description = "Reads a note.")
    @Policy(
            paths = "/path",
            run = {
                @Rule(arg = "/path", prefix = "notes/", mode = ALLOW),
                @Rule(mode = DENY, reason = "only files below notes/")
            })
    public String readNote(@McpToolParam(description = "the note's file") String path) throws IOException {
        return Files.readString(folder.resolve(path));
    }

    @McpTool(name = "share_note", description = "Shares a note with a person.")
    @Policy(
            run = {
                @Rule(arg = "/person", oneOf = "ann@office.example", mode = ALLOW),
                @Rule(mode = ASK, reason = "strangers may read it")
            })
    public String shareNote(McpTransportContext caller, String path, String person) {
        return caller.get("user") + " shared " + path + " with " + person;
    }

    @McpTool(name = "delete_note", description = "Deletes a note.")
    @Policy(run = @Rule(mode = DENY))
    public String deleteNote(String path) throws IOException {
        return "deleted: " + Files.deleteIfExists(folder.resolve(path));
    }
}
