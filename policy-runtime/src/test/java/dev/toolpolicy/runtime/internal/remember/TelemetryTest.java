package dev.toolpolicy.runtime.internal.remember;

import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.runtime.HeardLog;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** The events for listeners and logs, and the data that never reaches them. */
class TelemetryTest {
    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");
    private final List<PolicyEvent> events = new ArrayList<>();

    private SessionSettings settings() {
        return SessionSettings.inMemory()
                .withClock(Clock.fixed(NOW, ZoneOffset.UTC))
                .withListeners(List.of(events::add), false);
    }

    private static PolicyRegistry session(SessionSettings settings, Scripted... policies) {
        PolicyRegistry registry = new PolicyRegistry("session", settings);
        for (Scripted policy : policies) {
            registry.register(policy);
        }
        return registry;
    }

    @Test
    void oneEventTellsAllOfADenial() {
        Scripted closed = new Scripted("closed");
        ObjectNode fact = Sessions.object("{'a':1}");
        closed.answer = state -> PolicyDecision.deny("no", Map.of("fact", fact));
        PolicyRegistry session = session(settings(), new Scripted("open"), closed, Scripted.denying("never asked"));

        run(session, call("x"));
        fact.put("a", 2);

        assertThat(events).hasSize(1);
        PolicyEvent denied = events.get(0);
        assertThat(denied.kind()).isEqualTo(PolicyEvent.Kind.DENIED);
        assertThat(denied.policy()).isEqualTo("closed");
        assertThat(denied.tool()).isEqualTo("x");
        assertThat(denied.callId()).isEqualTo("id");
        assertThat(denied.reason()).isEqualTo("no");
        assertThat(denied.session()).isEqualTo("session");
        assertThat(denied.time()).isEqualTo(NOW);
        assertThat(denied.metadata()).hasToString("{fact={\"a\":1}}");
    }

    @Test
    void idsAreUnique() {
        PolicyRegistry one = session(settings(), Scripted.denying("closed"));
        PolicyRegistry other = session(settings(), Scripted.denying("closed"));
        for (int i = 0; i < 500; i++) {
            run(one, call("x"));
            run(other, call("x"));
        }
        Set<String> ids = new HashSet<>();
        events.forEach(event -> ids.add(event.id()));

        assertThat(ids).hasSize(1000);
    }

    @Test
    void everyCheckIsTellableAndAllowedCallsAreNotTold() {
        PolicyRegistry quiet = session(settings(), new Scripted("a"));
        run(quiet, call("x"));
        quiet.preview(call("x"), true);
        quiet.explain(call("x"));
        assertThat(events).isEmpty();

        PolicyRegistry session =
                session(settings().withListeners(List.of(), true), new Scripted("a"), Scripted.denying("b"));
        run(session, call("x"));

        assertThat(events).extracting(PolicyEvent::policy).containsExactly("a", "b", "b");
        assertThat(events)
                .extracting(PolicyEvent::kind)
                .containsExactly(PolicyEvent.Kind.ALLOWED, PolicyEvent.Kind.REFUSED, PolicyEvent.Kind.DENIED);
    }

    @Test
    void aListenerThatFailsChangesNothingAndTheOthersHear() {
        List<PolicyEvent> heard = new ArrayList<>();
        SessionSettings settings = settings()
                .withListeners(
                        List.of(
                                event -> {
                                    throw new IllegalStateException("listener");
                                },
                                heard::add),
                        true);
        PolicyRegistry session = session(settings, new Scripted("open", "x"), Scripted.denying("closed", "y"));

        assertThat(run(session, call("x"))).isTrue();
        assertThat(run(session, call("y"))).isFalse();
        assertThat(heard).hasSize(3).isEqualTo(events);
    }

    @Test
    void aPolicyThatFailsWhenToldIsTold() {
        Scripted broken = new Scripted("broken");
        broken.onSuccess = state -> {
            throw new IllegalStateException("secret");
        };
        PolicyRegistry session = session(settings(), broken);

        run(session, call("x"));

        assertThat(events).hasSize(1);
        PolicyEvent failed = events.get(0);
        assertThat(failed.kind()).isEqualTo(PolicyEvent.Kind.FAILED);
        assertThat(failed.policy()).isEqualTo("broken");
        assertThat(failed.reason()).doesNotContain("secret");
    }

