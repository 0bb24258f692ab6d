# SPDX-License-Identifier: Apache-2.0
"""Compares what an application gets with this project with the tree that docs/releasing.md shows.

Usage: tree.py TREE PAGE, where TREE is what Maven's dependency plugin wrote.
"""

import pathlib
import re
import sys

lines = pathlib.Path(sys.argv[1]).read_text().splitlines()
start = next(number for number, line in enumerate(lines) if "io.github.fastcodec:parquet-fastcodec:" in line)
# deeper than ours, up to the application's next dependency; without the drawing, the versions and the machine's name
tree = []
for line in lines[start + 1:]:
    drawing, artifact = re.fullmatch(r"([|+\\ -]*)(\S.*)", line).groups()
    if len(drawing) <= 3:
        break
    group, name = artifact.split(":")[:2]
    tree.append("  " * (len(drawing) // 3 - 2) + f"{group}:{re.sub('^native-.*', 'native-PLATFORM', name)}")
page = pathlib.Path(sys.argv[2]).read_text()
if "\n".join(["```text", *tree, "```"]) not in page:
    sys.exit(f"{sys.argv[2]} shows another tree than\n" + "\n".join(tree))
print(f"{len(tree)} libraries come with it")
