/**
 * The registry of engines: it loads them, tests which of them work in this JVM, and selects one for each codec. The engines
 * are in packages below this one, and the registry loads them by name.
 */
@NullMarked
package io.github.fastcodec.internal.engines;

import org.jspecify.annotations.NullMarked;
