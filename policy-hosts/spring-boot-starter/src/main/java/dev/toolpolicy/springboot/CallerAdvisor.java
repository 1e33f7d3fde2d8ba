package dev.toolpolicy.springboot;

import dev.toolpolicy.springai.PolicyAdvisor;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Hands the caller over to the policies: tools of a stream run on other threads than the caller's. */
final class CallerAdvisor implements CallAdvisor, StreamAdvisor {
    /** The parameter with the caller. */
    static final String CALLER = "toolpolicy.caller";

    @Override
    public String getName() {
        return "Tool Policy caller";
    }

    @Override
    public int getOrder() {
        return PolicyAdvisor.ORDER - 1;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        return chain.nextCall(of(request, SecurityContextHolder.getContext().getAuthentication()));
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        Authentication here = SecurityContextHolder.getContext().getAuthentication();
        if (here != null) {
            return chain.nextStream(of(request, here));
        }
        return Flux.deferContextual(context -> {
            Mono<SecurityContext> reactive = context.<Mono<SecurityContext>>getOrEmpty(SecurityContext.class)
                    .orElse(Mono.empty());
            return reactive.mapNotNull(SecurityContext::getAuthentication)
                    .map(caller -> of(request, caller))
                    .defaultIfEmpty(
                            of(request, SecurityContextHolder.getContext().getAuthentication()))
                    .flatMapMany(chain::nextStream);
        });
    }

    private static ChatClientRequest of(ChatClientRequest request, @Nullable Authentication caller) {
        return caller == null
                ? request
                : request.mutate().context(CALLER, caller).build();
    }
}
