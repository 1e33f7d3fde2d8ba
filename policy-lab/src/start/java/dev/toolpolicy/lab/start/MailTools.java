package dev.toolpolicy.lab.start;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/** Tools that write to people. */
final class MailTools {
    private MailTools() {}

    /**
     * Sends a mail.
     *
     * @param to the address
     * @param text what it says
     */
    @Tool(name = "send_mail")
    @Policy(
            run = {
                @Rule(arg = "/text", pattern = "sk-[a-z0-9]{8,}", mode = DENY),
                @Rule(arg = "/to", prefix = "no-reply@", mode = DENY),
                @Rule(arg = "/to", pattern = "^(?:[^@]+@example\\.org)$", mode = ALLOW),
                @Rule(arg = "/to", pattern = "^(?:[^@]+@partner\\.example)$", mode = ASK),
                @Rule(mode = DENY)
            })
    public record SendMail(
            @Param("The address.") String to,
            @Param("What it says.") String text) {}

    /**
     * Sends a message.
     *
     * @param to the room
     * @param text what it says
     */
    @Tool(name = "send_chat")
    @Policy(
            run = {
                @Rule(arg = "/text", pattern = "@(?:everyone|channel)", mode = DENY),
                @Rule(arg = "/to", prefix = "ceo-", mode = DENY),
                @Rule(arg = "/to", pattern = "^(?:team-[a-z]+)$", mode = ALLOW),
                @Rule(arg = "/to", pattern = "^(?:support-[0-9]+)$", mode = ASK),
                @Rule(mode = DENY)
            })
    public record SendChat(
            @Param("The room.") String to,
            @Param("What it says.") String text) {}

    /**
     * Adds an event.
     *
     * @param to the calendar
     * @param text what it says
     */
    @Tool(name = "add_event")
    @Policy(
            run = {
                @Rule(arg = "/text", pattern = "(?:private|secret)", mode = DENY),
                @Rule(arg = "/to", prefix = "board-", mode = DENY),
                @Rule(arg = "/to", pattern = "^(?:own-[a-z]+)$", mode = ALLOW),
                @Rule(arg = "/to", pattern = "^(?:room-[0-9]{1,3})$", mode = ASK),
                @Rule(mode = DENY)
            })
    public record AddEvent(
            @Param("The calendar.") String to,
            @Param("What it says.") String text) {}

    /**
     * Posts a review.
     *
     * @param to the change
     * @param text what it says
     */
    @Tool(name = "post_review")
    @Policy(
            run = {
                @Rule(arg = "/text", pattern = "(?:LGTM|approved)", mode = DENY),
                @Rule(arg = "/to", prefix = "release/", mode = DENY),
                @Rule(arg = "/to", pattern = "^(?:feature/[a-z-]+)$", mode = ALLOW),
                @Rule(arg = "/to", pattern = "^(?:fix/[0-9]+)$", mode = ASK),
                @Rule(mode = DENY)
            })
    public record PostReview(
            @Param("The change.") String to,
            @Param("What it says.") String text) {}
}
