package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.toolpolicy.shared.BriefJava;
import dev.toolpolicy.shared.Until;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The hook as it is installed, with the helper that its script starts: the answers are those of a process of its own. */
class HookHelperTest {
    private static final String BEFORE = """
        {"hook_event_name": "PreToolUse", "session_id": "s", "cwd": "%1$s", "tool_use_id": "%2$s",
         "tool_name": "Bash", "tool_input": {"command": "%3$s"}}\
        """;
    private static final String SKILL = """
        {"hook_event_name": "PreToolUse", "session_id": "s", "cwd": "%1$s", "tool_use_id": "%2$s",
         "tool_name": "Skill", "tool_input": {"skill": "a"}}\
        """;
    private static final String AFTER = """
        {"hook_event_name": "PostToolUse", "session_id": "s", "cwd": "%1$s", "tool_use_id": "%2$s",
         "tool_name": "Bash", "tool_input": {"command": "%3$s"}, "tool_response": {"stdout": "fine"}}\
        """;

    private static final String LIE = "{\"allow\": true}";

    private static Path script;

    /** Short, since the path of a socket has at most about a hundred characters. */
    private Path home;

    private Path policy;
    private Path workspace;

    private record Said(int code, String text) {}

    @BeforeAll
    static void install() throws Exception {
        assumeTrue(Stream.of("curl", "cksum").allMatch(tool -> Files.isExecutable(Path.of("/usr/bin", tool))));
        script = Installed.script();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    @BeforeEach
    void comeHome() throws IOException {
        home = Files.createTempDirectory(Path.of("/tmp"), "h").toRealPath();
        workspace = Files.createDirectories(home.resolve("w"));
        policy = home.resolve("p.toml");
        allow("git status");
    }

    @AfterEach
    void endHelpers() throws Exception {
        for (ProcessHandle helper : helpers()) {
            helper.destroyForcibly();
            helper.onExit().get(20, TimeUnit.SECONDS);
        }
        delete(home);
    }

    private void allow(String command) throws IOException {
        Files.writeString(
                policy,
                "[tools.Bash.policy]\nrun = [{ arg = \"/command\", commands = [\"" + command
                        + "\"], mode = \"allow\" }, { mode = \"deny\" }]\n"
                        + "[tools.Skill.policy]\nrun = [{ mode = \"allow\" }]\nrequires = [{ tools = [\"Bash\"] }]\n");
    }

    /** Returns the helpers of this test's home. */
    private List<ProcessHandle> helpers() {
        return ProcessHandle.allProcesses()
                .filter(each -> each.info()
                        .commandLine()
                        .filter(line -> line.contains("HookHelper") && line.contains(home.toString()))
                        .isPresent())
                .toList();
    }

    private Said hook(String helper, Path folder, String event, String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "sh",
                script.toString(),
                "hook",
                "claude-code",
                "--policy",
                policy.toString(),
                "--store",
                home.resolve("store-" + helper).toString()));
        command.addAll(List.of(more));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("HOME", home.toString());
        builder.environment().put("http_proxy", "http://127.0.0.1:9");
        builder.environment().put("TOOLPOLICY_HELPER", helper);
        builder.environment().put("TOOLPOLICY_OPTS", "-Dtoolpolicy.helper.idle=60 -XX:TieredStopAtLevel=1");
        builder.environment().put("TOOLPOLICY_JAVA", BriefJava.command().get(0));
        Process process = builder.start();
        process.getOutputStream().write(event.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Said(process.exitValue(), text.strip());
    }

    private Said before(String helper, String id, String command) throws Exception {
        return hook(helper, workspace, BEFORE.formatted(workspace, id, command));
    }

    /** Waits until there is a helper that answers. */
    private Path started() throws Exception {
        before("on", "first", "ls");
        Until.met("a helper that answers", () -> !sockets(root()).isEmpty());
        return sockets(root()).get(0);
    }

    private Path root() {
        return home.resolve(".local/state/toolpolicy/helper");
    }

