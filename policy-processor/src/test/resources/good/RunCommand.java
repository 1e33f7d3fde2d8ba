package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.util.List;

/** Runs a command, one given as words, and lines of a script. */
@Tool
@Policy(
    run = {
        @Rule(arg = "/command", commands = {"rm *", "> *"}, mode = DENY, reason = "Files are deleted by hand."),
        @Rule(arg = "/words", commands = "rm *", mode = DENY),
        @Rule(arg = "/words", constant = "[\"git\",\"status\"]", commands = "git *", mode = ASK),
        @Rule(arg = "/script", commands = "rm *", lines = true, mode = DENY),
        @Rule(arg = "/command", commands = "npm test *", match = Match.ALL, mode = ASK),
        @Rule(arg = "/command", commands = {"git diff *", "ls *"}, mode = ALLOW),
        @Rule(mode = ASK)
    })
public record RunCommand(String command, List<String> words, List<String> script) {}
