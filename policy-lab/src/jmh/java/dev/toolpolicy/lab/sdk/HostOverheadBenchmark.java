package dev.toolpolicy.lab.sdk;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A host's own work for one call that runs, without policies and with them: for LangChain4j and the ADK, a question to a
 * model in memory, a call of a tool and the model's answer; for Spring AI, the batch of one call; for an MCP server, the
 * handler of one call, without transport.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HostOverheadBenchmark {
    /** The host. */
    @Param({"langchain4j", "spring-ai", "adk", "mcp"})
    public String host;

    private Supplier<Object> plain;
    private Supplier<Object> guarded;

    static HostPolicies policies() {
        return HostPolicies.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "tool-policy.toml", """
            [tools.read_file.parameters]
            path = "path"
            [tools.read_file.policy]
            run = [{ arg = "/path", prefix = "src", mode = "allow" }, { mode = "deny" }]
            """));
    }

    @Setup
    public void prepare() {
        HostLoops.Loop loop = switch (host) {
            case "langchain4j" -> HostLoops.langChain4j();
            case "spring-ai" -> HostLoops.springAi();
            case "adk" -> HostLoops.adk();
            default -> HostLoops.mcp();
        };
        plain = loop.plain();
        guarded = loop.guarded();
        require(plain.get());
        require(guarded.get());
    }

    private static void require(Object answer) {
        if (!String.valueOf(answer).contains("the text of src/a")) {
            throw new IllegalStateException("the tool didn't run: " + answer);
        }
    }

    @Benchmark
    public Object theHost() {
        return plain.get();
    }

    @Benchmark
    public Object theHostWithPolicies() {
        return guarded.get();
    }
}
