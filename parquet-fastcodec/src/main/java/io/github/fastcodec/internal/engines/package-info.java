/**
 * The registry of engines: which there are, which of them work in this JVM, and which serves a codec. Each engine has its place
 * in a package below, which the registry loads by name.
 */
@NullMarked
package io.github.fastcodec.internal.engines;

import org.jspecify.annotations.NullMarked;