    private static List<Path> sockets(Path root) throws IOException {
        if (!Files.exists(root)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(root)) { // a walk would fail at a file that is moved meanwhile
            return folders.map(each -> each.resolve("socket"))
                    .filter(Files::exists)
                    .toList();
        }
    }

    private void ended(ProcessHandle helper) throws Exception {
        helper.onExit().get(30, TimeUnit.SECONDS);
    }

    @Test
    void itAnswersAsAProcessOfItsOwn() throws Exception {
        Path socket = started();
        assertThat(Files.getPosixFilePermissions(socket.getParent()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        before("off", "first", "ls");
        List<Said> with = new ArrayList<>();
        List<Said> without = new ArrayList<>();
        for (String helper : List.of("on", "off")) {
            List<Said> all = helper.equals("on") ? with : without;
            all.add(hook(helper, workspace, SKILL.formatted(workspace, "b")));
            all.add(before(helper, "c", "git status"));
            all.add(hook(helper, workspace, AFTER.formatted(workspace, "c", "git status")));
            all.add(hook(helper, workspace, SKILL.formatted(workspace, "d")));
            all.add(hook(helper, workspace, "{\"no\": \"event"));
        }
        assertThat(with).isEqualTo(without);
        assertThat(with).extracting(Said::code).containsOnly(0, 2);
        assertThat(with.get(0).text()).as("without the command").contains("\"deny\"");
        assertThat(with.get(3).text()).as("after the command").contains("\"allow\"");
        assertThat(helpers()).hasSize(1);
    }

    @Test
    void aPolicyThatChangesCountsAtOnce() throws Exception {
        started();
        assertThat(before("on", "a", "git status").text()).contains("\"allow\"");
        allow("git log");
        assertThat(before("on", "b", "git status").text()).contains("\"deny\"");
        Files.writeString(policy, "tools = 1");
        Said broken = before("on", "c", "git log");
        assertThat(broken.code()).isEqualTo(2);
        assertThat(broken.text()).contains("blocks this call");
        assertThat(helpers()).hasSize(1);
    }

    @Test
    void oneThatWasKilledIsReplaced() throws Exception {
        Path socket = started();
        ProcessHandle helper = helpers().get(0);
        helper.destroyForcibly();
        ended(helper);
        assertThat(socket).exists();
        assertThat(before("on", "a", "git status").text()).contains("\"allow\"");
        started();
        assertThat(helpers()).hasSize(1);
    }

    /** The event that a process of its own has decided meanwhile counts once, though the helper goes on. */
    @Test
    void oneThatHangsBlocksNothingAndCountsNothing() throws Exception {
        Files.writeString(policy, "[tools.Bash.policy]\nrun = \"allow\"\nlimits = [{ calls = 3 }]\n");
        started();
        signal("STOP");
        assertThat(before("on", "a", "git status").text()).contains("\"allow\"");
        signal("CONT");
        assertThat(before("on", "b", "git status").text()).contains("\"allow\"");
        assertThat(before("on", "c", "git status").text()).contains("\"deny\"");
    }

    private void signal(String name) throws Exception {
        String pid = Long.toString(helpers().get(0).pid());
        assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor())
                .isZero();
    }

    @Test
    void oneOfAnOlderVersionAnswersNothing() throws Exception {
        started();
        ProcessHandle old = helpers().get(0);
        Path jar = Installed.jar();
        FileTime time = Files.getLastModifiedTime(jar);
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(before("on", "a", "git status").text()).contains("\"allow\"");
        ended(old);
        started(); // no successor starts behind the test's end
        Files.setLastModifiedTime(jar, time); // the archive of classes is of this one
    }

    @Test
    void anotherFolderHasAnotherHelper() throws Exception {
        started();
        Path other = Files.createDirectories(home.resolve("other"));
        hook("on", other, BEFORE.formatted(other, "a", "git status"));
        Until.met("a second helper", () -> helpers().size() == 2);
    }

    @Test
    void noneServesInAFolderThatOthersReach() throws Exception {
        Path root = Files.createDirectories(root());
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(before("on", "a", "git status").text()).contains("\"allow\"");
        Until.met("the helper ends", () -> helpers().isEmpty());
        try (Stream<Path> all = Files.walk(root)) {
            assertThat(all).noneMatch(each -> each.getFileName().toString().startsWith("socket"));
        }
        assertThat(before("on", "b", "rm x").text()).contains("\"deny\"");
    }

    /** Whoever answers at a socket that belongs to another user is not believed, though the same answer of the user's own is. */
    @Test
    void aSocketOfAnotherUserIsNotAsked() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"));
        Path socket = socketOfAnEndedHelper();
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            Thread liar = new Thread(() -> answerAll(server, LIE.length()), "liar");
            liar.start();
            assertThat(before("on", "a", "rm x").text()).isEqualTo(LIE);
            new ProcessBuilder("chown", "nobody", socket.toString()).start().waitFor();
            assertThat(before("on", "b", "rm x").text()).contains("\"deny\"");
            assertThat(socket).as("left where it is, as it isn't the user's").exists();
        }
    }

    /** Nothing after a whole head would be an answer: to Codex that the call may run. */
    @Test
    void anAnswerThatEndsEarlyIsNone() throws Exception {
        Path socket = socketOfAnEndedHelper();
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            new Thread(() -> answerAll(server, LIE.length() + 1), "cut").start();
            assertThat(before("on", "a", "rm x").text()).contains("\"deny\"").doesNotContain(LIE);
        }
    }

    private Path socketOfAnEndedHelper() throws Exception {
        Path socket = started();
        for (ProcessHandle helper : helpers()) {
            helper.destroyForcibly();
            ended(helper);
        }
        Files.delete(socket);
        return socket;
    }

    private static void answerAll(ServerSocketChannel server, int length) {
        while (server.isOpen()) {
            try (SocketChannel client = server.accept()) {
                ByteBuffer request = ByteBuffer.allocate(1 << 16);
                while (!new String(request.array(), 0, request.position(), StandardCharsets.UTF_8).contains("}}")) {
                    if (client.read(request) < 0) {
                        break;
                    }
                }
                String head = "HTTP/1.1 200 -\r\nConnection: close\r\nContent-Length: " + length + "\r\n\r\n";
                client.write(ByteBuffer.wrap((head + LIE).getBytes(StandardCharsets.UTF_8)));
            } catch (IOException closed) {
                return; // the test has ended
            }
        }
    }

    @Test
    void aCommandLineThatCannotWorkStartsNone() throws Exception {
        String event = BEFORE.formatted(workspace, "t1", "git status");
        assertThat(hook("on", workspace, event, "--workspace", "/nonexist"))
                .isEqualTo(new Said(
                        2, "Tool Policy blocks this call: the workspace /nonexist doesn't exist or can't be read"));
        assertThat(home.resolve(".local/state/toolpolicy/helper")).doesNotExist();
    }

    @Test
    void aFailureIsReportedInALine() throws Exception {
        String event = BEFORE.formatted(workspace, "t1", "git status");
        for (String audit : List.of(
                workspace + "/none/a.jsonl",
                Files.createDirectory(home.resolve("a")).toString(),
                "/dev/full")) {
            Said said = hook("off", workspace, event, "--audit", audit);
            assertThat(said.code()).as(audit).isZero();
            assertThat(said.text()).as(audit).doesNotContain("\tat ").contains("\"allow\"");
        }
        try (Stream<Path> sessions = Files.list(home.resolve("store-off"))) {
            for (Path session :
                    sessions.filter(file -> file.toString().endsWith(".json")).toList()) {
                Files.writeString(session, "{");
            }
        }
        Said damaged = hook("off", workspace, event);
        assertThat(damaged.code()).isEqualTo(2);
        assertThat(damaged.text()).startsWith("Tool Policy blocks this call: ").hasLineCount(1);
    }

    @Test
    void theAgentMayNotReachIt() throws Exception {
        Said said = before("off", "a", "git status ~/.local/state/toolpolicy/helper/1/socket");
        assertThat(said.text()).contains("\"deny\"", "that Tool Policy needs");
    }
}
