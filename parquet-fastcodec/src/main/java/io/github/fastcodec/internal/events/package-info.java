/**
 * Internal: the interfaces through which events are recorded. They do not need JDK Flight Recorder. The package below this
 * one does, and is loaded by name.
 */
@NullMarked
package io.github.fastcodec.internal.events;

import org.jspecify.annotations.NullMarked;
