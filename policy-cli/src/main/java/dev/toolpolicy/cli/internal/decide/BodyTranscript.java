package dev.toolpolicy.cli.internal.decide;

import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.stream.wire.WireException;
import dev.toolpolicy.stream.wire.WirePart;
import dev.toolpolicy.stream.wire.WireResponse;
import java.util.LinkedHashMap;
import java.util.Map;

/** A reader of a recorded body: one response of a model, streamed or not, in a format of OpenAI's or Anthropic's. */
final class BodyTranscript implements Transcript.Reader {
    @Override
    public Transcript read(String name, String text) throws UsageException {
        Calls calls = new Calls();
        try {
            WireResponse.read(text).parts().forEach(part -> part.passTo(calls));
        } catch (WireException e) {
            throw new UsageException(
                    name + ": not a transcript, an audit log or a response of a model: " + e.getMessage());
        }
        Transcript transcript = new Transcript();
        calls.started.forEach((position, call) -> {
            if (call.owner() == WirePart.Owner.PROVIDER) {
                transcript.skip();
            } else {
                String arguments = String.valueOf(calls.texts.get(position));
                transcript.begin(1, name, position + " " + call.id(), call.name(), arguments);
            }
        });
        return transcript;
    }

    /** The calls of a response by their positions. */
    private static final class Calls implements WirePart.Receiver {
        private final Map<Integer, WirePart.CallStarted> started = new LinkedHashMap<>();
        private final Map<Integer, StringBuilder> texts = new LinkedHashMap<>();

        @Override
        public void callStarted(WirePart.CallStarted part) {
            started.put(part.position(), part);
            texts.put(part.position(), new StringBuilder());
        }

        @Override
        public void argumentText(WirePart.ArgumentText part) {
            texts.computeIfAbsent(part.position(), position -> new StringBuilder())
                    .append(part.text());
        }

        @Override
        public void callEnded(WirePart.CallEnded part) {}

        @Override
        public void plainText(WirePart.PlainText part) {}

        @Override
        public void responseEnded(WirePart.ResponseEnded part) {}
    }
}
