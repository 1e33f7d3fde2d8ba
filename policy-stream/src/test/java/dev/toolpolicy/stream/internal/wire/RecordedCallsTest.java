package dev.toolpolicy.stream.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every listed call, written as a body of its format in its own chunks, is read back as it was. */
class RecordedCallsTest {

    static Stream<RecordedStream> recordings() {
        return RecordedStream.all().stream();
    }

    @Test
    void thereAreRecordingsOfEachFormat() {
        assertThat(recordings()).hasSizeGreaterThan(250);
        assertThat(recordings().map(RecordedStream::format)).contains(WireFormat.values());
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void callsAreReadBackInTheirChunks(RecordedStream stream) throws WireException {
        WireResponse response = WireResponse.read(WireBodies.streamed(stream));

        assertThat(response.format()).isEqualTo(stream.format());
        List<AssembledCall> calls = AssembledCall.of(response.parts());
        assertThat(calls)
                .containsExactlyInAnyOrderElementsOf(stream.calls().stream()
                        .map(RecordedStream.Call::assembled)
                        .toList());

        List<String> chunks = response.parts().stream()
                .filter(part -> part.kind() == WirePart.Kind.ARGUMENTS)
                .map(WirePart::text)
                .toList();
        List<String> recorded = stream.calls().stream()
                .flatMap(call -> call.told().stream())
                .filter(chunk -> !chunk.isEmpty())
                .toList();
        assertThat(chunks).containsExactlyInAnyOrderElementsOf(recorded);
    }
}
