package dev.toolpolicy.springboot;

import dev.toolpolicy.test.replay.ReplayServer;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Whole applications whose model is a server that plays responses. */
final class Applications {
    private Applications() {}

    /** Starts an application at a free port, with more properties. */
    static ConfigurableApplicationContext start(Class<?> app, ReplayServer model, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.tomcat.basedir=build/tomcat",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--spring.ai.openai.api-key=none",
                "--spring.ai.openai.base-url=" + model.uri(),
                "--spring.ai.model.embedding=none",
                "--spring.ai.model.image=none",
                "--spring.ai.model.audio.speech=none",
                "--spring.ai.model.audio.transcription=none",
                "--spring.ai.model.moderation=none"));
        all.addAll(List.of(properties));
        return new SpringApplicationBuilder(app)
                .web(WebApplicationType.SERVLET)
                .logStartupInfo(false)
                .run(all.toArray(String[]::new));
    }
}
