package dev.toolpolicy.runtime.internal.remember;

import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecorderTest {

    @Test
    void eachCheckIsOneEventWithNamesAndWithoutArguments(@TempDir Path folder) throws IOException {
        PolicyRegistry session = session(new Scripted("open"), Scripted.denying("closed", "y"));
        run(session, call("x"));
        Path file = folder.resolve("checks.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(PolicyCheckEvent.NAME);
            recording.start();
            session.preview(call("x"), true);
            run(session, call("x", "{'secret':'1234'}"));
            run(session, call("y"));
            recording.stop();
            recording.dump(file);
        }
        run(session, call("x"));

        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(events).extracting(event -> event.getString("tool")).containsExactly("x", "y");
        assertThat(events.get(0).getBoolean("allowed")).isTrue();
        assertThat(events.get(1).getBoolean("allowed")).isFalse();
        assertThat(events.get(1).getString("deniedBy")).isEqualTo("closed");
        assertThat(events.get(1).getString("session")).isEqualTo("session");
        assertThat(events.get(1).getInt("policies")).isEqualTo(2);
        assertThat(events.toString()).doesNotContain("1234");
    }
}
