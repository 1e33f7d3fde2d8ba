package dev.toolpolicy.examples.agent;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.examples.tools.files.CreateFile;
import dev.toolpolicy.examples.tools.files.GrepFiles;
import dev.toolpolicy.examples.tools.files.ListFiles;
import dev.toolpolicy.examples.tools.files.ModifyFile;
import dev.toolpolicy.examples.tools.files.ReadFile;
import dev.toolpolicy.examples.tools.git.GitCommit;
import dev.toolpolicy.examples.tools.git.GitDiff;
import dev.toolpolicy.examples.tools.release.RunTests;
import dev.toolpolicy.examples.tools.shell.Bash;
import dev.toolpolicy.runtime.turn.ToolHandlers;
import java.util.Set;

/** The agent's tools and what does their work. */
final class AgentTools {
    private static final Set<String> NAMES = Set.of(
            "fs_read_file",
            "fs_create_file",
            "fs_modify_file",
            "fs_list_files",
            "fs_grep_files",
            "bash",
            "test",
            "git_diff",
            "git_commit");

    private AgentTools() {}

    /** Returns the declared tools that an agent needs. */
    static ToolCatalog catalog() {
        return ToolCatalog.of(ToolCatalog.load().tools().stream()
                .filter(tool -> NAMES.contains(tool.name()))
                .toList());
    }

    static ToolHandlers executor(ToolCatalog tools, Workspace workspace) {
        FileWork files = new FileWork(workspace);
        CommandWork commands = new CommandWork(workspace);
        return ToolHandlers.of(tools)
                .handle("fs_read_file", ReadFile.class, (arguments, call) -> files.read(arguments))
                .handle("fs_create_file", CreateFile.class, (arguments, call) -> files.create(arguments))
                .handle("fs_modify_file", ModifyFile.class, (arguments, call) -> files.modify(arguments))
                .handle("fs_list_files", ListFiles.class, (arguments, call) -> files.list(arguments))
                .handle("fs_grep_files", GrepFiles.class, (arguments, call) -> files.grep(arguments))
                .handle("bash", Bash.class, (arguments, call) -> commands.bash(arguments))
                .handle("test", RunTests.class, (arguments, call) -> commands.test(arguments))
                .handle("git_diff", GitDiff.class, (arguments, call) -> commands.diff(arguments))
                .handle("git_commit", GitCommit.class, (arguments, call) -> commands.commit(arguments))
                .build();
    }
}
