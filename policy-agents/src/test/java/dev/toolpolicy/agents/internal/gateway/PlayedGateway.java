package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A gateway between a client and a server that the tests play. */
abstract class PlayedGateway {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final String POLICY = """
        [tools.read.policy]
        run = [{ arg = "/path", prefix = "secret", mode = "deny", reason = "secret" }, { mode = "allow" }]

        [tools.write.policy]
        run = [{ mode = "allow" }]
        requires = [{ tools = ["read"], key = "/path" }]

        [tools.send.policy]
        run = [{ arg = "/path", prefix = "public/", mode = "allow" }, { mode = "ask" }]

        [tools.drop.policy]
        run = "deny"

        [tools."*".policy]
        run = "deny"
        """;

    @TempDir
    Path folder;

    final BlockingQueue<ObjectNode> toClient = new LinkedBlockingQueue<>();
    final BlockingQueue<ObjectNode> toServer = new LinkedBlockingQueue<>();
    final List<String> log = new CopyOnWriteArrayList<>();
    final ArrayNode offered = JSON.createArrayNode();
    /** Whether the server answers when it is asked for its tools, and how often it has. */
    boolean playsLists = true;

    int lists;
    private final Elicitation elicitation = new Elicitation();
    HostTools tools;
    Gateway gateway;

    @BeforeEach
    void open() {
        gateway = open(Set.of());
    }

    /** Returns the policy file. */
    String policy() {
        return POLICY;
    }

    /** Returns the engine's settings: the client's user is asked. */
    PolicyEngineBuilder settings(PolicyEngineBuilder builder) {
        return builder.permission(elicitation);
    }

    Gateway open(Set<String> accepted) {
        try {
            tools = HostPolicies.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", policy())
                            .unknownTools(Severity.WARNING))
                    .engine(this::settings)
                    .start(List.of());
            Gateway opened = new Gateway(
                    toClient::add,
                    this::serve,
                    new GatewayTools(
                            tools, Pins.read(folder.resolve("pins.json"), accepted), false, Optional.empty(), log::add),
                    "s");
            elicitation.connect(opened);
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Plays the server: lists its tools, and keeps everything else. */
    private void serve(ObjectNode message) throws IOException {
        if (playsLists
                && message.path("method").asText().equals("tools/list")
                && message.path("id").asText().startsWith("toolpolicy-")) {
            lists++;
            ObjectNode result = JSON.createObjectNode();
            result.set("tools", offered.deepCopy());
            gateway.fromServer(Message.response(message.path("id"), result).toString());
        } else {
            toServer.add(message);
        }
    }

    static ObjectNode tool(String name, String type) {
        ObjectNode tool = JSON.createObjectNode().put("name", name).put("description", "d");
        tool.putObject("inputSchema")
                .put("type", "object")
                .putObject("properties")
                .putObject("path")
                .put("type", type);
        return tool;
    }

    void start() throws IOException {
        for (String name : List.of("read", "write", "send", "drop", "other")) {
            offered.add(tool(name, "string"));
        }
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertThat(take(toServer).path("method").asText()).isEqualTo("notifications/initialized");
    }

    ObjectNode take(BlockingQueue<ObjectNode> queue) {
        try {
            ObjectNode message = queue.poll(60, TimeUnit.SECONDS);
            assertThat(message)
                    .as("a message; to client %s, to server %s, log %s", toClient, toServer, log)
                    .isNotNull();
            return message;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void call(Object id, String tool, String path) throws IOException {
        ObjectNode params = JSON.createObjectNode().put("name", tool);
        params.putObject("arguments").put("path", path);
        ObjectNode call = Message.notification("tools/call", params);
        call.set("id", JSON.valueToTree(id));
        gateway.fromClient(call.toString());
    }

    String answered(ObjectNode response) {
        return response.path("id") + " "
                + (response.has("error")
                        ? response.path("error").path("message").asText()
                        : response.at("/result/content/0/text").asText());
    }

    /** Answers the call that the server has next. */
    void serverAnswers(String result) throws IOException {
        ObjectNode sent = take(toServer);
        assertThat(sent.path("method").asText()).isEqualTo("tools/call");
        gateway.fromServer(
                Message.response(sent.path("id"), JSON.readTree(result)).toString());
    }

    static String text(String text) {
        return "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}";
    }
}
