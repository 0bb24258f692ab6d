/** Internal: the events of JDK Flight Recorder, in classes that need the module jdk.jfr and are loaded by name only. */
@NullMarked
package io.github.fastcodec.internal.events.jfr;

import org.jspecify.annotations.NullMarked;
