/**
 * Internal: what JDK Flight Recorder is told, by interfaces that do not need it. The package below has what does, and is reached
 * by name.
 */
@NullMarked
package io.github.fastcodec.internal.events;

import org.jspecify.annotations.NullMarked;
