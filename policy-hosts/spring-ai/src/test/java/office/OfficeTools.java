package office;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.stereotype.Component;

@Component
public class OfficeTools {
    @Tool(description = "Sends a mail.")
    @Policy(
            run = {
                @Rule(
                        arg = "/to",
                        oneOf = {"ann@office.example", "bob@office.example"},
                        mode = ALLOW),
                @Rule(mode = DENY)
            })
    public String sendMail(@ToolParam(description = "the address") String to, String text) {
        return "sent to " + to;
    }

    @Tool(description = "Books a table.")
    @Policy(run = {@Rule(arg = "/booking/people", minimum = "1", maximum = "8", mode = ALLOW), @Rule(mode = ASK)})
    public String bookTable(Booking booking) {
        return "booked " + booking.restaurant();
    }

    public record Booking(String restaurant, int people) {}
}
