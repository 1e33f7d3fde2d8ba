package dev.toolpolicy.shared;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A headless Chromium with one tab, driven as a person would, by its DevTools protocol. */
public final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private String tab = "";

    private Browser(Process process, URI devTools) {
        this.process = process;
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(devTools, new Answers())
                .join();
    }

    /** Where Chromium is; the CI installs it. */
    public static Optional<Path> installed() {
        return Stream.of(System.getenv("PATH").split(java.io.File.pathSeparator))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(Path.of(folder)::resolve))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public static Browser start(Path chromium, Path profile) throws IOException {
        ProcessBuilder command = new ProcessBuilder(
                        chromium.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--window-size=1000,1200",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        command.environment().put("TMPDIR", profile.toString()); // where it leaves its sockets when it is killed
        Process process = command.start();
        BufferedReader said = process.errorReader(StandardCharsets.UTF_8);
        String line = said.readLine();
        while (line != null && !line.startsWith("DevTools listening on ")) {
            line = said.readLine();
        }
        if (line == null) {
            throw new IOException("Chromium ended with status " + process.exitValue());
        }
        Thread drain = new Thread(() -> said.lines().forEach(each -> {}), "chromium-log");
        drain.setDaemon(true);
        drain.start();
        Browser browser = new Browser(process, URI.create(line.substring("DevTools listening on ".length())));
        browser.attach();
        return browser;
    }

    private void attach() {
        String target = call("Target.createTarget", JSON.createObjectNode().put("url", "about:blank"))
                .path("targetId")
                .asText();
        tab = call(
                        "Target.attachToTarget",
                        JSON.createObjectNode().put("targetId", target).put("flatten", true))
                .path("sessionId")
                .asText();
    }

    /** Goes to a page. */
    public void open(URI page) {
        open(page, page);
    }

    /** Goes to a page that leads to another one. */
    public void open(URI page, URI leadsTo) {
        call("Page.navigate", JSON.createObjectNode().put("url", page.toString()));
        await("document.readyState === 'complete' && location.href === " + quoted(leadsTo.toString()));
    }

    /** Makes the page as wide and high as that of a phone. */
    public void width(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                JSON.createObjectNode()
                        .put("width", width)
                        .put("height", height)
                        .put("deviceScaleFactor", 2)
                        .put("mobile", true));
    }

    /** What an expression gives there. */
    public JsonNode eval(String expression) {
        JsonNode answer = call(
                "Runtime.evaluate",
                JSON.createObjectNode()
                        .put("expression", expression)
                        .put("returnByValue", true)
                        .put("awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    /** Waits until an expression is true there. */
    public void await(String expression) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!eval("Boolean(" + expression + ")").asBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("never true: " + expression + "; the page says: "
                        + eval("document.body.innerText").asText());
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(25);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Clicks with the mouse where an element is, once it can be clicked. */
    public void click(String selector) {
        String element = "document.querySelector(" + quoted(selector) + ")";
        await(element + " && !" + element + ".disabled");
        JsonNode at = eval("(() => { const e = " + element + "; e.scrollIntoView({block: 'center'});"
                + " const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()");
        for (String kind : new String[] {"mousePressed", "mouseReleased"}) {
            call(
                    "Input.dispatchMouseEvent",
                    JSON.createObjectNode()
                            .put("type", kind)
                            .put("button", "left")
                            .put("clickCount", 1)
                            .put("x", at.get(0).asDouble())
                            .put("y", at.get(1).asDouble()));
        }
    }

    /** Types text where the focus is. */
    public void type(String text) {
        call("Input.insertText", JSON.createObjectNode().put("text", text));
    }

    /** What stands in an element, as a person reads it. */
    public String text(String selector) {
        return eval("document.querySelector(" + quoted(selector) + ").innerText")
                .asText();
    }

    /** A picture of the page, as a PNG. */
    public byte[] screenshot() {
        return Base64.getDecoder()
                .decode(call("Page.captureScreenshot", JSON.createObjectNode())
                        .path("data")
                        .asText());
    }

    private static String quoted(String text) {
        return JSON.getNodeFactory().textNode(text).toString();
    }

    private JsonNode call(String method, ObjectNode parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", parameters);
        if (!tab.isEmpty()) {
            message.put("sessionId", tab);
        }
        socket.sendText(message.toString(), true).join();
        JsonNode answered =
                answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        if (answered.has("error")) {
            throw new IllegalStateException(method + ": " + answered.path("error"));
        }
        return answered.path("result");
    }

    /** Ends it with all its processes, so that none writes to its profile any more. */
    @Override
    public void close() throws IOException {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        socket.abort();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each ->
                each.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join());
    }

    /** Puts what comes together and hands each answer to who waits for it. */
    private final class Answers implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            message.append(data);
            if (last) {
                take(message.toString());
                message.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }

        private void take(String text) {
            try {
                JsonNode came = JSON.readTree(text);
                CompletableFuture<JsonNode> waiting =
                        answers.remove(came.path("id").asInt());
                if (waiting != null) {
                    waiting.complete(came);
                }
            } catch (IOException e) {
                answers.values().forEach(each -> each.completeExceptionally(e));
            }
        }
    }
}
