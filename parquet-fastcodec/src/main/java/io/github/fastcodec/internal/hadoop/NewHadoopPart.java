// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.internal.file.NewPart;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A part of a file of a Hadoop file system. It keeps the name under which it is written. For one thread. */
final class NewHadoopPart extends NewHadoopFile implements NewPart {

    /** Creates a part beside a file; {@code like} is one whose permissions it gets, or null. */
    NewHadoopPart(FileSystem fileSystem, Path target, Path like) throws IOException {
        super(fileSystem, target, like);
    }

    @Override
    public String path() {
        return beside().toString();
    }

    @Override
    public void place(Condition condition) throws IOException {
        condition.require();
        keep();
    }
}
