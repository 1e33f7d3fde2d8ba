package dev.toolpolicy.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** An AI service with tools that note what ran, and a model that replays responses. */
final class Clerk {
    /** What the tools did, in order. */
    static final List<String> RAN = new CopyOnWriteArrayList<>();

    private Clerk() {}

    /** A blocking service. */
    interface Service {
        Result<String> chat(@MemoryId Object chat, @UserMessage String wish);

        Result<String> strange(String wish);
    }

    /** A streaming service. */
    interface Streaming {
        TokenStream chat(@MemoryId Object chat, @UserMessage String wish);
    }

    /** Annotated tools. */
    static final class Files {
        @Tool("Writes a file")
        String write(@P("the file") String path, @P("its text") String text) {
            return done("write " + path);
        }

        @Tool("Lists all files")
        String list() {
            return done("list");
        }

        @Tool("Fails")
        String fail(@P("why") String why) {
            RAN.add("fail");
            throw new IllegalArgumentException("the disk is full: " + why);
        }

        @Tool(value = "Looks at a file", returnBehavior = ReturnBehavior.IMMEDIATE)
        String look(@P("the file") String path) {
            return done("look " + path);
        }
    }

    /** A tool whose result is more than one text. */
    static final class Picture implements ToolExecutor {
        @Override
        public String execute(ToolExecutionRequest request, Object memoryId) {
            throw new IllegalStateException("LangChain4j calls the other method");
        }

        @Override
        public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
            RAN.add("picture");
            return ToolExecutionResult.builder()
                    .resultContents(List.of(TextContent.from("a cat"), TextContent.from("on a mat")))
                    .build();
        }
    }

    /** A provider of one tool that writes. */
    record Provider(String name, boolean isDynamic, List<String> parameters) implements ToolProvider {
        @Override
        public ToolProviderResult provideTools(ToolProviderRequest request) {
            return ToolProviderResult.builder()
                    .add(specification(name, parameters), executor(name))
                    .build();
        }
    }

    static ToolSpecification specification(String name, List<String> parameters) {
        var schema = dev.langchain4j.model.chat.request.json.JsonObjectSchema.builder();
        parameters.forEach(schema::addStringProperty);
        return ToolSpecification.builder()
                .name(name)
                .parameters(schema.required(parameters).build())
                .build();
    }

    static ToolExecutor executor(String name) {
        return (request, memory) -> done(name + " " + request.arguments());
    }

    private static String done(String what) {
        RAN.add(what);
        return what + ": done";
    }

    static HostPolicies policies(String... lines) {
        return HostPolicies.of(PolicyConfiguration.of(
                ConfigurationFormat.TOML, "policy", String.join("\n", lines).replace('\'', '"')));
    }

    /** What a service did with replayed responses: its answer, and the bodies of its requests. */
    record Talk(Result<String> answer, List<String> requests) {
        /** What the model was told after its first response. */
        String told() {
            return requests.get(1);
        }
    }

    /** A model that hears no tools of names it wasn't offered makes a call of one. */
    static ToolExecutionResultMessage unknown(ToolExecutionRequest request) {
        return ToolExecutionResultMessage.from(request, "there is no tool named " + request.name());
    }

    private static <S> AiServices<S> with(Class<S> service, PolicyTools tools) {
        return AiServices.builder(service)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
                .hallucinatedToolNameStrategy(Clerk::unknown)
                .toolProvider(tools);
    }

    static Talk blocking(PolicyTools tools, Replay... responses) throws Exception {
        return blocking(tools, builder -> builder.registerListeners(tools.listeners()), "chat-7", responses);
    }

    static Talk blocking(
            PolicyTools tools, UnaryOperator<AiServices<Service>> settings, Object chat, Replay... responses)
            throws Exception {
        RAN.clear();
        try (ReplayServer server = ReplayServer.start()) {
            List<Exchange> exchanges = play(server, responses);
            Service service = settings.apply(with(Service.class, tools)
                            .chatModel(OpenAiChatModel.builder()
                                    .baseUrl(server.uri() + "/v1")
                                    .apiKey("none")
                                    .modelName("m")
                                    .maxRetries(0)
                                    .build()))
                    .build();
            Result<String> answer = chat == null ? service.strange("Go on.") : service.chat(chat, "Go on.");
            return new Talk(answer, requests(exchanges));
        }
    }

    static List<String> streaming(PolicyTools tools, UnaryOperator<AiServices<Streaming>> settings, Replay... responses)
            throws Exception {
        RAN.clear();
        try (ReplayServer server = ReplayServer.start()) {
            List<Exchange> exchanges = play(server, responses);
            Streaming service = settings.apply(with(Streaming.class, tools)
                            .streamingChatModel(OpenAiStreamingChatModel.builder()
                                    .baseUrl(server.uri() + "/v1")
                                    .apiKey("none")
                                    .modelName("m")
                                    .build())
                            .registerListeners(tools.listeners()))
                    .build();
            CompletableFuture<String> done = new CompletableFuture<>();
            service.chat("chat-7", "Go on.")
                    .onPartialResponse(piece -> {})
                    .onCompleteResponse(
                            response -> done.complete(response.aiMessage().text()))
                    .onError(done::completeExceptionally)
                    .start();
            done.get(20, TimeUnit.SECONDS);
            return requests(exchanges);
        }
    }

    /** Adds what a class logs to a list, until closed. */
    static AutoCloseable reading(Class<?> logging, List<String> lines) {
        Logger logger = Logger.getLogger(logging.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        return () -> logger.removeHandler(handler);
    }

    private static List<Exchange> play(ReplayServer server, Replay... responses) {
        List<Exchange> exchanges = new ArrayList<>();
        for (Replay response : responses) {
            exchanges.add(server.play(response));
        }
        return exchanges;
    }

    private static List<String> requests(List<Exchange> exchanges) throws Exception {
        List<String> bodies = new ArrayList<>();
        for (Exchange exchange : exchanges) {
            bodies.add(exchange.request(Duration.ofSeconds(60)).body());
        }
        return bodies;
    }
}
