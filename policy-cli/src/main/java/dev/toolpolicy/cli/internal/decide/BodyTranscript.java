package dev.toolpolicy.cli.internal.decide;

import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.stream.internal.wire.WireException;
import dev.toolpolicy.stream.internal.wire.WirePart;
import dev.toolpolicy.stream.internal.wire.WireResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A reader of a recorded body: one response of a model, streamed or not, in a format of OpenAI's or Anthropic's. */
final class BodyTranscript implements Transcript.Reader {

    /** A call of a response, put together. */
    private static final class Call {
        private String id = "";
        private final StringBuilder name = new StringBuilder();
        private final StringBuilder arguments = new StringBuilder();
    }

    @Override
    public Transcript read(String name, String text) throws UsageException {
        List<WirePart> parts;
        try {
            parts = WireResponse.read(text).parts();
        } catch (WireException e) {
            throw new UsageException(
                    name + ": not a transcript, an audit log or a response of a model: " + e.getMessage());
        }
        Transcript transcript = new Transcript();
        Map<Integer, Call> calls = new LinkedHashMap<>();
        for (WirePart part : parts) {
            switch (part.kind()) {
                case CALL -> {
                    Call call = calls.computeIfAbsent(part.position(), position -> new Call());
                    call.id = part.id();
                    call.name.append(part.text());
                }
                case ARGUMENTS ->
                    calls.computeIfAbsent(part.position(), position -> new Call())
                            .arguments
                            .append(part.text());
                case PROVIDER_CALL -> transcript.skip();
                case TEXT, COMPLETE, CUT -> {}
            }
        }
        calls.forEach((position, call) ->
                transcript.begin(1, name, position + " " + call.id, call.name.toString(), call.arguments.toString()));
        return transcript;
    }
}
