package dev.toolpolicy.springai;

import static dev.toolpolicy.springai.Chat.ID;
import static dev.toolpolicy.springai.Chat.options;
import static dev.toolpolicy.springai.Chat.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import office.OfficeTools;
import org.junit.jupiter.api.Test;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.resolution.StaticToolCallbackResolver;

/** The methods of the guide, whose policies stand above them. */
class MethodPoliciesTest {
    private static final Path GUIDE = Path.of("../../docs/how-to/spring-ai.md");
    private static final Path CODE = Path.of("src/test/java/office/OfficeTools.java");

    private final ToolCallback[] tools = ToolCallbacks.from(new OfficeTools());

    @Test
    void theMethodsRunAsTheirPoliciesSay() {
        ToolPolicies policies = ToolPolicies.of(Chat.policies("[tools.'*'.policy]", "result = 'allow'"), tools);
        StaticToolCallbackResolver none = new StaticToolCallbackResolver(List.of());
        PolicyToolCallingManager manager =
                policies.manager(DefaultToolCallingManager.builder().build(), none);
        ToolCallingChatOptions chat = options(ID, tools);
        assertThat(said(manager, chat, "sendMail", "{'to':'ann@office.example','text':'a'}"))
                .contains("sent to ann@office.example");
        assertThat(said(manager, chat, "sendMail", "{'to':'eve@elsewhere.example','text':'a'}"))
                .contains("Denied");
        assertThat(said(manager, chat, "bookTable", "{'booking':{'restaurant':'A','people':8}}"))
                .contains("booked A");
        assertThat(said(manager, chat, "bookTable", "{'booking':{'restaurant':'A','people':9}}"))
                .contains("needs a person's approval");
        assertThat(said(manager, chat, "bookTable", "{'booking':{'restaurant':'A','people':'8'}}"))
                .contains("/booking/people");
        assertThat(said(manager, chat, "bookTable", "{'booking':{'restaurant':'A','people':8,'peoples':9}}"))
                .contains("peoples");
    }

    @Test
    void theCodeIsThatOfTheGuide() throws IOException {
        assertThat(Files.readString(GUIDE)).contains("```java\n" + Files.readString(CODE) + "```");
    }

    @Test
    void aSecondLoaderOfTheSameClassesIsNoSecondMethod() throws Exception {
        URL classes = OfficeTools.class.getProtectionDomain().getCodeSource().getLocation();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader restarted = new Restarted(classes, before)) {
            thread.setContextClassLoader(restarted);
            ToolCatalog.Provider other = ServiceLoader.load(ToolCatalog.Provider.class, restarted).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(each -> each.getClass().getClassLoader() == restarted)
                    .findFirst()
                    .orElseThrow();
            assertThat(other.tools()).isNotEmpty();
            assertThat(ToolPolicies.of(Chat.policies(), tools)).isNotNull();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void anotherPolicyOfTheSameMethodIsRefused() {
        ToolSpec<?> mail = ToolCatalog.load().find("sendMail").orElseThrow();
        HostPolicies policies = Chat.policies().declared(ToolCatalog.of(List.of(new Allowed<>(mail))));
        assertThatThrownBy(() -> ToolPolicies.of(policies, tools))
                .hasMessageContaining("several methods have policies for this tool")
                .hasMessageContaining("office.OfficeTools#sendMail");
    }

    /** A loader with classes of its own, as that of Spring Boot's developer tools. */
    private static final class Restarted extends URLClassLoader {
        Restarted(URL classes, ClassLoader parent) {
            super(new URL[] {classes}, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                try {
                    return findClass(name);
                } catch (ClassNotFoundException ofParent) {
                    return super.loadClass(name, resolve);
                }
            }
        }
    }

    /** The definition of a method with other rules. */
    private record Allowed<T>(ToolSpec<T> tool) implements ToolSpec<T> {
        @Override
        public String name() {
            return tool.name();
        }

        @Override
        public String description() {
            return tool.description();
        }

        @Override
        public ToolSchema schema() {
            return tool.schema();
        }

        @Override
        public Optional<RuleList> run() {
            return Optional.of(RuleList.always(Mode.ALLOW));
        }

        @Override
        public Optional<RuleList> result() {
            return tool.result();
        }

        @Override
        public List<Requirement> requirements() {
            return tool.requirements();
        }

        @Override
        public Optional<String> hostMethod() {
            return tool.hostMethod();
        }

        @Override
        public T bind(ObjectNode arguments) {
            return tool.bind(arguments);
        }
    }
}
