package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.util.List;
import java.util.Map;

@Tool(name = "send_mail")
@Policy(run = {
    @Rule(arg = "$.to", prefix = "a", mode = ALLOW),
    @Rule(arg = "#/to", prefix = "a", mode = ALLOW),
    @Rule(arg = "recipients.mail", prefix = "a", mode = ALLOW),
    @Rule(arg = "recipients[0]['mail']", prefix = "a", mode = ALLOW),
    @Rule(arg = "recipients.postcode", prefix = "a", mode = ALLOW),
    @Rule(arg = "/recipients[0]/mail", prefix = "a", mode = ALLOW),
    @Rule(arg = "/recipients/*/mail", prefix = "a", mode = ALLOW),
    @Rule(arg = "/recipients/mail/", prefix = "a", mode = ALLOW),
    @Rule(arg = "/maxResults", maximum = "10", mode = ALLOW),
    @Rule(arg = "/headers/Reply-To", prefix = "a", mode = ALLOW),
    @Rule(arg = "/extra/cc", prefix = "a", mode = ALLOW),
    @Rule(arg = "/recipients", prefix = "a", mode = ALLOW),
    @Rule(arg = "/tags", minimum = "1", mode = ALLOW),
    @Rule(arg = "/urgent", constant = "yes", mode = ALLOW),
    @Rule(arg = "/urgent", constant = "TRUE", mode = ALLOW),
    @Rule(arg = "/extra", constant = "all", mode = ALLOW),
    @Rule(arg = "/priority", constant = "VERY_HIGH", mode = ALLOW),
    @Rule(arg = "/max_results", minimum = "ten", mode = ALLOW),
    @Rule(arg = "/to", pattern = "(?i)@example\\.com$", mode = ALLOW),
    @Rule(arg = "/to", pattern = "\\A[a-z]+@", mode = ALLOW),
    @Rule(mode = ASK)
})
record SendMail(
    String to,
    List<Recipient> recipients,
    List<String> tags,
    boolean urgent,
    Priority priority,
    int maxResults,
    Map<String, String> headers,
    JsonNode extra) {

    record Recipient(String mail, String name) {}

    enum Priority { LOW, @Param(name = "very-high") VERY_HIGH }
}
