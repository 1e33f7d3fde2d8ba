package dev.toolpolicy.examples.agent;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.examples.tools.files.CreateFileTool;
import dev.toolpolicy.examples.tools.files.GrepFilesTool;
import dev.toolpolicy.examples.tools.files.ListFilesTool;
import dev.toolpolicy.examples.tools.files.ModifyFileTool;
import dev.toolpolicy.examples.tools.files.ReadFileTool;
import dev.toolpolicy.examples.tools.git.GitCommitTool;
import dev.toolpolicy.examples.tools.git.GitDiffTool;
import dev.toolpolicy.examples.tools.release.RunTestsTool;
import dev.toolpolicy.examples.tools.shell.BashTool;
import dev.toolpolicy.runtime.ToolHandlers;
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
        return ToolHandlers.builder(tools)
                .handle(ReadFileTool.TOOL, (arguments, call) -> files.read(arguments))
                .handle(CreateFileTool.TOOL, (arguments, call) -> files.create(arguments))
                .handle(ModifyFileTool.TOOL, (arguments, call) -> files.modify(arguments))
                .handle(ListFilesTool.TOOL, (arguments, call) -> files.list(arguments))
                .handle(GrepFilesTool.TOOL, (arguments, call) -> files.grep(arguments))
                .handle(BashTool.TOOL, (arguments, call) -> commands.bash(arguments))
                .handle(RunTestsTool.TOOL, (arguments, call) -> commands.test(arguments))
                .handle(GitDiffTool.TOOL, (arguments, call) -> commands.diff(arguments))
                .handle(GitCommitTool.TOOL, (arguments, call) -> commands.commit(arguments))
                .build();
    }
}
