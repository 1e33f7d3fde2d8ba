package dev.toolpolicy.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.springai.PolicyConversations;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.ReplayServer;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;

/** Approvals that wait in the store, by properties alone: the loop ends, a person answers on the page, the chat goes on. */
@SuppressWarnings("removal") // Spring AI 1.1 has only these
class StoredApprovalsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newHttpClient();
    private static ReplayServer server;
    private static ConfigurableApplicationContext app;

    /** An application whose users sign in by a header. */
    @Configuration(proxyBeanMethods = false)
    @Import(App.class)
    static class SignedIn {
        @Bean
        ToolCallback search() {
            return App.callback("remote_search");
        }

        @Bean
        @Order(0)
        Filter users() {
            return (request, response, chain) -> chain.doFilter(
                    new HttpServletRequestWrapper((HttpServletRequest) request) {
                        @Override
                        public Principal getUserPrincipal() {
                            String user = getHeader("User");
                            return user == null ? null : () -> user;
                        }

                        @Override
                        public boolean isUserInRole(String role) {
                            return role.equals("BOSS") && "ann".equals(getHeader("User"));
                        }
                    },
                    response);
        }
    }

    @BeforeAll
    static void start() throws Exception {
        server = ReplayServer.start();
        app = Applications.start(
                SignedIn.class,
                server,
                "--toolpolicy.files=classpath:approvals.toml",
                "--toolpolicy.approvals=store",
                "--toolpolicy.approval-validity=1h",
                "--toolpolicy.approval-page=/approvals",
                "--toolpolicy.approver-role=BOSS");
    }

    @AfterAll
    static void stop() throws Exception {
        app.close();
        server.close();
    }

    @BeforeEach
    void forget() {
        App.RAN.clear();
        App.closed = false;
    }

    private String chat() {
        server.play(Bodies.calls("delete_all", "{}", "remote_search", "{'query':'x'}"));
        return String.valueOf(app.getBean(ChatClient.Builder.class)
                .build()
                .prompt("Do it.")
                .advisors(each -> each.param(ChatMemory.CONVERSATION_ID, "c1"))
                .toolCallbacks(
                        List.copyOf(app.getBeansOfType(ToolCallback.class).values()))
                .call()
                .content());
    }

    private HttpResponse<String> send(String method, String path, String body, String user, String token)
            throws Exception {
        String origin = "http://localhost:" + app.getEnvironment().getProperty("local.server.port");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin + "/approvals/" + path))
                .header("Content-Type", "application/json")
                .header("Origin", origin)
                .header("X-Tool-Policy-Token", token)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!user.isEmpty()) {
            request.header("User", user);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private Approval asked() {
        return app.getBean(PolicyEngine.class)
                .approvals()
                .list(ApprovalQuery.pending())
                .get(0);
    }

    private void answerOnThePage(String answer) throws Exception {
        Approval asked = asked();
        assertThat(send("GET", "requests", "", "", "").statusCode())
                .as("nobody")
                .isEqualTo(403);
        assertThat(send("GET", "requests", "", "bob", "").statusCode())
                .as("another role sees no arguments")
                .isEqualTo(403);
        JsonNode ann = JSON.readTree(send("GET", "requests", "", "ann", "").body());
        String body =
                "{\"id\":\"" + asked.id() + "\",\"digest\":\"" + asked.digest() + "\",\"answer\":\"" + answer + "\"}";
        assertThat(send("POST", "answer", body, "bob", ann.path("token").asText())
                        .statusCode())
                .as("another role")
                .isEqualTo(403);
        assertThat(send("POST", "answer", body, "ann", ann.path("token").asText())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void theLoopEndsAndTheChatGoesOnAfterTheAnswer() throws Exception {
        assertThat(chat()).contains("waits for a person's approval");
        assertThat(App.RAN).isEmpty();
        String id = asked().id();
        PolicyConversations conversations = app.getBean(PolicyConversations.class);
        assertThat(conversations.resume(id)).as("no answer yet").isEmpty();
        answerOnThePage("approve");
        Exchange told = server.play(Bodies.text("All is deleted."));
        assertThat(conversations
                        .resume(id)
                        .map(each -> each.getResult().getOutput().getText()))
                .contains("All is deleted.");
        assertThat(App.RAN)
                .as("the approved one, then the one behind it")
                .containsExactly("delete_all", "remote_search");
        assertThat(told.request(PATIENCE).body()).contains("delete_all did it", "remote_search did it");
        assertThat(conversations.resume(id)).as("again").isEmpty();
        assertThat(App.RAN).hasSize(2);
    }

    @Test
    void aDeclinedCallIsToldWhileTheAnswerStreams() throws Exception {
        chat();
        String id = asked().id();
        answerOnThePage("decline");
        Exchange told = server.play(Bodies.streamedText("A pity."));
        PolicyConversations conversations = app.getBean(PolicyConversations.class);
        assertThat(conversations.resumeStreaming(id).collectList().block(PATIENCE))
                .isNotEmpty();
        assertThat(told.request(PATIENCE).body()).contains("The user declined this call", "remote_search did it");
        assertThat(App.RAN).containsExactly("remote_search");
    }

    /** A page of the application's own that is mounted without a check of roles takes no answers. */
    @Test
    void onlyThePageThatChecksTheRoleTakesAnswers() {
        assertThat(app.getBean(SessionSettings.class).hasApprovers()).isFalse();
    }

    @Test
    void aPageWithoutARoleDoesNotStart() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ToolPolicyAutoConfiguration.class))
                .withBean(App.FileTools.class)
                .withPropertyValues("toolpolicy.approvals=store", "toolpolicy.approval-page=/approvals")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("toolpolicy.approval-page")
                        .hasMessageContaining("toolpolicy.approver-role"));
    }

    @Test
    void approvalsWaitWithoutSpringSecurity() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(ToolCallingAutoConfiguration.class, ToolPolicyAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("org.springframework.security"))
                .withBean("delete", ToolCallback.class, () -> App.callback("delete_all"))
                .withBean("search", ToolCallback.class, () -> App.callback("remote_search"))
                .withPropertyValues("toolpolicy.approvals=store", "toolpolicy.files=classpath:approvals.toml")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aHandlerAndTheStoreContradict() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ToolPolicyAutoConfiguration.class))
                .withBean(App.FileTools.class)
                .withBean(PermissionHandler.class, () -> request -> null)
                .withPropertyValues("toolpolicy.approvals=store")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("toolpolicy.approvals=store")
                        .hasMessageContaining("PermissionHandler"));
    }
}
