package dev.toolpolicy.cli.internal.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths and directories in events of Claude Code, and the files that guard the policy. */
final class HookPathsTest extends PlayedHook {
    @Test
    void aDirectoryThatALinkLeadsToIsOutside() throws IOException {
        Files.createSymbolicLink(project.resolve("link"), folder);
        ObjectNode event = event("PreToolUse", "toolu_1", "Bash", command("ls"));
        event.put("cwd", project.resolve("link").toString());
        assertThat(answer(event, "--workspace", project.toString())).startsWith("ask: ");
    }

    @Test
    void filesOfThePolicyNeedApproval() throws IOException {
        assertThat(before("Write", content(project.resolve("a")))).isEqualTo("allow");
        List<Object> guarded = List.of(
                policy,
                project.resolve(".claude/settings.json"),
                project.resolve(".claude/../.claude/settings.local.json"),
                folder.resolve("store/x.json"),
                folder.resolve("audit.jsonl"),
                System.getProperty("user.home") + "/.claude/settings.json",
                "~/.claude/settings.json");
        for (Object file : guarded) {
            assertThat(before(
                            "Write",
                            content(file),
                            "--workspace",
                            folder.toString(),
                            "--audit",
                            folder.resolve("audit.jsonl").toString()))
                    .as("%s", file)
                    .startsWith("ask: ");
        }
    }

    /** A pattern names files too, though it isn't a path: what it may list outside of the workspace needs approval. */
    @Test
    void patternsOfFilesStayInTheWorkspace() throws IOException {
        Files.writeString(policy, "catalog = \"claude-code\"\n[tools.Glob.policy]\nrun = \"allow\"\n");
        Files.createDirectories(project.resolve("src"));
        Files.createSymbolicLink(project.resolve("out"), folder);
        for (String pattern : List.of(
                "**/*.ts", "src/**/*.{ts,tsx}", "no/such/*", project + "/src/**", "a?b", "*.{js,{ts,tsx}}", "")) {
            assertThat(before("Glob", glob(pattern, ""))).as(pattern).isEqualTo("allow");
        }
        assertThat(before("Glob", glob("*", "src"))).isEqualTo("allow");
        for (String pattern : List.of(
                "/etc/**",
                "/no-such-folder/*",
                "../**",
                "src/../../**",
                "**/../*",
                "{/etc,src}/**",
                "{src,/etc}/**",
                "@(src|/etc)/*",
                "{a,~}/**",
                "{.,x}./**",
                ".{,x}./**",
                "{a,,.}./**",
                "{\\/etc,a}/**",
                "{a,{b,/etc}}/**",
                "~/**",
                "\\/etc/*",
                "out/**",
                folder + "/*")) {
            assertThat(before("Glob", glob(pattern, "")))
                    .as(pattern)
                    .isEqualTo("ask: Tool Policy asks: /pattern may reach files outside of the workspace");
        }
        assertThat(before("Glob", glob("../*", "src"))).startsWith("ask: ");
    }

    /** A wildcard may match a link, so what it may match is looked up. */
    @Test
    void patternsThatMatchALinkOutOfTheWorkspaceNeedApproval() throws IOException {
        Files.writeString(policy, "catalog = \"claude-code\"\n[tools.Glob.policy]\nrun = \"allow\"\n");
        Files.createDirectories(project.resolve("src/inner/deep"));
        Files.createDirectories(project.resolve("lib/deep"));
        Files.createSymbolicLink(project.resolve("src/etc"), folder);
        Files.createSymbolicLink(project.resolve("lib/deep/etc"), folder);
        for (String pattern :
                List.of("src/etc/*", "src/e*/*", "src/[e]tc/*", "src/?tc/*", "src/E*/a", "*/etc/*", "l*/*/*/*")) {
            assertThat(before("Glob", glob(pattern, "")))
                    .as(pattern)
                    .isEqualTo("ask: Tool Policy asks: /pattern may reach files outside of the workspace");
        }
        assertThat(before("Glob", glob("e*/*", "src"))).startsWith("ask: ");
        for (String pattern : List.of("src/i*/*", "src/*", "lib/*/*", "no/e*/*", "**/e*/*", "l*/d*/*")) {
            assertThat(before("Glob", glob(pattern, ""))).as(pattern).isEqualTo("allow");
        }
        for (int i = 0; i < 10_001; i++) {
            Files.createFile(project.resolve("lib/" + i));
        }
        assertThat(before("Glob", glob("lib/d*/*", "")))
                .as("too many files to look at")
                .startsWith("ask: ");
    }

