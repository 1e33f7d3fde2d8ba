package dev.toolpolicy.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.ArgumentException;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** After any failure inside, its call is not approved, and nothing else changes. */
class FailureAttacksTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()), Parameter.optional("content", ParameterType.string()));
    private static final RuleList SKIP_SECRETS = RuleList.of(
            RuleSpec.when(Argument.Text.at("/path").prefix("secret"), Mode.DENY), RuleSpec.otherwise(Mode.ALLOW));
    private static final DeclaredTool WRITE = DeclaredTool.of("write", SCHEMA).withRun(SKIP_SECRETS);
    private static final String TEXT = "{\"path\":\"a\",\"content\":\"x\"}";

    private static Feeding resolving(Function<String, Optional<String>> links) {
        return Feeding.to(WRITE, PathSettings.plain().withLinks(links));
    }

    @Test
    void aResolverThatThrowsIsNeverUnattended() {
        Feeding tool = resolving(path -> {
            throw new IllegalStateException("no file system");
        });
        assertEquals("unanswered by none for /path", tool.verdictOf(TEXT));
        assertEquals("refused: Denied by this tool's policy.", tool.verdict("{'path':'secret/x'}"));
    }

    @Test
    void aResolverThatFailsWithAnErrorIsNeverUnattended() {
        for (Error error : List.of(new StackOverflowError(), new NoClassDefFoundError("test"))) {
            assertEquals(
                    "unanswered by none for /path",
                    resolving(path -> {
                                throw error;
                            })
                            .verdictOf(TEXT));
        }
    }

    @Test
    void aResolverThatGivesNothingIsNeverUnattended() {
        assertEquals(
                "unanswered by none for /path",
                resolving(path -> Optional.empty()).verdictOf(TEXT));
        assertEquals("unanswered by none for /path", resolving(path -> null).verdictOf(TEXT));
    }

    @Test
    void aResolverThatFailsNowAndThenIsNeverUnattended() {
        for (int failing = 1; failing < 1 << 6; failing++) {
            AtomicInteger asked = new AtomicInteger();
            int failures = failing;
            ToolCallStream call = resolving(path -> {
                        if ((failures >> asked.getAndIncrement() & 1) == 1) {
                            throw new IllegalStateException("now");
                        }
                        return Optional.of("secret/x");
                    })
                    .engine()
                    .session("s")
                    .calls()
                    .call("c", "write");
            String verdict = Feeding.told(call.append(TEXT));
            assertFalse(verdict.startsWith("approved"), () -> "failing at " + Integer.toBinaryString(failures));
            assertEquals(2, asked.get(), "asked once for the decision and once before the call runs");
        }
    }

    @Test
    void anErrorOfTheMachineIsPassedOnAndItsCallIsDead() {
        for (Error error : List.of(new InternalError("test"), new OutOfMemoryError("test"))) {
            AtomicInteger asked = new AtomicInteger();
            ToolCallStream call = resolving(path -> {
                        if (asked.getAndIncrement() == 0) {
                            throw error;
                        }
                        return Optional.of(path);
                    })
                    .engine()
                    .session("s")
                    .calls()
                    .call("c", "write");
            assertSame(error, assertThrows(Error.class, () -> call.append(TEXT)));
            call.append("}").append(TEXT);
            assertEquals("invalid internal", Feeding.told(call));
        }
    }

    @Test
    void aPolicyThatThrowsDenies() {
        for (boolean early : new boolean[] {true, false}) {
            assertRefused(early, call -> {
                throw new IllegalStateException("policy");
            });
            assertRefused(early, call -> {
                throw new NoClassDefFoundError("policy");
            });
            assertRefused(early, call -> null);
        }
    }

    @Test
    void cancellationsAreHeard() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(WRITE)))
                .policies(new CheckPolicy("failing", ToolPolicy.ArgumentNeeds.all(), call -> {
                    throw new CancellationException("the user left");
                }))
                .build();
        ToolCallStream call = engine.session("s").calls().call("c", "write");
        call.append("{\"path\":\"a\"");
        assertThrows(CancellationException.class, () -> call.append("}"));
        assertThrows(CancellationException.class, call::finish);
    }

    private static void assertRefused(boolean early, Function<ToolCall, PolicyDecision> check) {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(WRITE)))
                .policies(new CheckPolicy(
                        "failing", early ? ToolPolicy.ArgumentNeeds.none() : ToolPolicy.ArgumentNeeds.all(), check))
                .build();
        String verdict = Feeding.to(engine).verdictOf(TEXT);
        assertTrue(verdict.startsWith("refused: Not run: policy 'failing' failed"), verdict);
    }

    @Test
    void aToolThatCannotBindMakesOnlyItsOwnCallInvalid() {
        AtomicInteger bound = new AtomicInteger();
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        binding(arguments -> {
                            bound.incrementAndGet();
                            throw new IllegalStateException("bind");
                        }),
                        DeclaredTool.of("ping", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW)))))
                .build();
        assertEquals("invalid internal", Feeding.to(engine).verdictOf(TEXT));
        ResponseStream response = engine.session("s").calls().response();
        response.start(0, "a", "write");
        response.append(0, TEXT);
        response.start(1, "b", "ping");
        response.finish(ResponseEnd.COMPLETE);
        bound.set(0);
        assertEquals("invalid internal", Feeding.told(response.calls().get(0)));
        assertEquals("approved by 1 {}", Feeding.told(response.calls().get(1)));
        assertEquals("invalid internal", Feeding.told(response.calls().get(0)), "asked again");
        assertEquals(1, bound.get(), "a call is concluded once, also when that fails");
    }

    /** As generated code does that reads what no schema says. */
    @Test
    void aToolThatRefusesItsArgumentsSaysWhy() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(binding(arguments -> {
                    throw new ArgumentException(
                            new ArgumentError(DiagnosticCode.NOT_ALLOWED_VALUE, 8, "/path", "expected an open file"));
                }))))
                .build();
        assertEquals("invalid not-allowed-value", Feeding.to(engine).verdictOf(TEXT));
    }

    @Test
    void aToolThatBindsNothingIsInvalid() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(binding(arguments -> null))))
                .build();
        assertEquals("invalid internal", Feeding.to(engine).verdictOf(TEXT));
    }

    @Test
    void aToolThatChangesWhatItBindsChangesNothingThatWasChecked() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(binding(arguments -> arguments.put("path", "secret/x")))))
                .build();
        ToolCallOutcome outcome =
                engine.session("s").calls().call("c", "write").append(TEXT).finish();
        ApprovedCall approved = outcome.approved().orElseThrow();
        assertEquals(TEXT, approved.arguments().toString());
        assertEquals(TEXT, approved.call().arguments().toString());
    }

    private static ToolSpec<ObjectNode> binding(UnaryOperator<ObjectNode> bind) {
        return new ToolSpec<>() {
            @Override
            public String name() {
                return "write";
            }

            @Override
            public String description() {
                return "";
            }

            @Override
            public ToolSchema schema() {
                return SCHEMA;
            }

            @Override
            public Optional<RuleList> run() {
                return Optional.of(SKIP_SECRETS);
            }

            @Override
            public Optional<RuleList> result() {
                return Optional.empty();
            }

            @Override
            public List<Requirement> requirements() {
                return List.of();
            }

            @Override
            public ObjectNode bind(ObjectNode arguments) {
                return bind.apply(arguments);
            }
        };
    }
}
