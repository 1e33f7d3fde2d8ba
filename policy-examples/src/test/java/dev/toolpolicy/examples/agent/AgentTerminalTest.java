package dev.toolpolicy.examples.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.shared.BriefJava;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The coding agent as a person meets it: in a terminal, which tmux plays. */
@Timeout(120)
class AgentTerminalTest {
    private static final long PATIENCE = 40_000_000_000L;

    @TempDir
    private Path folder;

    private Path socket;
    private Path project;

    @BeforeEach
    void prepare() throws IOException {
        Assumptions.assumeTrue(isThere("tmux") && isThere("git"), "there is no tmux or no git on the PATH");
        socket = folder.resolve("tmux");
        project = ScratchProject.makeIn(Files.createDirectory(folder.resolve("project")));
    }

    @AfterEach
    void end() throws Exception {
        if (socket != null) {
            List<ProcessHandle> shells = tmux("list-panes", "-a", "-F", "#{pane_pid}")
                    .lines()
                    .flatMap(pid -> pid.chars().allMatch(Character::isDigit)
                            ? ProcessHandle.of(Long.parseLong(pid)).stream()
                            : Stream.empty())
                    .toList();
            List<ProcessHandle> all = shells.stream()
                    .flatMap(shell -> Stream.concat(Stream.of(shell), shell.descendants()))
                    .toList();
            tmux("kill-server");
            for (ProcessHandle each : all) {
                each.onExit().get(PATIENCE, TimeUnit.NANOSECONDS); // none writes to the folder any more
            }
        }
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    private String tmux(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("tmux", "-S", socket.toString(), "-f", "/dev/null"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private void start(String options) throws Exception {
        String agent = "trap : INT; "
                + String.join(" ", BriefJava.command()) + " -Djava.io.tmpdir='" + folder
                + "' -cp '"
                + System.getProperty("java.class.path") + "' " + AgentMain.class.getName() + " --pause 1 --folder "
                + project + " " + options + "; echo ended with $?; sleep 100";
        Path script = Files.writeString(folder.resolve("start.sh"), agent);
        tmux("new-session", "-d", "-x", "180", "-y", "200", "EDITOR='sed -i s/Hello/Howdy/' sh " + script);
    }

    /** What stands on the screen, once it has a text so many times. */
    private String screen(String wanted, int times) throws Exception {
        long end = System.nanoTime() + PATIENCE;
        while (true) {
            String shown = tmux("capture-pane", "-p", "-J");
            if (shown.split(java.util.regex.Pattern.quote(wanted), -1).length > times) {
                return shown;
            }
            if (System.nanoTime() > end) {
                throw new AssertionError("never \"" + wanted + "\" on the screen:\n" + shown);
            }
            Thread.sleep(100);
        }
    }

    /** Waits until so many questions take keys; returns what is on the screen. */
    private String question(int times) throws Exception {
        screen("Run this call?", times);
        return screen("d decline all", times);
    }

    private void press(String key) throws Exception {
        tmux("send-keys", key);
    }

    @Test
    void asksRunsAndRefusesAsThePoliciesSay() throws Exception {
        start("");
        screen("> ", 1);
        tmux("send-keys", "mend the greeting", "Enter");
        String asked = question(1);
        assertThat(asked)
                .contains(
                        "Calling tool fs_grep_files(pattern: \"TODO|FIXME\", path: \"src\")",
                        "fs_grep_files ran: src/greeting.txt:2: TODO",
                        "fs_modify_file denied: fs_modify_file with key \"src/greeting.txt\" can run only after"
                                + " fs_read_file",
                        "with the same key. The rest of the response was cancelled, so calls that it had not started"
                                + " are lost.",
                        "Run this call? rule 4 (otherwise -> ask)",
                        "y approve, a approve also later calls with the same arguments, e edit");
        assertThat(Files.readString(project.resolve("src/greeting.txt"))).startsWith("Helo");
        press("y");
        question(2);
        assertThat(Files.readString(project.resolve("src/greeting.txt"))).startsWith("Hello");
        assertThat(project.resolve("docs/NOTES.md")).exists();
        assertThat(project.resolve(".git/hooks/pre-commit")).doesNotExist();
        press("r");
        screen("why?", 1);
        tmux("send-keys", "not on a Sunday", "Enter");
        screen("Done: the greeting is right", 1);
        String told = screen("git_commit declined: The user declined this call: not on a Sunday.", 1);
        assertThat(told).contains("fs_create_file denied: Denied by this tool's policy");
        tmux("send-keys", "", "Enter");
        screen("ended with 0", 1);
        assertThat(folder.toFile().list((in, name) -> name.startsWith("agent")))
                .as("what stays: the log, as it holds a denial")
                .singleElement()
                .satisfies(log -> assertThat(folder.resolve(log)).content().contains("denied call fs_modify_file"));
    }

    @Test
    void editedArgumentsRun() throws Exception {
        start("--task 'mend the greeting'");
        question(1);
        press("v");
        screen("\"new_string\": \"Hello\"", 1);
        press("e");
        String ended = screen("ended with 0", 1);
        assertThat(Files.readString(project.resolve("src/greeting.txt"))).startsWith("Howdy");
        assertThat(ended)
                .contains(
                        "test failed: test failed",
                        "git_commit denied: git_commit can run only after test has succeeded in this session.");
    }

    /** Keys from before the question, as of a key that is held down, answer nothing. */
    @Test
    void keysThatWereTypedBeforeAQuestionAnswerNothing() throws Exception {
        String say = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"A note.\"}}]}\n\n";
        String call = "data:"
            + " {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"fs_create_file\",\"arguments\":\"{\\\"path\\\":\\\"note\\\",\\\"content\\\":\\\"x\\\"}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n";
        try (ReplayServer server = ReplayServer.start()) {
            Exchange exchange = server.play(Replay.events(say + call).holdingAfter(1));
            start("--task note --model m --url " + server.uri().resolve("/v1/chat/completions"));
            screen("A note.", 1);
            String keys = "y".repeat(80);
            press(keys);
            screen(keys, 1);
            exchange.release();
            question(1);
            Thread.sleep(500);
            assertThat(project.resolve("note")).doesNotExist();
            press("d");
            screen("fs_create_file declined: The user declined this call", 1);
        }
    }

    @Test
    void anInterruptGivesTheTurnUp() throws Exception {
        Path script = Files.writeString(
                folder.resolve("script.json"),
                "[{\"say\": \"I'll look" + " around".repeat(500) + "\", \"calls\": [{\"tool\": \"fs_list_files\","
                        + " \"arguments\": {\"path\": \".\", \"pattern\": \"*\"}}]}, {\"say\": \"Done.\"}]");
        start("--pause 60 --task 'look' --script " + script); // the call comes a minute after the first words
        screen("I'll look", 1);
        press("C-c");
        assertThat(screen("ended with 0", 1)).doesNotContain("Done", "fs_list_files ran");
    }

    @Test
    void anInterruptAtAQuestionDeclinesAll() throws Exception {
        start("--task 'mend the greeting'");
        question(1);
        press("C-c");
        screen("fs_modify_file declined", 1);
        assertThat(Files.readString(project.resolve("src/greeting.txt"))).startsWith("Helo");
    }
}
