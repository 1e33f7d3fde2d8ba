package dev.toolpolicy.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may read the page and answer there. */
class ApprovalPageAccessTest extends OpenPage {
    @Test
    void aFormOfAnotherPageIsNoAnswer() throws Exception {
        call("bash", "{\"command\":\"make\"}");
        String approve = reply(card("Run bash?"), "approve");
        assertThat(send(request("answer").POST(HttpRequest.BodyPublishers.ofString(approve)))
                        .statusCode())
                .isEqualTo(415);
        assertThat(send(request("answer")
                                .header("Content-Type", "text/plain")
                                .POST(HttpRequest.BodyPublishers.ofString(approve)))
                        .statusCode())
                .isEqualTo(415);
        assertThat(send(request("answer").GET()).statusCode()).isEqualTo(404);
    }

    @Test
    void nobodyComesInWithoutTheToken() throws Exception {
        String wrong = "http://127.0.0.1:" + page.address().getPort() + "/";
        for (String path :
                List.of("", "events", "answer", "page.js", "0".repeat(32) + "/", "0".repeat(32) + "/events")) {
            HttpResponse<String> response = send(HttpRequest.newBuilder(URI.create(wrong + path)));
            assertThat(response.statusCode()).as(path).isEqualTo(403);
            assertThat(response.body()).isEqualTo("Open the address that the program printed, with its token.");
        }
    }

    @Test
    void twoPagesHaveTwoTokens() throws IOException {
        try (ApprovalPage other = ApprovalPage.open(0)) {
            assertThat(other.address().getPath())
                    .isNotEqualTo(page.address().getPath())
                    .hasSize(34);
        }
    }

    /** A page of somebody else that a browser shows, or a name that somebody made to point here. */
    @ParameterizedTest
    @CsvSource({
        "Host: evil.example,403",
        "Host: 127.0.0.1,403",
        "Host: 127.0.0.1:PORT,200",
        "Host: localhost:PORT,200",
        "Host: 127.0.0.1:PORT; Origin: http://evil.example,403",
        "Host: 127.0.0.1:PORT; Origin: null,403",
        "Host: 127.0.0.1:PORT; Origin: http://localhost:PORT,403",
        "Host: 127.0.0.1:PORT; Origin: http://127.0.0.1:PORT,200",
        "Host: 127.0.0.1:PORT; Host: evil.example,403"
    })
    void othersAreKeptOut(String headers, int status) throws IOException {
        String port = String.valueOf(page.address().getPort());
        List<String> answered = raw("GET " + page.address().getPath() + " HTTP/1.1\r\n"
                + headers.replace("; ", "\r\n").replace("PORT", port) + "\r\nConnection: close\r\n\r\n");
        assertThat(answered.get(0)).startsWith("HTTP/1.1 " + status);
    }

    private List<String> raw(String request) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), page.address().getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            List<String> lines = new ArrayList<>();
            new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .lines()
                    .forEach(lines::add);
            return lines;
        }
    }

    @Test
    void everythingSaysThatItIsNotToBeFramedStoredOrMixedWithOthers() throws Exception {
        for (String path : List.of("", "page.js", "page.css", "nothing")) {
            HttpResponse<String> response = send(request(path));
            assertThat(response.headers().firstValue("Content-Security-Policy").orElse(""))
                    .contains("default-src 'none'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        }
    }

    @Test
    void aPortThatIsTakenIsSaidWithWhatToDo() {
        int port = page.address().getPort();
        assertThatThrownBy(() -> ApprovalPage.open(port))
                .isInstanceOf(IOException.class)
                .hasMessage("port " + port + " is in use: choose another, or 0 for any that is free");
    }
}
