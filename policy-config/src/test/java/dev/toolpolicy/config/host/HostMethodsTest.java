package dev.toolpolicy.config.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Result;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.config.ConfigurationTools;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Methods with policies: what was checked, and what the host describes. */
class HostMethodsTest {
    private static final String PATH = "{'required': ['p'], 'properties': {'p': {'type': 'string'}}}";
    private static final String NUMBER = "{'required': ['p'], 'properties': {'p': {'type': 'integer'}}}";

    private static HostTool tool(String schema) {
        return new HostTool("read", "", ConfigurationTools.arguments(schema));
    }

    private static ToolSchema schema(String json) {
        return JsonSchemaReader.leniently(ConfigurationTools.arguments(json)).schema();
    }

    /** Returns policies with a method whose policy allows every call. */
    private static HostPolicies policies() {
        return HostPolicies.of().declared(methods(List.of()));
    }

    private static ToolCatalog methods(List<ResultSpec> results) {
        ToolSchema checked = ToolSchema.of(Parameter.required("p", ParameterType.path()));
        DeclaredTool allowed = DeclaredTool.of("read", checked).withRun(RuleList.always(Mode.ALLOW));
        return ToolCatalog.of(List.of(new Method(allowed, results, "demo.Notes#read")));
    }

    private static boolean runs(HostTools tools) {
        return tools.engine()
                .newSession()
                .calls()
                .preview("read", "{\"p\": \"a\"}")
                .willRun();
    }

    @Test
    void aMethodHasItsPolicyOnlyAsItWasChecked() {
        HostTools tools = policies().start(List.of());
        tools.offer(List.of(tool(PATH)));
        assertThat(runs(tools)).isTrue();
        assertThat(tools.notes()).isEmpty();
        tools.offer(List.of(tool("{'properties': {'p': {'type': 'string'}}}")));
        assertThat(runs(tools)).as("p is no longer required").isFalse();
        assertThat(tools.notes())
                .singleElement()
                .asString()
                .startsWith("tool \"read\": its calls are denied: /p: the policy of demo.Notes#read was checked for");
        tools.offer(List.of(tool(PATH)));
        assertThat(runs(tools)).isTrue();
    }

    /** A file's list replaces that of the closed tool, but an adapter runs no call of a tool that isn't as it was checked. */
    @Test
    void noFileAllowsCallsOfAMethodThatIsDescribedOtherwise() {
        HostPolicies allowing = HostPolicies.of(ConfigurationTools.toml("tools.read.policy.run = 'allow'"))
                .declared(methods(List.of()));
        HostTools tools = allowing.start(List.of(tool(PATH)));
        assertThat(tools.isCurrent(tool(PATH))).isTrue();
        HostTool other = tool("{'properties': {'p': {'type': 'string'}}}");
        tools.offer(List.of(other));
        assertThat(tools.isCurrent(other)).isFalse();
        tools.offer(List.of(tool(PATH)));
        assertThat(tools.isCurrent(tool(PATH))).isTrue();
    }

    /** The catalog of another class loader, in which the method's results carry no label. */
    public static final class Clean implements ToolCatalog.Provider {
        @Override
        public List<ToolSpec<?>> tools() {
            return methods(List.of(ResultSpec.labelled())).tools();
        }
    }

