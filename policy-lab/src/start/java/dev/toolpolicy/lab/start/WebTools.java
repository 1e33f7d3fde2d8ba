package dev.toolpolicy.lab.start;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/** Tools that use the network. */
final class WebTools {
    private WebTools() {}

    /**
     * Fetches a page.
     *
     * @param url the address
     */
    @Tool(name = "fetch_page")
    @Policy(
            run = {
                @Rule(arg = "/url", host = "metadata.internal", mode = DENY),
                @Rule(arg = "/url", pattern = "[?&]token=[0-9a-f]{8,}", mode = ASK),
                @Rule(
                        arg = "/url",
                        host = {"docs.example.org", "*.example.com"},
                        schemes = "https",
                        mode = ALLOW),
                @Rule(arg = "/url", host = "api.example.net", mode = ASK),
                @Rule(mode = DENY)
            })
    public record FetchPage(@Param("The address.") String url) {}

    /**
     * Searches the web.
     *
     * @param url the engine's address
     */
    @Tool(name = "search_web")
    @Policy(
            run = {
                @Rule(arg = "/url", host = "*.corp.example", mode = DENY),
                @Rule(arg = "/url", pattern = "[?&]q=password", mode = ASK),
                @Rule(arg = "/url", host = "search.example.org", schemes = "https", mode = ALLOW),
                @Rule(arg = "/url", host = "images.example.org", mode = ASK),
                @Rule(mode = DENY)
            })
    public record SearchWeb(@Param("The engine's address.") String url) {}

    /**
     * Calls an interface.
     *
     * @param url the address
     * @param body what is sent
     */
    @Tool(name = "call_api")
    @Policy(
            run = {
                @Rule(arg = "/url", host = "admin.example.org", mode = DENY),
                @Rule(arg = "/url", pattern = "/v[0-9]+/admin", mode = ASK),
                @Rule(arg = "/url", host = "*.api.example.org", schemes = "https", mode = ALLOW),
                @Rule(arg = "/url", host = "status.example.org", mode = ASK),
                @Rule(mode = DENY)
            })
    public record CallApi(
            @Param("The address.") String url,
            @Param("What is sent.") String body) {}

    /**
     * Opens a ticket.
     *
     * @param url the tracker
     */
    @Tool(name = "open_ticket")
    @Policy(
            run = {
                @Rule(arg = "/url", host = "old.example.org", mode = DENY),
                @Rule(arg = "/url", pattern = "/private/[a-z]+", mode = ASK),
                @Rule(arg = "/url", host = "tracker.example.org", schemes = "https", mode = ALLOW),
                @Rule(arg = "/url", host = "issues.example.org", mode = ASK),
                @Rule(mode = DENY)
            })
    public record OpenTicket(@Param("The tracker.") String url) {}
}
