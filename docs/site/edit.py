"""A hook of mkdocs: the link for editing a page leads to its file in the repository."""
import json
from pathlib import Path


def on_pre_page(page, config, files):
    places = json.loads((Path(config["docs_dir"]).parent / "places.json").read_text(encoding="utf-8"))
    page.edit_url = f"{config['repo_url']}/edit/main/{places[page.file.src_uri]}"
    return page
