# SPDX-License-Identifier: Apache-2.0
"""The metadata of the wheel, and the licences of the libraries in the wheel and in the jars."""

import io
import os
import re
import zipfile
from glob import glob
from importlib import metadata

import pytest

TARGET = os.path.join(os.path.dirname(__file__), "..", "..", "..", "target")
(WHEEL,) = glob(os.path.join(TARGET, "wheel", "*.whl"))
(ALL_JAR,) = glob(os.path.join(TARGET, "*-all.jar"))
(AGENT_JAR,) = glob(os.path.join(TARGET, "..", "..", "parquet-fastcodec-agent", "target", "jars", "*.jar"))
LINE = re.compile(r" *(?:([^ :]+):)?([^ :]+)(?::(\S+))?  +(\S.*?)  +(\S+)")


def licenses(file):
    """Returns the files of a jar's or wheel's folder of licences by their names in it."""
    with zipfile.ZipFile(file) as entries:
        found = [(re.fullmatch(r"(?:META-INF|[^/]+\.dist-info)/licenses/(.+[^/])", name), name) for name in entries.namelist()]
        return {match.group(1): entries.read(name).decode() for match, name in found if match}


def libraries(texts):
    """Returns group, artifact, version, licence and folder of each line of the list."""
    head, lines = texts["third-party.txt"].split("\n\n", 1)
    return [LINE.fullmatch(line).groups() for line in lines.splitlines()]


@pytest.mark.parametrize("file", [WHEEL, ALL_JAR, AGENT_JAR], ids=os.path.basename)
def test_each_listed_library_has_its_licence(file):
    texts = licenses(file)
    assert len(libraries(texts)) > 10
    for _, artifact, _, licence, folder in libraries(texts):
        files = [name for name in texts if name == folder or name.startswith(folder + "/")]
        if licence != "Apache-2.0":
            assert any(not os.path.basename(name).startswith("NOTICE") for name in files), artifact
        else:
            assert files or folder == "LICENSE", artifact


@pytest.mark.parametrize("jar", [ALL_JAR, AGENT_JAR], ids=os.path.basename)
def test_a_jar_has_only_our_license_and_notice(jar):
    with zipfile.ZipFile(jar) as entries:
        for name in ["LICENSE", "NOTICE"]:
            assert [entries.read(entry) for entry in entries.infolist() if entry.filename == "META-INF/" + name] == [
                open(os.path.join(TARGET, "..", "..", name), "rb").read()
            ]


def test_the_wheel_has_one_version_of_each_library():
    with zipfile.ZipFile(WHEEL) as entries:
        artifacts = [re.sub("-[0-9].*", "", name) for name in entries.namelist() if name.endswith(".jar")]
    assert len(artifacts) > 10 and len(set(artifacts)) == len(artifacts), artifacts


def test_all_jars_in_the_wheel_are_listed():
    listed = {(artifact, version) for _, artifact, version, _, _ in libraries(licenses(WHEEL))}
    with zipfile.ZipFile(WHEEL) as entries:
        for name in entries.namelist():
            if name.endswith(".jar"):
                artifact, version = re.fullmatch(r"(.+?)-([0-9].*)\.jar", os.path.basename(name)).groups()
                # brotli4j's libraries belong to brotli4j
                assert (artifact, version) in listed or artifact.startswith("native-") and ("brotli4j", version) in listed
                with zipfile.ZipFile(io.BytesIO(entries.read(name))) as jar:
                    for inside in jar.namelist():
                        pom = re.fullmatch(r"META-INF/maven/[^/]+/([^/]+)/pom.properties", inside)
                        assert not pom or pom.group(1) == artifact or pom.group(1) in {known for known, _ in listed}


def test_the_license_expression_names_each_licence_inside():
    expression = metadata.metadata("parquet-fastcodec")["License-Expression"]
    inside = {licence for _, _, _, licence, _ in libraries(licenses(WHEEL))}
    required = {part for licence in inside if " OR " not in licence for part in licence.split(" AND ")}
    assert expression == " AND ".join(sorted(required))
    for choice in inside - required:
        assert " OR " not in choice or set(choice.split(" OR ")) & required, choice


def test_each_license_file_exists():
    named = metadata.metadata("parquet-fastcodec").get_all("License-File")
    assert set(named) == set(licenses(WHEEL))


def test_links_of_the_description_work_everywhere():
    description = metadata.metadata("parquet-fastcodec").get_payload()
    links = re.findall(r"\]\(([^)]+)\)", description)
    assert links and all(link.startswith("https://") for link in links), links
    assert description.startswith("# ")


def test_the_documented_size_of_the_jar_is_true():
    megabytes = os.path.getsize(ALL_JAR) / 1e6
    with open(os.path.join(TARGET, "..", "..", "docs", "lake.md"), encoding="utf-8") as page:
        assert f"the {round(megabytes, -1):.0f} MB of this jar" in page.read().replace("\n", " "), megabytes
