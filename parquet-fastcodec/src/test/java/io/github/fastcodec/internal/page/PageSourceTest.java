// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.fastcodec.support.Pages;
import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.junit.jupiter.api.Test;

class PageSourceTest {

    // Would catch: a page that is gathered in what was reserved for the one before, which an error kept from being let
    // go.
    @Test
    void aPageAfterOneThatWasNotClearedIsGatheredInMemoryOfItsOwnSize() throws IOException {
        PageSource source = new PageSource();
        for (int size : new int[] {100, 12 << 20}) {
            byte[] page = Pages.text(size, size);
            source.take(
                    size,
                    BytesInput.concat(BytesInput.from(page, 0, 10), BytesInput.from(page, 10, size - 10))::writeAllTo);
            assertArrayEquals(
                    page, Arrays.copyOfRange(source.array(), source.offset(), source.offset() + source.length()));
        }
        source.clear();
    }
}
