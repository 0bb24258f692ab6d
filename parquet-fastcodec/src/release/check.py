# SPDX-License-Identifier: Apache-2.0
"""Checks that a staged release meets the requirements of Central, and this project's promises about its jars.

Usage: check.py STAGED GNUPG_HOME
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

POM = "{http://maven.apache.org/POM/4.0.0}"
# path in a POM: its value required by Central, in the POM itself or in its parent
METADATA = [
    "name", "description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
    "developers/developer/organization", "developers/developer/organizationUrl", "scm/connection", "scm/developerConnection", "scm/url",
]
CHECKSUMS = ["md5", "sha1", "sha256", "sha512"]
# artifact: its newest class version (of Java 11, of Java 17), entries of its manifest, one of its classes
JARS = {
    "parquet-fastcodec": (55, "Automatic-Module-Name: io.github.fastcodec", "io/github/fastcodec/FastCodecFactory"),
    "parquet-fastcodec-agent": (55, "Premain-Class: io.github.fastcodec.agent.Agent", "io/github/fastcodec/agent/Agent"),
    "parquet-fastcodec-tools": (61, "Automatic-Module-Name: io.github.fastcodec.tools", "io/github/fastcodec/recompress/Recompressor"),
}
# Every jar that users get. If you add one, consider its licence, its minimum version and docs/releasing.md.
LIBRARIES = {
    "aircompressor", "brotli4j", "dec", "jna", "lz4-java", "service", "snappy-java", "zstd-jni",
}
# The additional contents of the agent's jar.
INSIDE_THE_AGENT = {"asm", "asm-commons", "parquet-common", "parquet-format-structures", "slf4j-api", "slf4j-simple"}
# Some of the contents of the -all jar.
INSIDE_THE_ALL_JAR = {"hadoop-client-api", "hadoop-client-runtime", "jackson-databind", "parquet-hadoop", "s3", "guava", "picocli"}
# The platforms for which brotli4j has libraries. The jars with everything inside include all of them, whichever machine builds.
BROTLI = {
    "linux-aarch64", "linux-armv7", "linux-ppc64le", "linux-riscv64", "linux-s390x", "linux-x86_64", "osx-aarch64", "osx-x86_64",
    "windows-aarch64", "windows-x86_64",
}


def find(pom, path):
    node = pom.find("/".join(POM + part for part in path.split("/")))
    return None if node is None or not (node.text or "").strip() else node.text.strip()


class Check:
    def __init__(self, staged, gnupg_home):
        self.staged = staged
        self.gnupg_home = gnupg_home
        self.problems = []
        self.files = 0

    def expect(self, truth, problem):
        if not truth:
            self.problems.append(problem)

    def run(self):
        poms = {pom.parent.parent.name: ElementTree.parse(pom).getroot() for pom in sorted(self.staged.rglob("*.pom"))}
        self.expect(set(poms) == {*JARS, "parquet-fastcodec-parent"}, f"staged are {sorted(poms)}")
        for artifact, pom in poms.items():
            self.pom(artifact, pom, poms)
        for file in sorted(path for path in self.staged.rglob("*") if path.is_file()):
            if file.suffix[1:] not in CHECKSUMS + ["asc"]:
                self.beside(file)
        return self.problems

    def pom(self, artifact, pom, poms):
        parent = poms.get(find(pom, "parent/artifactId"))
        version = find(pom, "version") or find(pom, "parent/version")
        for path in METADATA:
            self.expect(
                find(pom, path) or parent is not None and find(parent, path), f"{artifact}: the POM has no {path}")
        for path in ["name", "description"]:
            self.expect(find(pom, path), f"{artifact}: the POM has no {path} of its own")
        text = ElementTree.tostring(pom, encoding="unicode")
        self.expect("SNAPSHOT" not in text, f"{artifact}: the POM names a snapshot")
        self.expect("systemPath" not in text, f"{artifact}: the POM has a systemPath")
        folders = list(self.staged.rglob(artifact))
        self.expect(
            [folder / version for folder in folders] == [self.staged / "io/github/fastcodec" / artifact / version],
            f"{artifact}: not in the folder of its coordinates")
        folder = self.staged / "io/github/fastcodec" / artifact / version
        base = f"{artifact}-{version}"
        self.sbom(folder / f"{base}-cyclonedx.json", artifact, version)
        ElementTree.parse(folder / f"{base}-cyclonedx.xml")
        if find(pom, "packaging") != "pom":
            for dependency in pom.iter(POM + "dependency"):
                name = find(dependency, "artifactId")
                self.expect(
                    find(dependency, "scope") in ("provided", "test") or find(dependency, "optional") == "true"
                    or name in LIBRARIES or name in JARS,
                    f"{artifact}: users get {name}, which check.py does not list")
            self.jars(folder, base, artifact)

    def jars(self, folder, base, artifact):
        newest, entry_of_manifest, known = JARS[artifact]
        codec = artifact == "parquet-fastcodec"
        agent = artifact == "parquet-fastcodec-agent"
        wanted = [
            (f"{base}.jar", f"{known}.class"),
            (f"{base}-sources.jar", f"{known}.java"),
            (f"{base}-javadoc.jar", f"{known}.html"),
        ]
        # the jar with everything inside, if the artifact has one, and where its libraries are
        whole, inside = (f"{base}.jar", "isolated/") if agent else (f"{base}-all.jar", "")
        if not codec:
            wanted.append((whole, f"{inside}com/sun/jna/Native.class"))
        for name, entry in wanted:
            self.expect(self.has(folder / name, entry), f"{name}: missing, or without {entry}")
        jar = folder / f"{base}.jar"
        if not jar.exists():
            return
        with zipfile.ZipFile(jar) as entries:
            manifest = entries.read("META-INF/MANIFEST.MF").decode()
            self.expect(f"{entry_of_manifest}\r\n" in manifest, f"{jar.name}: its manifest has no {entry_of_manifest}")
            for name in ["META-INF/LICENSE", "META-INF/NOTICE"] + ["META-INF/licenses/libdeflate.txt"] * (codec or agent):
                self.expect(name in entries.namelist(), f"{jar.name}: no {name}")
            for name in entries.namelist():
                if name.endswith(".class"):
                    version = int.from_bytes(entries.read(name)[6:8], "big")
                    self.expect(version <= newest, f"{jar.name}: {name} is of class version {version}, newer than {newest}")
                self.expect(
                    name.endswith("/") or name.startswith(("META-INF/", "io/github/fastcodec/") + ("isolated/",) * agent)
                    or re.fullmatch(r"(linux|darwin|win32)-[a-z0-9-]+/(lib)?deflate\.(so|dylib|dll)", name),
                    f"{jar.name}: {name} is not ours")
        if not codec and (folder / whole).exists():
            with zipfile.ZipFile(folder / whole) as entries:
                platforms = {entry.split("/")[-2] for entry in entries.namelist() if re.match(rf"{inside}lib/.*brotli\.", entry)}
            self.expect(platforms == BROTLI, f"{whole}: brotli4j for {sorted(platforms)}, not for {sorted(BROTLI)}")
            self.licences(folder / whole, jar, LIBRARIES | (INSIDE_THE_AGENT if agent else INSIDE_THE_ALL_JAR))
        runnable = folder / f"{base}-all.jar"
        if runnable.exists():
            with zipfile.ZipFile(runnable) as entries:
                manifest = entries.read("META-INF/MANIFEST.MF").decode()
                self.expect("Enable-Native-Access: ALL-UNNAMED\r\n" in manifest, f"{runnable.name}: no native access")
                self.expect(
                    f"Implementation-Version: {base[len(artifact) + 1:]}\r\n" in manifest, f"{runnable.name}: no version")
                left_out = [name for name in entries.namelist() if re.match("org/apache/hadoop/shaded/(org/eclipse/jetty|com/jcraft)/.", name)]
                self.expect(not left_out, f"{runnable.name}: {left_out[:1]}, which SECURITY.md says is left out")
            self.all_sbom(folder / f"{base}-all-cyclonedx.json", self.listed(runnable))

    def licences(self, whole, jar, wanted):
        """Checks that a jar with libraries inside has our LICENSE and NOTICE, lists the libraries, and has their texts."""
        with zipfile.ZipFile(jar) as ours, zipfile.ZipFile(whole) as entries:
            for name in ["META-INF/LICENSE", "META-INF/NOTICE"]:
                found = [entries.read(entry) for entry in entries.infolist() if entry.filename == name]
                self.expect(found == [ours.read(name)], f"{whole.name}: another {name} than ours")
            listed = self.listed(whole)
            missing = wanted - {artifact for artifact, _, _, _ in listed}
            self.expect(not missing, f"{whole.name}: its third-party.txt is without {sorted(missing)}")
            for artifact, _, licence, folder in listed:
                texts = [
                    name for name in entries.namelist()
                    if name == f"META-INF/licenses/{folder}" or name.startswith(f"META-INF/licenses/{folder}/")
                    and not name.endswith("/") and "/NOTICE" not in name]
                self.expect(licence == "Apache-2.0" or texts, f"{whole.name}: no text of {licence} for {artifact}")

    @staticmethod
    def listed(whole):
        """Returns artifact, version, licence and folder of each line of a jar's third-party.txt; libraries that are part of another have no version."""
        with zipfile.ZipFile(whole) as entries:
            lines = entries.read("META-INF/licenses/third-party.txt").decode().split("\n\n", 1)[1].splitlines()
        columns = [re.split(" {2,}", line.strip()) for line in lines]
        return [(*(name.split(":")[1:] if ":" in name else (name, "")), licence, folder) for name, licence, folder in columns]

    def all_sbom(self, file, listed):
        if not file.exists():
            self.problems.append(f"no {file.name}")
            return
        components = {(each["name"], each.get("version", "")) for each in json.loads(file.read_text())["components"]}
        self.expect(components == {line[:2] for line in listed}, f"{file.name}: not the libraries of third-party.txt")

    @staticmethod
    def has(jar, prefix):
        if not jar.exists():
            return False
        with zipfile.ZipFile(jar) as entries:
            return any(name.startswith(prefix) for name in entries.namelist())

    def sbom(self, file, artifact, version):
        if not file.exists():
            self.problems.append(f"{artifact}: no {file.name}")
            return
        sbom = json.loads(file.read_text())
        self.expect(sbom.get("bomFormat") == "CycloneDX", f"{file.name}: no CycloneDX document")
        self.expect(
            sbom["metadata"]["component"]["purl"].startswith(f"pkg:maven/io.github.fastcodec/{artifact}@{version}"),
            f"{file.name}: of something else")
        for component in sbom.get("components", []):
            name = component["name"]
            # brotli4j's native libraries, of which Maven chooses the one for this machine
            self.expect(
                name in LIBRARIES or name in JARS or name in INSIDE_THE_AGENT and artifact == "parquet-fastcodec-agent"
                or name.startswith("native-"), f"{file.name}: {name}, which check.py does not list")
            self.expect(component.get("licenses"), f"{file.name}: {name} without a licence")
        wanted = {"parquet-fastcodec": LIBRARIES, "parquet-fastcodec-agent": LIBRARIES | INSIDE_THE_AGENT}
        if artifact in wanted:
            missing = wanted[artifact] - {component["name"] for component in sbom["components"]}
            self.expect(not missing, f"{file.name}: without {sorted(missing)}")

    def beside(self, file):
        self.files += 1
        for algorithm in CHECKSUMS:
            checksum = file.with_name(f"{file.name}.{algorithm}")
            self.expect(
                checksum.exists() and checksum.read_text().strip() == hashlib.new(algorithm, file.read_bytes()).hexdigest(),
                f"{checksum.name}: missing or wrong")
        signature = file.with_name(f"{file.name}.asc")
        verified = signature.exists() and subprocess.run(
            ["gpg", "--homedir", self.gnupg_home, "--batch", "--quiet", "--verify", signature, file],
            capture_output=True, check=False).returncode == 0
        self.expect(verified, f"{signature.name}: missing or wrong")


def main():
    staged, gnupg_home = pathlib.Path(sys.argv[1]), sys.argv[2]
    check = Check(staged, gnupg_home)
    for problem in check.run():
        print(problem)
    if check.problems:
        sys.exit(f"{len(check.problems)} problems in {staged}")
    print(f"{check.files} files with checksums and signatures fulfil the rules")


if __name__ == "__main__":
    main()
