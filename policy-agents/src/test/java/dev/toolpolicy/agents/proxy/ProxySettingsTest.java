package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProxySettingsTest {
    private static final ProxySettings DEFAULTS = ProxySettings.of(URI.create("https://api.example.com"));

    @Test
    void providerToolsAreNotHostNames() {
        ProxySettings settings =
                DEFAULTS.withHostNames(Set.of("proxy.example")).withProviderTools(Set.of("web_search"));
        assertThat(settings.names()).containsExactly("proxy.example");
        assertThat(settings.providerTools()).containsExactly("web_search");
    }
}
