package dev.toolpolicy.agents.internal.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.shared.Until;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway between standard input and output and a server that is a shell's line. */
final class StdioGatewayTest {
    @TempDir
    Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();

    private final ByteArrayOutputStream toClient = new ByteArrayOutputStream();
    private final HostTools tools = HostPolicies.of(PolicyConfiguration.of(
                            ConfigurationFormat.TOML,
                            "policy.toml",
                            "[tools.read.policy]\nexternal = true\nrun = \"allow\"\n"
                                    + "[tools.\"*\".policy]\nrun = \"deny\"\n")
                    .unknownTools(Severity.WARNING))
            .start(List.of());

    private boolean run(InputStream in, String line) throws Exception {
        assumeTrue(File.separatorChar == '/', "there is no sh");
        GatewayTools known = new GatewayTools(
                tools, Pins.read(folder.resolve("pins.json"), Set.of()), false, Optional.empty(), log::add);
        return new StdioGateway(in, toClient, Set.of("HOME"), log::add)
                .run(List.of("sh", "-c", line), folder, known, "s", Optional.empty());
    }

    @Test
    void theServerStartsInTheWorkspace() throws Exception {
        assertThat(run(InputStream.nullInputStream(), "pwd -P > where; cat > /dev/null"))
                .isTrue();
        assertThat(folder.resolve("where")).hasContent(folder.toRealPath().toString() + "\n");
    }

    /** With the password of the store, a server could approve its own calls. */
    @Test
    void theServerDoesNotGetSecrets() throws Exception {
        assertThat(run(InputStream.nullInputStream(), "env > variables; cat > /dev/null"))
                .isTrue();
        assertThat(folder.resolve("variables"))
                .content()
                .containsPattern("(?m)^PATH=")
                .doesNotContainPattern("(?m)^HOME=");
    }

    @Test
    void aClientThatClosesItsEndHasEndedFirst() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(run(InputStream.nullInputStream(), "cat > /dev/null")).isTrue();
        }
        assertThat(log).isEmpty();
    }

    @Test
    void aClientThatCantBeReadIsAFailure() throws Exception {
        assertThat(run(new ByteArrayInputStream(new byte[] {(byte) 0xff, '\n'}), "cat > /dev/null"))
                .isFalse();
        assertThat(run(
                        new SequenceInputStream(Collections.nCopies(33, new byte[1 << 20]).stream()
                                .map(ByteArrayInputStream::new)
                                .collect(collectingAndThen(toList(), Collections::enumeration))),
                        "cat > /dev/null"))
                .isFalse();
        assertThat(log)
                .contains("the client's messages end: a message is longer than 33554432 bytes")
                .anyMatch(line -> line.contains("UTF-8"));
    }

    @Test
    void aFailureOfTheGatewayItselfIsAFailure() throws Exception {
        tools.engine().close();
        String refused = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call/\",\"params\":{\"name\":\"read\"}}\n";
        assertThat(run(new ByteArrayInputStream(refused.getBytes(UTF_8)), "cat > /dev/null"))
                .isFalse();
    }

    /** A pipe takes some 64 kB; then the one that writes to it would wait for ever. */
    @Test
    @Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aServerThatNeverReadsHoldsUpNothingElse() throws Exception {
        String listed =
                "{\"jsonrpc\":\"2.0\",\"id\":\"toolpolicy-1\",\"result\":{\"tools\":[{\"name\":\"read\"},{\"name\":\"drop\"}]}}";
        String call =
                "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":{\"path\":\"%s\"}}}\n";
        try (PipedOutputStream client = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(client, 1 << 20)) {
            CompletableFuture<Boolean> ended = CompletableFuture.supplyAsync(() -> {
                try {
                    return run(in, "read a; read b; echo '" + listed + "'; exec sleep 100");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            client.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n".getBytes(UTF_8));
            client.write(call.formatted(1, "read", "a".repeat(200_000)).getBytes(UTF_8));
            client.write(call.formatted(2, "drop", "b").getBytes(UTF_8));
            client.flush();
            Until.met("the second answer", () -> toClient.toString(UTF_8).contains("\"id\":2"));
            assertThat(toClient.toString(UTF_8)).contains("Denied").doesNotContain("\"id\":1");
            client.close();
            assertThat(ended.get()).isTrue();
        }
    }

    @Test
    void aServerThatEndsFirstIsReported() throws Exception {
        try (PipedOutputStream client = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(client)) {
            assertThat(run(in, "exit 0")).isFalse();
        }
        assertThat(log).startsWith("the server has ended");
    }
}
