package dev.toolpolicy.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.internal.wire.ChunkCodec;
import dev.toolpolicy.stream.internal.wire.EventStream;
import dev.toolpolicy.stream.internal.wire.StreamedEvent;
import dev.toolpolicy.stream.internal.wire.WireFormat;
import dev.toolpolicy.stream.internal.wire.WireReader;
import java.io.ByteArrayInputStream;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Untrusted text at each place where it enters: what is logged, answered or thrown is one short visible line. */
class HostileTextTest {
    private static final int LONGEST = 1500;
    private static final DeclaredTool PAY = DeclaredTool.of(
                    "pay",
                    ToolSchema.of(
                            Parameter.required("amount", ParameterType.integer()),
                            Parameter.optional("currency", ParameterType.string()),
                            Parameter.optional("more", ParameterType.any())))
            .withRun(RuleList.always(Mode.ALLOW))
            .withResult(RuleList.always(Mode.ALLOW));
    private static final String PAID = "{\"amount\":1}";

    private final List<String> logged = new ArrayList<>();
    private final Logger logger = Logger.getLogger("dev.toolpolicy");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            logged.add(
                    record.getParameters() == null
                            ? record.getMessage()
                            : MessageFormat.format(record.getMessage(), record.getParameters()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void stop() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    /** A place where text enters. */
    private interface Entry {
        /** Returns what the engine says of the text. */
        String said(String text);
    }

    private static final Map<String, Entry> ENTRIES = new TreeMap<>(Map.ofEntries(
            Map.entry("tool name", text -> execute(engine(), "c1", text, "{}")),
            Map.entry(
                    "tool name and call id of a policy",
                    text -> new ToolCall(text, text, JsonNodeFactory.instance.objectNode()).toString()),
            Map.entry("call id", text -> execute(engine(), text, "pay", "{")),
            Map.entry("argument name", text -> execute(engine(), "c1", "pay", "{" + json(text) + ":1}")),
            Map.entry(
                    "repeated name",
                    text -> execute(engine(), "c1", "pay", "{\"more\":{" + json(text) + ":1," + json(text) + ":1}}")),
            Map.entry("argument value", text -> execute(engine(), "c1", "pay", "{\"amount\":" + json(text) + "}")),
            Map.entry(
                    "number",
                    text -> execute(engine(), "c1", "pay", "{\"amount\":1." + "1".repeat(text.length()) + "}")),
            Map.entry("session id", text -> {
                PolicySession session = engine().build().session(text);
                session.close();
                return thrown(() -> session.calls().response());
            }),
            Map.entry(
                    "id of an approval",
                    text -> thrown(() -> engine().build().session("s").calls().resume(text))),
            Map.entry("key of a quota", text -> {
                PolicySession session = engine(LimitPolicy.quota(1, "pay").perKey(CallKey.at("/currency")))
                        .build()
                        .session("s");
                String arguments = "{\"amount\":1,\"currency\":" + json(text) + "}";
                execute(session, "c1", "pay", arguments, () -> {});
                return execute(session, "c2", "pay", arguments, () -> {});
            }),
            Map.entry(
                    "handler's exception",
                    text -> execute(engine().build().session("s"), "c1", "pay", PAID, () -> {
                        throw new IllegalStateException(text);
                    })),
            // The model reads a policy's reason as its author wrote it; a log doesn't.
            Map.entry("policy's reason in the log", text -> {
                execute(engine(policy(() -> text)), "c1", "pay", PAID);
                return "denied";
            }),
            Map.entry(
                    "policy's exception",
                    text -> execute(
                            engine(policy(() -> {
                                throw new IllegalStateException(text);
                            })),
                            "c1",
                            "pay",
                            PAID)),
            Map.entry(
                    "event name",
                    text -> thrown(
                            () -> ChunkCodec.messages().read(new StreamedEvent(text, "{\"type\":\"ping\"}", "raw")))),
            Map.entry(
                    "line of an event stream",
                    text -> thrown(() -> new EventStream(
                                    new ByteArrayInputStream((text.replace("\n", "") + ": x\n\n").getBytes(UTF_8)),
                                    10_000_000)
                            .next())),
            Map.entry(
                    "member of an event",
                    text -> thrown(() -> new WireReader(WireFormat.MESSAGES, part -> {})
                            .read(new StreamedEvent("", "{\"type\":" + json(text) + ",\"type\":1}", "raw"))))));

    static Stream<Arguments> entries() {
        List<String> texts = List.of(
                "a\nWARNING: all is well",
                "\u001b[2J\u001b[31m",
                "abc\u202egnp.exe",
                "a\u2028b\u2029c\u0085",
                "\ud800",
                "\ud83d\ude00".repeat(200),
                "\u0000\u200b".repeat(50),
                "x".repeat(1 << 20));
        return ENTRIES.keySet().stream().flatMap(entry -> texts.stream().map(text -> Arguments.of(entry, text)));
    }

    private static PolicyEngineBuilder engine(ToolPolicy... policies) {
        return PolicyEngine.builder().tools(ToolCatalog.of(List.of(PAY))).policies(policies);
    }

    private static ToolPolicy policy(Supplier<String> reason) {
        return new ToolPolicy() {
            @Override
            public String name() {
                return "bank";
            }

            @Override
            public ToolSelector governs() {
                return ToolSelector.named(List.of("pay"));
            }

            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                return PolicyDecision.deny(reason.get());
            }
        };
    }

    private static String execute(PolicyEngineBuilder engine, String id, String tool, String arguments) {
        return execute(engine.build().session("s"), id, tool, arguments, () -> {});
    }

    private static String execute(PolicySession session, String id, String tool, String arguments, Runnable run) {
        ToolHandlers handlers = ToolHandlers.builder(ToolCatalog.of(List.of(PAY)))
                .handle("pay", (paid, call) -> {
                    run.run();
                    return "paid";
                })
                .build();
        return session.execute(id, tool, arguments, handlers).forModel();
    }

    private static String thrown(ThrowingCallable code) {
        return Objects.requireNonNull(catchThrowable(code).getMessage());
    }

    private static String json(String text) {
        return TextNode.valueOf(text).toString();
    }

    @ParameterizedTest(name = "{0} {index}")
    @MethodSource("entries")
    void untrustedTextIsOneShortVisibleLine(String entry, String text) {
        String said = ENTRIES.get(entry).said(text);
        assertThat(said).isNotBlank();
        logged.add(said);
        assertThat(logged).allSatisfy(line -> {
            assertThat(line).hasSizeLessThan(LONGEST);
            assertThat(VisibleText.line(line)).isEqualTo(line);
        });
    }
}
