package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Rules alone remember nothing, so that sessions of the server don't fill the store. */
final class PlainRulesTest extends PlayedHttpGateway {
    @Override
    String policy() {
        return "[tools.'*'.policy]\nrun = 'allow'\n";
    }

    @Test
    void sessionsAreNotStored() throws Exception {
        for (String each : new String[] {"s", "t", "u"}) {
            session = each;
            initialize();
            assertThat(text(call("read", "a"))).isEqualTo("done");
        }
        assertThat(sessions.store().find("", "", false, 10)).isEmpty();
        assertThat(sessions.store().fill()).isZero();
    }
}
