/** Permission lists of other agents as policy files. Begin with {@link dev.toolpolicy.config.importing.PermissionList}. */
@NullMarked
package dev.toolpolicy.config.importing;

import org.jspecify.annotations.NullMarked;
