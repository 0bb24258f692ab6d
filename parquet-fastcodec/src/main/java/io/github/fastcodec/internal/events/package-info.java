/**
 * Internal: the interfaces through which events are recorded. They do not need JDK Flight Recorder. Only the package
 * {@code jfr} needs it, and is loaded by name.
 */
@NullMarked
package io.github.fastcodec.internal.events;

import org.jspecify.annotations.NullMarked;