    @Test
    void aPolicyThatFailsWhenNotifiedOfADenialIsReported() {
        Scripted broken = new Scripted("broken") {
            @Override
            public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
                throw new IllegalStateException("secret");
            }
        };
        PolicyRegistry session = session(settings(), broken, Scripted.denying("closed"));

        run(session, call("x"));

        assertThat(events).extracting(PolicyEvent::policy).containsExactly("closed", "broken");
        assertThat(events.get(1).reason()).isEqualTo("it denies until it is reset");
    }

    @Test
    void theRedactorSeesReasonAndMetadataFirst() {
        Scripted closed = new Scripted("closed");
        closed.answer = state -> PolicyDecision.deny("token 1234", Map.of("token", TextNode.valueOf("1234")));
        SessionSettings settings = settings().withRedactor(denied -> denied.redacted("token ..."));
        PolicyRegistry session = session(settings, closed);

        String told = Sessions.reason(session, call("x"));

        assertThat(told).as("the model is told").isEqualTo("token 1234");
        assertThat(events.get(0).reason()).isEqualTo("token ...");
        assertThat(events.get(0).metadata()).isEmpty();
    }

    @Test
    void aRedactorThatFailsKeepsEverythingBack() {
        Scripted closed = new Scripted("closed");
        closed.answer = state -> PolicyDecision.deny("token 1234", Map.of("token", TextNode.valueOf("1234")));
        SessionSettings settings = settings().withRedactor(denied -> {
            throw new IllegalStateException("1234");
        });

        try (HeardLog log = new HeardLog(Level.ALL)) {
            run(session(settings, closed), call("x"));

            assertThat(events.get(0).toString() + log.lines()).doesNotContain("1234");
            assertThat(events.get(0).metadata()).isEmpty();
        }
    }

    @Test
    void theLogHasALineForEachCheckAndOneWarningForADenial() {
        try (HeardLog log = new HeardLog(Level.ALL)) {
            PolicyRegistry session =
                    session(settings(), new Scripted("a"), new Scripted("b"), Scripted.denying("c", "y"));
            run(session, call("x"));
            assertThat(log.lines(Level.FINE))
                    .containsExactly(
                            "policy a allows call x#id of session session",
                            "policy b allows call x#id of session session");
            assertThat(log.lines(Level.WARNING)).isEmpty();

            run(session, call("y"));
            assertThat(log.lines(Level.FINE)).hasSize(5);
            assertThat(log.lines(Level.WARNING))
                    .containsExactly("policy c denied call y#id of session session: c says no");
        }
    }

    @Test
    void untrustedTextIsOneShortLineOfTheLog() {
        Scripted closed = new Scripted("closed");
        closed.answer = state -> PolicyDecision.deny("no\n2026 INFO all is well \u202e" + "x".repeat(10_000));
        try (HeardLog log = new HeardLog(Level.ALL)) {
            run(session(settings(), closed), new dev.toolpolicy.ToolCall("a\r\nb", "x", Sessions.object("{}")));

            assertThat(log.lines(Level.WARNING)).hasSize(1);
            assertThat(log.lines(Level.WARNING).get(0))
                    .hasSizeLessThan(700)
                    .doesNotContain("\n", "\r", "\u202e")
                    .endsWith("...");
        }
    }

    @Test
    void metadataIsWhatThePolicySaidThen() {
        Scripted closed = new Scripted("closed");
        Map<String, JsonNode> metadata = Map.of("key", TextNode.valueOf("a"));
        closed.answer = state -> PolicyDecision.deny("", metadata);

        run(session(settings(), closed), call("x"));

        PolicyEvent denied = events.get(0);
        assertThat(denied.kind()).isEqualTo(PolicyEvent.Kind.DENIED);
        assertThat(denied.reason()).isEqualTo("denied by policy");
        assertThat(denied.metadata()).isEqualTo(metadata).isNotSameAs(metadata);
    }
}