    private static Object glob(String pattern, String path) {
        ObjectNode input = JSON.createObjectNode().put("pattern", pattern);
        return path.isEmpty() ? input : input.put("path", path);
    }

    /** One policy serves all workspaces of a user: what is dead in one of them is a warning there. */
    @Test
    void aRuleThatIsDeadInThisWorkspaceBlocksNothingElse() throws IOException {
        Files.writeString(policy, """
            catalog = "claude-code"
            [tools.Read.policy]
            run = [
              { arg = "/file_path", glob = "%s/**", mode = "deny" },
              { arg = "/file_path", glob = "src/**", mode = "allow" },
            ]
            [tools."*".policy]
            run = "allow"
            """.formatted(folder));

        assertThat(before("Read", file(project.resolve("src/a")))).startsWith("deny: ");
        assertThat(before("Bash", command("ls"))).isEqualTo("allow");
    }

    @Test
    void pathsAreThoseThatTheAgentMeans() throws IOException {
        Path below = Files.createDirectories(project.resolve("secrets/below"));
        Files.createSymbolicLink(project.resolve("link"), project.resolve("secrets"));
        String workspace = project.toString();
        assertThat(before("Write", content(project.resolve("link/key")))).startsWith("deny: ");
        assertThat(before("Write", content(folder.resolve("outside")))).startsWith("ask: ");

        ObjectNode event = event("PreToolUse", "toolu_90", "Write", content("key"));
        assertThat(answer(event.put("cwd", below.toString()), "--workspace", workspace))
                .startsWith("deny: ");
        event = event("PreToolUse", "toolu_91", "Bash", command("ls"));
        assertThat(answer(event.put("cwd", folder.toString()), "--workspace", workspace))
                .startsWith("ask: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {" /etc/passwd", "\n~/.claude/settings.json", "\u00a0.claude/settings.json", "a ", "\ufeffa"})
    void aPathWithBlanksAroundItIsDenied(String path) throws IOException {
        assertThat(before("Write", content(path))).startsWith("deny: ").contains("/file_path");
    }

    @Test
    void aPathThatGoesUpFromALinkNeedsApproval() throws IOException {
        Path outside = Files.createDirectories(folder.resolve("elsewhere/deep"));
        Files.writeString(folder.resolve("elsewhere/data.txt"), "x");
        Files.createSymbolicLink(project.resolve("link"), outside);
        Files.createDirectories(project.resolve("secrets/deep"));
        Files.createDirectories(project.resolve("src/deep"));
        Files.createSymbolicLink(project.resolve("src/inside"), project.resolve("secrets/deep"));
        Files.createSymbolicLink(project.resolve("src/up"), Files.createDirectory(project.resolve(".claude")));
        for (String path : List.of(
                "link/../data.txt",
                "link/../new.txt",
                "link/./../data.txt",
                "src/deep/../../link/../data.txt",
                "src/inside/../key",
                "src/up/../.claude/settings.json",
                "src/up/../policy.toml",
                project + "/link/../data.txt",
                "a-file-name-that-is-too-long-to-be-read".repeat(9))) {
            assertThat(before("Write", content(path))).as(path).startsWith("ask: ");
        }
        assertThat(before("Write", content("src/deep/../new.txt"))).isEqualTo("allow");
        assertThat(before("Write", content("new/deep/../new.txt"))).isEqualTo("allow");
    }

    @Test
    void aRelativePathNeedsNoDirectory() throws IOException {
        ObjectNode event = event("PreToolUse", "toolu_1", "Write", content("secrets/key"));
        assertThat(answer(event.put("cwd", ""))).startsWith("deny: Denied by rule no-secrets");
    }

    @Test
    void anEmptyWorkspaceBlocks() {
        String event = event("PreToolUse", "toolu_1", "Read", file("a")).toString();
        assertThat(hook(event, "--workspace", "").code()).isEqualTo(2);
    }

    @Test
    void toolsOfServersNameNoGuardedFile() throws IOException {
        ObjectNode input = JSON.createObjectNode();
        assertThat(before("mcp__github__put", input.put("path", "src/a"))).isEqualTo("allow");
        Files.createDirectory(project.resolve(".claude"));
        Files.createSymbolicLink(project.resolve("link"), project.resolve(".claude"));
        for (String path : List.of(
                ".claude/settings.json",
                project + "/.claude/settings.json",
                "~/.claude/settings.json",
                "link/settings.json",
                policy.toString())) {
            assertThat(before("mcp__github__put", input.put("path", path)))
                    .as(path)
                    .startsWith("ask: ");
            ObjectNode nested = JSON.createObjectNode();
            nested.putArray("files").addObject().put("path", path);
            assertThat(before("mcp__github__put", nested)).as(path).startsWith("ask: ");
        }
    }

    /** Servers in Go, and others that don't see the case of names, take the last of both. */
    @Test
    void argumentsWhoseNamesDifferOnlyInCaseAreDenied() throws IOException {
        ObjectNode input = JSON.createObjectNode().put("path", "src/a");
        assertThat(before("mcp__github__put", input.put("paths", "b"))).isEqualTo("allow");
        assertThat(before("mcp__github__put", input.put("Path", "src/b")))
                .isEqualTo(
                        "deny: Not run: invalid arguments at /Path: the name \"Path\" differs from another one only in"
                                + " case.");
    }

    @Test
    void argumentsOfServersNameGuardedFilesInManyWays() throws IOException {
        Files.createDirectories(project.resolve(".claude/deep"));
        Files.createSymbolicLink(project.resolve("link"), project.resolve(".claude/deep"));
        String uri = "file://" + project + "/.claude/settings.json";
        for (String arguments : List.of(
                "{'files': {'.claude/settings.json': '{}'}}",
                "{'files': {'PROJECT/.claude/settings.json': '{}'}}",
                "{'files': [{'.CLAUDE/Settings.json': '{}'}]}",
                "{'uri': '" + uri + "'}",
                "{'uri': 'FILE://localhostPROJECT/%2eclaude/settings%2Ejson'}",
                "{'uri': 'file:PROJECT/.claude/settings.json?x#y'}",
                "{'uri': ' file:.claude/settings.json'}",
                "{'source': '.claude', 'destination': 'x'}",
                "{'source': 'y', 'destination': './.claude/'}",
                "{'source': 'FOLDER', 'destination': 'x'}",
                "{'source': '..', 'destination': 'x'}",
                "{'dir': '.claude', 'name': 'settings.json'}",
                "{'dir': 'FOLDER', 'name': 'project/.claude/settings.json'}",
                "{'dir': 'src', 'name': '../.claude/settings.json'}",
                "{'path': 'link/../settings.json'}")) {
            String text = arguments
                    .replace('\'', '"')
                    .replace("PROJECT", project.toString())
                    .replace("FOLDER", folder.toString());
            assertThat(before("mcp__github__put", JSON.readTree(text))).as(text).startsWith("ask: ");
        }
        for (String harmless : List.of(
                "{'path': ''}",
                "{'path': '.'}",
                "{'path': '/'}",
                "{'path': 'PROJECT'}",
                "{'uri': 'file://PROJECT/src/a%2'}",
                "{'claude': 'settings', 'settings': {'a.b': 'c'}}",
                "{'body': 'See a/../b, ../x and " + "long ".repeat(100) + "...'}")) {
            String text = harmless.replace('\'', '"').replace("PROJECT", project.toString());
            assertThat(before("mcp__github__put", JSON.readTree(text))).as(text).isEqualTo("allow");
        }
    }

    @Test
    void foldersOfGuardedFilesNeedApproval() throws IOException {
        Path nested = Files.createDirectories(project.resolve("config/agent"));
        Path other = Files.writeString(nested.resolve("more.toml"), "[tools.Glob.policy]\nrun = \"allow\"\n");
        for (String path : List.of("config", "config/agent", project + "/CONFIG", ".claude")) {
            assertThat(before("Write", content(path), "--policy", other.toString()))
                    .as(path)
                    .startsWith("ask: ");
        }
        for (String path : List.of("conf", "config2", "config/agents")) {
            assertThat(before("Write", content(path), "--policy", other.toString()))
                    .as(path)
                    .isEqualTo("allow");
        }
        assertThat(before("Read", file(".")))
                .as("the workspace itself can be listed")
                .isEqualTo("allow");
    }
}
