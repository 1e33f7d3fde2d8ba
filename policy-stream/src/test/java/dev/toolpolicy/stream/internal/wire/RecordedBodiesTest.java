package dev.toolpolicy.stream.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every body that was recorded whole holds exactly the calls that the catalogue lists for it. */
class RecordedBodiesTest {

    static Stream<RecordedStream> bodies() {
        return RecordedStream.all().stream().filter(stream -> stream.body().isPresent());
    }

    @Test
    void thereAreBodiesOfEachFormat() {
        assertThat(bodies()).hasSize(76);
        assertThat(bodies().map(RecordedStream::format)).contains(WireFormat.values());
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void aBodyHoldsTheListedCalls(RecordedStream stream) throws WireException {
        WireResponse response =
                WireResponse.read(RecordedStream.text(stream.body().orElseThrow()));

        assertThat(response.format()).isEqualTo(stream.format());
        assertThat(response.model()).isEqualTo(stream.recording().get("model").textValue());
        assertThat(AssembledCall.of(response.parts()))
                .containsExactlyElementsOf(stream.calls().stream()
                        .map(RecordedStream.Call::assembled)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void bodiesAreReadAlikeForAllLineEnds(RecordedStream stream) throws WireException {
        String body = RecordedStream.text(stream.body().orElseThrow());
        List<WirePart> expected = WireResponse.read(body).parts();

        assertThat(WireResponse.read(body.replace("\n", "\r\n")).parts()).isEqualTo(expected);
        assertThat(WireResponse.read("\uFEFF: comment\nretry: 3\n\n" + body.replace("\n", "\r"))
                        .parts())
                .isEqualTo(expected);
        assertThat(WireResponse.read(body.stripTrailing()).parts()).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void theEndTellsWhetherTheResponseWasCut(RecordedStream stream) throws WireException {
        List<WirePart> parts = WireResponse.read(
                        RecordedStream.text(stream.body().orElseThrow()))
                .parts();
        boolean whole = !stream.stopReason().equals("length");

        assertThat(parts.get(parts.size() - 1).kind()).isEqualTo(whole ? WirePart.Kind.COMPLETE : WirePart.Kind.CUT);
        assertThat(parts.stream().filter(WirePart::isEnd)).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void aBodyThatStopsAnywhereNeverHoldsMore(RecordedStream stream) throws WireException {
        String body = RecordedStream.text(stream.body().orElseThrow());
        List<WirePart> whole = WireResponse.read(body).parts();
        int first = body.indexOf("\n\n", body.indexOf("data:")) + 2;

        for (int length = first; length < body.length() - 2; length += 1 + body.length() / 100) {
            List<WirePart> parts = WireResponse.read(body.substring(0, length)).parts();
            List<WirePart> before = parts.subList(0, parts.size() - 1);
            assertThat(whole.subList(0, before.size())).as("cut at %d", length).isEqualTo(before);
        }
    }
}
