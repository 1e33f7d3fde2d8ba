package dev.toolpolicy.springboot;

import dev.toolpolicy.page.StoredApprovalPage;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.springai.PolicyConversations;
import dev.toolpolicy.springai.ToolPolicies;
import jakarta.servlet.Filter;
import java.util.function.Consumer;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Approval requests that wait in the store, their page, and conversations that go on, by properties. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "toolpolicy.approvals", havingValue = "store")
class ApprovalConfiguration {
    /** A listener to new requests in the store, such as one that posts to a web hook. */
    @FunctionalInterface
    interface PendingListener extends Consumer<Approval> {}

    @Bean
    @ConditionalOnMissingBean
    SessionSettings toolPolicySessionSettings(
            ToolPolicyProperties properties,
            ObjectProvider<SessionStore> store,
            ObjectProvider<PermissionHandler> handler) {
        if (handler.getIfAvailable() != null) {
            throw new StartException(
                    "toolpolicy.approvals=store keeps approval requests in the store, and the application has a bean of"
                            + " type PermissionHandler, which asks at once: "
                            + handler.getIfAvailable().getClass().getName() + ".",
                    "Remove the bean, or set toolpolicy.approvals=handler.");
        }
        SessionSettings settings = SessionSettings.inMemory().withStoredApprovals(properties.approvalValidity());
        SessionStore given = store.getIfAvailable();
        return settings.withStore(given == null ? SessionStore.inMemory() : given);
    }

    /** With chat clients. The bean is lazy, since building the client needs the whole application. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ChatClient.class)
    static class Clients {
        @Bean
        @Lazy
        @ConditionalOnMissingBean
        PolicyConversations toolPolicyConversations(
                ToolPolicies policies, ToolCallbackResolver resolver, ChatClient.Builder client) {
            return PolicyConversations.of(policies, resolver, client.build());
        }
    }

    /** With servlets. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Filter.class)
    @ConditionalOnProperty("toolpolicy.approval-page")
    static class Page {
        @Bean
        ApprovalFilter toolPolicyApprovalFilter(
                ToolPolicyProperties properties, SessionSettings settings, @Lazy PolicyEngine engine) {
            String role = properties.approverRole();
            if (role == null || role.isBlank()) {
                throw new StartException(
                        "toolpolicy.approval-page is set, and toolpolicy.approver-role doesn't say who may use the"
                                + " page.",
                        "Set toolpolicy.approver-role to the role of the people who answer requests, or remove"
                                + " toolpolicy.approval-page.");
            }
            // The filter lets in only users with the role. Pages that are mounted elsewhere take no answers.
            SessionSettings answering =
                    settings.hasApprovers() ? settings : settings.withApprovers((approval, who) -> true);
            return new ApprovalFilter(
                    String.valueOf(properties.approvalPage()),
                    role,
                    StoredApprovalPage.of(answering).checkedBy(engine));
        }
    }
}
