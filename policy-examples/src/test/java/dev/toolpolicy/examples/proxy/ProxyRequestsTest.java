package dev.toolpolicy.examples.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.examples.replay.Exchange;
import dev.toolpolicy.examples.replay.Replay;
import dev.toolpolicy.runtime.PolicyEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that a web page makes a browser send, and requests that never end. */
class ProxyRequestsTest {

    private static String post(URI proxy, String headers) throws IOException {
        try (Socket socket = new Socket(proxy.getHost(), proxy.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(("POST /v1/chat/completions HTTP/1.1\r\n" + headers
                    + "Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
                    .getBytes(StandardCharsets.ISO_8859_1));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).readLine();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {
        "Host: evil.com", "Host: evil.com:PORT", "Host: 127.0.0.1:PORT|Origin: http://evil.com", "Host: 127.0.0.1:PORT|Origin: null",
        "Host: 127.0.0.1:PORT|Host: evil.com", "Host: 127.0.0.1:1", "X-None: 1", "Host: localhost:PORT|Origin: http://127.0.0.1:PORT",
        "Host: mine.example.evil.com:PORT",
    })
    void aRequestThatNamesAnotherServerIsRefused(String headers) throws Exception {
        try (Proxied proxied = Proxied.of(PolicyEngine.builder().build(), settings -> settings.addressedBy(Set.of("mine.example")))) {
            Exchange never = proxied.play(Replay.json("{}"));
            assertThat(post(proxied.uri(), lines(headers, proxied))).contains(" 403 ");
            assertThat(never.sent()).isZero();
        }
    }

    private static String lines(String headers, Proxied proxied) {
        return headers.replace("PORT", Integer.toString(proxied.uri().getPort())).replace("|", "\r\n") + "\r\n";
    }

    @ParameterizedTest
    @CsvSource({
        "Host: 127.0.0.1:PORT", "Host: localhost:PORT", "Host: LocalHost:PORT", "Host: [::1]:PORT",
        "Host: localhost:PORT|Origin: http://localhost:PORT", "Host: mine.example:PORT", "Host: MINE.example",
    })
    void aRequestThatNamesThisOneIsServed(String headers) throws Exception {
        try (Proxied proxied = Proxied.of(PolicyEngine.builder().build(), settings -> settings.addressedBy(Set.of("Mine.Example")))) {
            proxied.play(Replay.json("{\"choices\":[{\"index\":0,\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}"));
            assertThat(post(proxied.uri(), lines(headers, proxied))).contains(" 200 ");
        }
    }

    /** In a process of its own, since the JDK reads its limit once. */
    @Test
    void aRequestThatNeverEndsIsBrokenOff(@TempDir Path folder) throws Exception {
        Path policy = Files.writeString(folder.resolve("policy.toml"), "[tools.go]\nparameters.a = { type = \"string\" }\npolicy.run = \"skip\"\n");
        Process proxy = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), ProxyMain.class.getName(), "--upstream", "http://127.0.0.1:9",
                "--configuration", policy.toString(), "--port", "0", "--page", "0", "--request-time", "1"))
                .redirectErrorStream(true).start();
        try (BufferedReader said = new BufferedReader(new InputStreamReader(proxy.getInputStream(), StandardCharsets.UTF_8))) {
            URI address = null;
            for (String line = said.readLine(); address == null && line != null; line = address == null ? said.readLine() : line) {
                int at = line.indexOf("listening on ");
                address = at < 0 ? null : URI.create(line.substring(at + 13, line.indexOf(',', at)));
            }
            assertThat(address).isNotNull();
            try (Socket half = new Socket(address.getHost(), address.getPort())) {
                half.setSoTimeout(30_000);
                half.getOutputStream().write("POST /v1/messages HTTP/1.1\r\nHost: 127".getBytes(StandardCharsets.ISO_8859_1));
                assertThat(half.getInputStream().read()).as("the connection ends").isEqualTo(-1);
            }
        } finally {
            proxy.destroy();
            assertThat(proxy.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }
}
