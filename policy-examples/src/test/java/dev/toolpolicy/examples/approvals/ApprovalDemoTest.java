package dev.toolpolicy.examples.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.shared.BriefJava;
import dev.toolpolicy.shared.Browser;
import java.io.BufferedReader;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration, with a program or a person who answers at once: within a minute from the command to its end. */
@Timeout(240)
class ApprovalDemoTest {
    private final HttpClient browser = HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    private String send(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response = browser.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    /** A person reads the whole page on a phone, clicks, and sees that the call ran; without a browser, a program answers. */
    @Test
    void askedInOneProcessAndRunOnceInAnother(@TempDir Path folder) throws Exception {
        Optional<Path> chromium = Browser.installed();
        if (chromium.isEmpty()) {
            demonstrate(folder, this::answer);
            return;
        }
        try (Browser browser = Browser.start(chromium.get(), folder)) {
            browser.width(390, 844);
            demonstrate(folder, login -> click(browser, login));
        }
    }

    /** The part of a person, who is given the address of the page. */
    private interface Person {
        void answer(URI login) throws Exception;
    }

    private static void demonstrate(Path folder, Person person) throws Exception {
        List<String> command = BriefJava.command(
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                ApprovalDemo.class.getName());
        Process demo = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> said = new ArrayList<>();
        try (BufferedReader lines = demo.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.add(line);
                if (line.startsWith("Answer at ")) {
                    person.answer(URI.create(line.substring("Answer at ".length())));
                }
            }
        } finally {
            demo.destroyForcibly().waitFor();
        }
        assertThat(said).as(said.toString()).hasSize(5);
        assertThat(said.get(0)).contains("PENDING");
        assertThat(said.get(3)).endsWith("RAN: deployed to production");
        assertThat(said.get(4)).contains("DENIED").contains("was used before, and the call ran");
    }

    private static void click(Browser browser, URI login) {
        browser.open(login, login.resolve("/approvals/"));
        browser.await("document.querySelector('#requests button:not([disabled])')");
        assertThat(browser.text("#requests article"))
                .contains("deploy", "\"production\"", "production is a person's decision")
                .contains("Would run without approval: /to const \"test\"");
        assertThat(browser.eval("document.documentElement.scrollWidth").asInt()).isEqualTo(390);
        browser.click("#requests [data-answer=approve]");
        browser.await("document.querySelector('#records article .outcome')?.innerText === 'ran'");
        assertThat(browser.text("#connection")).isEqualTo("signed in as you");
    }

    private void answer(URI login) throws Exception {
        assertThat(send(HttpRequest.newBuilder(login))).contains("<title>Approvals</title>");
        JsonNode page = new ObjectMapper().readTree(send(HttpRequest.newBuilder(login.resolve("/approvals/requests"))));
        JsonNode card = page.path("pending").get(0);
        assertThat(card.path("reason").asText()).contains("production is a person's decision");
        String body = "{\"id\":" + card.path("id") + ",\"digest\":" + card.path("digest") + ",\"answer\":\"approve\"}";
        send(HttpRequest.newBuilder(login.resolve("/approvals/answer"))
                .header("Content-Type", "application/json")
                .header("Origin", "http://" + login.getAuthority())
                .header("X-Tool-Policy-Token", page.path("token").asText())
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }
}
