package dev.toolpolicy.springboot;

import dev.toolpolicy.config.host.SessionResolver;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.springai.ToolPolicies;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;

/** Sessions of callers whom Spring Security knows. Rules see the facts {@code user} and {@code roles}. */
record CallerSessions(boolean byPrincipal) implements SessionResolver<ToolContext>, PolicyEngineCustomizer {
    @Override
    public PolicyEngineBuilder customize(PolicyEngineBuilder builder) {
        return builder.facts(ToolSchema.of(
                Parameter.optional("user", ParameterType.string()),
                Parameter.optional("roles", ParameterType.arrayOf(ParameterType.string()))));
    }

    @Override
    public PolicySession resolve(PolicyEngine engine, ToolContext call) {
        Authentication caller = caller(call);
        if (byPrincipal && (caller == null || caller.getName().isBlank())) {
            throw new IllegalStateException(
                    "toolpolicy.session=principal: no user is authenticated, so this chat's tools don't run. Use the"
                            + " application's ChatClient.Builder in a request that Spring Security has authenticated.");
        }
        PolicySession session = byPrincipal && caller != null
                ? engine.session(caller.getName())
                : ToolPolicies.conversations().resolve(engine, call);
        return caller == null ? session : session.withFacts(facts(caller));
    }

    private static Map<String, Object> facts(Authentication caller) {
        List<String> roles = caller.getAuthorities().stream()
                .map(GrantedAuthority::getAuthority)
                .filter(role -> role != null)
                .<String>map(role -> role)
                .toList();
        return Map.of("user", caller.getName(), "roles", roles);
    }

    private static @Nullable Authentication caller(ToolContext call) {
        Authentication known = call.getContext().get(CallerAdvisor.CALLER) instanceof Authentication given
                ? given
                : SecurityContextHolder.getContext().getAuthentication();
        boolean somebody = known != null && known.isAuthenticated() && !(known instanceof AnonymousAuthenticationToken);
        return somebody ? known : null;
    }
}
