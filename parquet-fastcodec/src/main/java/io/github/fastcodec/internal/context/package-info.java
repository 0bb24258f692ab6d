/** Internal: contexts that belong to threads and not to files. */
package io.github.fastcodec.internal.context;
