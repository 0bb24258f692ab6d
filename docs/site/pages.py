#!/usr/bin/env python3
"""Collects the pages of the site: README.md, docs and the pages in capitals, with links for the site.

Usage: pages.py REPOSITORY TARGET SOURCES, where SOURCES is the address of the repository's files.
"""
import json
import posixpath
import re
import shutil
import sys
from pathlib import Path

root, target, sources = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), sys.argv[3].rstrip("/")

# The place of each page of the repository in the site.
places = {"README.md": "index.md", "docs/README.md": "pages.md"}
places |= {page: page for page in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")}
for file in sorted((root / "docs").rglob("*")):
    name = file.relative_to(root).as_posix()
    if file.suffix in (".md", ".svg", ".png", ".java") and name not in places:
        places[name] = name.removeprefix("docs/")

LINK = re.compile(r'(\]\(|(?:src|srcset)=")([^)\s"#]+)')
BLOCK = re.compile(r"(?ms)^ *```.*?^ *```$")


def moved(page: str, link: str) -> str:
    """Returns the target of a page's link in the site."""
    if re.match(r"\w+:", link):
        return link
    name = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
    if not (root / name).exists():
        sys.exit(f"{page}: {link} leads nowhere")
    if name in places:
        return posixpath.relpath(places[name], posixpath.dirname(places[page]) or ".")
    return f"{sources}/{name}"


def rewritten(page: str) -> str:
    def move(match: re.Match) -> str:
        return match.group(1) + moved(page, match.group(2))

    text = (root / page).read_text(encoding="utf-8")
    result, end = [], 0
    for block in BLOCK.finditer(text):
        result += [LINK.sub(move, text[end : block.start()]), block.group()]
        end = block.end()
    result.append(LINK.sub(move, text[end:]))
    # Python's Markdown treats a list as part of the paragraph above it
    return re.sub(r"(?m)^([^\s|#>`-].*)\n(?=- )", r"\1\n\n", "".join(result))


# The page of all keys comes first in a search, and its table replaces the table of contents.
HEADS = {"docs/configuration.md": "---\nsearch:\n  boost: 4\nhide:\n  - toc\n---\n\n"}

shutil.rmtree(target, ignore_errors=True)
for page, place in places.items():
    file = target / place
    file.parent.mkdir(parents=True, exist_ok=True)
    if page.endswith(".md"):
        file.write_text(HEADS.get(page, "") + rewritten(page), encoding="utf-8")
    else:
        shutil.copyfile(root / page, file)
shutil.copyfile(root / "docs/site/extra.css", target / "extra.css")
(target.parent / "places.json").write_text(json.dumps({place: page for page, place in places.items()}), encoding="utf-8")
