// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import java.util.BitSet;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.api.Binary;

/** Reads selected values of a dictionary, each once. Not thread-safe. */
public final class DictionaryValues extends ValuesReader {

    private final Dictionary dictionary;
    private final BitSet indexes;
    private int index = -1;

    /** @param indexes the indexes of the values to read */
    DictionaryValues(Dictionary dictionary, BitSet indexes) {
        this.dictionary = dictionary;
        this.indexes = indexes;
    }

    private int next() {
        index = indexes.nextSetBit(index + 1);
        return index;
    }

    @Override
    public int readInteger() {
        return dictionary.decodeToInt(next());
    }

    @Override
    public long readLong() {
        return dictionary.decodeToLong(next());
    }

    @Override
    public float readFloat() {
        return dictionary.decodeToFloat(next());
    }

    @Override
    public double readDouble() {
        return dictionary.decodeToDouble(next());
    }

    @Override
    public Binary readBytes() {
        return dictionary.decodeToBinary(next());
    }

    @Override
    public void skip() {
        next();
    }
}