    @Test
    void aDefinitionWithOtherLabelsIsAnotherOne(@TempDir Path folder) throws IOException {
        Path services = folder.resolve("META-INF/services/" + ToolCatalog.Provider.class.getName());
        Files.createDirectories(services.getParent());
        Files.writeString(services, Clean.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader other = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            thread.setContextClassLoader(other);
            assertThat(MethodTools.find(methods(new Clean().tools().get(0).results()))
                            .of("read"))
                    .hasSize(1);
            assertThat(MethodTools.find(methods(List.of())).of("read")).hasSize(2);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void anUnreadableDescriptionIsNeverAskedAbout() {
        HostPolicies asking = policies().unknownTools(UnknownTools.ASK);
        HostTool unreadable = tool("{'oneOf': [{'required': ['p']}, {'required': ['q']}]}");
        assertThatThrownBy(() -> asking.start(List.of(unreadable))).isInstanceOf(InvalidPolicyException.class);
        HostTools tools = asking.start(List.of());
        tools.offer(List.of(unreadable));
        assertThat(tools.engine()
                        .newSession()
                        .calls()
                        .preview("read", "{\"p\": \"a\"}")
                        .forModel())
                .startsWith("Denied");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type': 'string', 'enum': ['a', 'b']} | {'type': 'string', 'enum': ['a', 'c']} | /p",
                "{'type': 'string', 'enum': ['a', 'b']} | {'type': 'string', 'enum': ['a', 'b', 'c']} | /p",
                "{'type': 'integer'} | {'type': 'number'} | /p",
                "{'type': 'array', 'items': {'type': 'string'}} | {'type': 'array', 'items': {'type': 'integer'}} | /p",
                "{'type': 'array', 'items': {'type': 'string'}} | {'type': 'string'} | /p",
                "{'type': 'string'} | {'type': 'array', 'items': {'type': 'string'}} | /p",
                "{'type': 'object', 'properties': {'a': {'type': 'string'}}} | {'type': 'string'} | /p",
                "{'type': 'object', 'properties': {'a': {'type': 'string'}}} | {'type': 'object', 'properties': {'a':"
                        + " {'type': 'boolean'}}} | /p/a",
                "{'type': 'object', 'additionalProperties': {'type': 'string'}} | {'type': 'object',"
                        + " 'additionalProperties': {'type': 'boolean'}} | /p/*",
                "{'type': 'object', 'additionalProperties': {'type': 'string'}} | {'type': 'object',"
                        + " 'additionalProperties': false} | /p",
                "{'type': 'object', 'additionalProperties': false} | {'type': 'object', 'additionalProperties':"
                        + " {'type': 'string'}} | /p",
                "{'type': 'integer', 'default': 1} | {'type': 'integer', 'default': 2} | /p",
                "{'type': 'integer'} | {'type': 'integer', 'default': 2} | /p"
            })
    void eachDifferenceIsFound(String checked, String host, String place) {
        assertThat(differences(checked, host))
                .extracting(PolicyProblem::subject)
                .containsExactly(place);
        assertThat(differences(checked, checked)).isEmpty();
        assertThat(differences(host, host)).isEmpty();
    }

    private static List<PolicyProblem> differences(String checked, String host) {
        return SchemaComparison.differences(
                "demo.Notes#read",
                schema("{'properties': {'p': " + checked + "}}"),
                schema("{'properties': {'p': " + host + "}}"));
    }

    @Test
    void whatWasCheckedMayTakeLess() {
        ToolSchema small = ToolSchema.of(Parameter.required("p", ParameterType.integer(0, 9)));
        assertThat(SchemaComparison.differences("m", small, schema(NUMBER))).isEmpty();
        assertThat(differences("{'type': 'integer', 'default': 1}", "{'type': 'integer'}"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"arg0, true", "arg12, true", "arg, false", "argument, false"})
    void theHelpKnowsNamesThatTheHostDoesNot(String name, boolean unnamed) {
        ToolSchema host = ToolSchema.of(Parameter.required(name, ParameterType.string()));
        String help = SchemaComparison.differences("m", ToolSchema.of(), host)
                .get(0)
                .diagnostic()
                .toString();
        assertThat(help.contains("-parameters")).isEqualTo(unnamed);
    }

    /** Stands for the annotation of a framework. */
    @Retention(RetentionPolicy.RUNTIME)
    private @interface Tool {}

    /** A policy that tools share. */
    @Policy(run = @Rule(mode = Mode.DENY))
    @Retention(RetentionPolicy.RUNTIME)
    private @interface Closed {}

    /** Methods that were compiled without the annotation processor, which this module's tests don't have. */
    private static class Notes {
        @Tool
        @Policy(run = @Rule(mode = Mode.DENY))
        String read(String path) {
            return path;
        }

        @Tool
        @Closed
        String share(String path) {
            return path;
        }

        @Tool
        @Result(labels = "private")
        String search(String text) {
            return text;
        }

        @Tool
        String list() {
            return "";
        }

        @Closed
        String help() {
            return "";
        }
    }

    /** Methods that a class inherits. */
    private static final class MyNotes extends Notes {}

    @Test
    void aPolicyWithoutADefinitionStopsTheStart() {
        String notes = Notes.class.getName();
        assertThatThrownBy(() -> HostPolicies.of().methods(MyNotes.class).start(List.of()))
                .isInstanceOfSatisfying(
                        InvalidPolicyException.class,
                        e -> assertThat(e.problems())
                                .extracting(problem -> problem.diagnostic().summary())
                                .containsExactlyInAnyOrder(
                                        "@Policy or @Result on " + notes
                                                + "#read has no effect, since no catalog has the method's definition",
                                        "@Policy or @Result on " + notes
                                                + "#share has no effect, since no catalog has the method's definition",
                                        "@Policy or @Result on " + notes
                                                + "#search has no effect, since no catalog has the method's"
                                                + " definition"))
                .hasMessageContaining("help: add policy-processor to the annotation processors");
        String source = Notes.class.getCanonicalName();
        DeclaredTool read = DeclaredTool.of("read", ToolSchema.of());
        DeclaredTool share = DeclaredTool.of("share", ToolSchema.of());
        DeclaredTool search = DeclaredTool.of("search", ToolSchema.of());
        ToolCatalog compiled = ToolCatalog.of(List.of(
                new Method(read, List.of(), source + "#read"),
                new Method(share, List.of(), source + "#share#2"),
                new Method(search, List.of(), source + "#search")));
        assertThat(HostPolicies.of()
                        .methods(MyNotes.class)
                        .declared(compiled)
                        .start(List.of())
                        .notes())
                .isEmpty();
    }

    /** The definition of a method. */
    private record Method(DeclaredTool tool, List<ResultSpec> results, String id) implements ToolSpec<ObjectNode> {
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
            return tool.run();
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
        public List<CallLimit> limits() {
            return tool.limits();
        }

        @Override
        public Optional<String> hostMethod() {
            return Optional.of(id);
        }

        @Override
        public ObjectNode bind(ObjectNode arguments) {
            return tool.bind(arguments);
        }
    }
}
