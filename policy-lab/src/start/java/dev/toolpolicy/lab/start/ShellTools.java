package dev.toolpolicy.lab.start;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/** Tools that run programs. */
final class ShellTools {
    private ShellTools() {}

    /**
     * Runs a command.
     *
     * @param command the line
     */
    @Tool(name = "run_command")
    @Policy(
            run = {
                @Rule(
                        arg = "/command",
                        commands = {"rm *", "sudo *"},
                        mode = DENY),
                @Rule(
                        arg = "/command",
                        commands = {"curl *", "wget *"},
                        mode = ASK),
                @Rule(
                        arg = "/command",
                        commands = {"ls", "pwd", "cat *"},
                        mode = ALLOW),
                @Rule(
                        arg = "/command",
                        commands = {"git status", "git diff *"},
                        mode = ALLOW),
                @Rule(mode = ASK)
            })
    public record RunCommand(@Param("The line.") String command) {}

    /**
     * Runs tests.
     *
     * @param command the line
     */
    @Tool(name = "run_tests")
    @Policy(
            run = {
                @Rule(
                        arg = "/command",
                        commands = {"git push *", "chmod *"},
                        mode = DENY),
                @Rule(arg = "/command", commands = "git commit * --no-verify", mode = DENY),
                @Rule(
                        arg = "/command",
                        commands = {"mvn test", "gradle test *"},
                        mode = ALLOW),
                @Rule(
                        arg = "/command",
                        commands = {"npm test", "npm ci"},
                        mode = ALLOW),
                @Rule(mode = ASK)
            })
    public record RunTests(@Param("The line.") String command) {}

    /**
     * Runs a program of the database.
     *
     * @param command the line
     */
    @Tool(name = "run_query")
    @Policy(
            run = {
                @Rule(arg = "/command", commands = "dropdb *", mode = DENY),
                @Rule(arg = "/command", commands = "psql -c *drop*", mode = DENY),
                @Rule(
                        arg = "/command",
                        commands = {"psql -c *", "pg_dump *"},
                        mode = ALLOW),
                @Rule(arg = "/command", commands = "pg_isready", mode = ALLOW),
                @Rule(mode = ASK)
            })
    public record RunQuery(@Param("The line.") String command) {}

    /**
     * Deploys a service.
     *
     * @param command the line
     */
    @Tool(name = "deploy")
    @Policy(
            run = {
                @Rule(arg = "/command", commands = "kubectl delete *", mode = DENY),
                @Rule(arg = "/command", commands = "kubectl * --force", mode = DENY),
                @Rule(
                        arg = "/command",
                        commands = {"kubectl get *", "kubectl logs *"},
                        mode = ALLOW),
                @Rule(
                        arg = "/command",
                        commands = {"helm list", "helm status *"},
                        mode = ALLOW),
                @Rule(mode = ASK)
            })
    public record Deploy(@Param("The line.") String command) {}
}
