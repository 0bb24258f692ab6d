/** Internal: the events of JDK Flight Recorder, in classes that need the module jdk.jfr and are reached by name only. */
@NullMarked
package io.github.fastcodec.internal.events.jfr;

import org.jspecify.annotations.NullMarked;
