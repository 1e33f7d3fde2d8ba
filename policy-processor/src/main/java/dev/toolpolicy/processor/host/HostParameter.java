package dev.toolpolicy.processor.host;

import java.util.Optional;
import javax.lang.model.type.TypeMirror;

/**
 * A method's parameter as models see it.
 *
 * @param name its name in JSON
 * @param description its description; may be empty
 * @param required whether a call must have it
 * @param type its type; for an {@code Optional}, that of the value
 * @param defaultText the value of a call that leaves it out, as written; empty if there is none
 */
public record HostParameter(
        String name, String description, boolean required, TypeMirror type, Optional<String> defaultText) {}
