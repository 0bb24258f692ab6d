/** Programs that watch the memory of many writers and threads: each a main, with a Maven profile of its own. */
package io.github.fastcodec.bench.writers;
