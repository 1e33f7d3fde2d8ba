package dev.toolpolicy.lab.sdk;

import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.openai.client.OpenAIClient;
import com.openai.client.OpenAIClientImpl;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseStreamEvent;
import dev.toolpolicy.test.RecordedCall;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** An SDK's own client, whose bodies come from memory instead of a network. */
interface RecordedClient<E> {
    /** The events of a new response; closing the stream closes it. */
    Stream<E> events();

    /** Chat completions of OpenAI's SDK. */
    static RecordedClient<ChatCompletionChunk> chat() {
        OpenAIClient client = openAi(body(RecordedCall.chat()));
        ChatCompletionCreateParams request = ChatCompletionCreateParams.builder()
                .model("m")
                .addUserMessage("Go on.")
                .build();
        return () -> {
            var response = client.chat().completions().createStreaming(request);
            return response.stream().onClose(response::close);
        };
    }

    /** Responses of OpenAI's SDK. */
    static RecordedClient<ResponseStreamEvent> responses() {
        OpenAIClient client = openAi(body(RecordedCall.responses()));
        ResponseCreateParams request =
                ResponseCreateParams.builder().model("m").input("Go on.").build();
        return () -> {
            var response = client.responses().createStreaming(request);
            return response.stream().onClose(response::close);
        };
    }

    /** Messages of Anthropic's SDK. */
    static RecordedClient<RawMessageStreamEvent> messages() {
        byte[] body = body(RecordedCall.messages());
        var client = new com.anthropic.client.AnthropicClientImpl(com.anthropic.core.ClientOptions.builder()
                .httpClient(new AnthropicMemory(body))
                .maxRetries(0)
                .build());
        MessageCreateParams request = MessageCreateParams.builder()
                .model("m")
                .maxTokens(1)
                .addUserMessage("Go on.")
                .build();
        return () -> {
            var response = client.messages().createStreaming(request);
            return response.stream().onClose(response::close);
        };
    }

    private static OpenAIClient openAi(byte[] body) {
        return new OpenAIClientImpl(com.openai.core.ClientOptions.builder()
                .httpClient(new OpenAiMemory(body))
                .apiKey("none")
                .maxRetries(0)
                .build());
    }

    private static byte[] body(RecordedCall call) {
        return call.body().getBytes(StandardCharsets.UTF_8);
    }

    /** Answers every request of OpenAI's SDK with one body. */
    record OpenAiMemory(byte[] body) implements com.openai.core.http.HttpClient {
        @Override
        public com.openai.core.http.HttpResponse execute(
                com.openai.core.http.HttpRequest request, com.openai.core.RequestOptions options) {
            return new OpenAiAnswer(new ByteArrayInputStream(body));
        }

        @Override
        public CompletableFuture<com.openai.core.http.HttpResponse> executeAsync(
                com.openai.core.http.HttpRequest request, com.openai.core.RequestOptions options) {
            return CompletableFuture.completedFuture(execute(request, options));
        }

        @Override
        public void close() {}
    }

    /** One answer to OpenAI's SDK. */
    record OpenAiAnswer(InputStream body) implements com.openai.core.http.HttpResponse {
        @Override
        public int statusCode() {
            return 200;
        }

        @Override
        public com.openai.core.http.Headers headers() {
            return com.openai.core.http.Headers.builder().build();
        }

        @Override
        public void close() {}
    }

    /** Answers every request of Anthropic's SDK with one body. */
    record AnthropicMemory(byte[] body) implements com.anthropic.core.http.HttpClient {
        @Override
        public com.anthropic.core.http.HttpResponse execute(
                com.anthropic.core.http.HttpRequest request, com.anthropic.core.RequestOptions options) {
            return new AnthropicAnswer(new ByteArrayInputStream(body));
        }

        @Override
        public CompletableFuture<com.anthropic.core.http.HttpResponse> executeAsync(
                com.anthropic.core.http.HttpRequest request, com.anthropic.core.RequestOptions options) {
            return CompletableFuture.completedFuture(execute(request, options));
        }

        @Override
        public void close() {}
    }

    /** One answer to Anthropic's SDK. */
    record AnthropicAnswer(InputStream body) implements com.anthropic.core.http.HttpResponse {
        @Override
        public int statusCode() {
            return 200;
        }

        @Override
        public com.anthropic.core.http.Headers headers() {
            return com.anthropic.core.http.Headers.builder().build();
        }

        @Override
        public void close() {}
    }
}
