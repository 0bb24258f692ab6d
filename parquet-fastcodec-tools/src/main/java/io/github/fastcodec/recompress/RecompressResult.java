// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.util.List;

/**
 * The outcome of recompressing a file that did not fail. Immutable.
 *
 * @param written whether this call wrote a new file; false if an earlier call wrote the target
 * @param verified whether the new file was read back from the disk and compared with the source
 * @param bytesBefore the length of the source, in bytes
 * @param bytesAfter the length of the file at the target, in bytes
 * @param changedChunks the number of column chunks whose pages were recompressed, or were given checksums
 * @param keptChunks the number of column chunks that were copied unchanged, because they had the codec already or would have grown
 * @param notes the peculiarities of the source, and the differences that they cause in the new file, one sentence each; immutable
 */
public record RecompressResult(
        boolean written,
        boolean verified,
        long bytesBefore,
        long bytesAfter,
        int changedChunks,
        int keptChunks,
        List<String> notes) {

    public RecompressResult {
        notes = List.copyOf(notes);
    }

    @Override
    public String toString() {
        return bytesBefore + " bytes to " + bytesAfter + ", " + changedChunks + " column chunks changed, " + keptChunks
                + " kept" + (verified ? ", verified" : "") + (written ? "" : ", no new file");
    }
}
