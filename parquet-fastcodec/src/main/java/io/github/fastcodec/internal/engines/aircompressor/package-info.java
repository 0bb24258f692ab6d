/** Contexts over aircompressor, shared by the engines of several codecs. */
package io.github.fastcodec.internal.engines.aircompressor;
