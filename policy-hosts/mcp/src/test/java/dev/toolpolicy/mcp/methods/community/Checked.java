package dev.toolpolicy.mcp.methods.community;

import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;

/** The policy of all shapes. */
@Policy(run = @Rule(mode = ASK))
@interface Checked {}
