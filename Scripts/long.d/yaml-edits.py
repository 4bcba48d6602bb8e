"""Compares the YAML parser and editor with other parsers.

    yaml-edits.py TOOL suite FOLDER       edits every scalar of yaml-test-suite (a clone, branch main or data)
    yaml-edits.py TOOL files FOLDER...    makes random edits to real files

TOOL is the compiled FormatTool. After each edit, PyYAML (with the core schema of YAML 1.2) and ruamel.yaml must read
the requested value, and nothing else may differ. If SETTEE_PROGRAM is set, its commands also make each edit of a
real file and undo it: the result must equal that of FormatTool, and then the original file. The exit code is 1 if
an edit changed anything else, or if too many edits were rejected.
"""

import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import warnings

import yaml
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import ScalarNode as RuamelScalar
from ruamel.yaml.nodes import SequenceNode as RuamelSequence

warnings.simplefilter("ignore")
SEED = os.environ.get("SETTEE_SEED", "1")
MOST_FILES = int(os.environ.get("SETTEE_FILES_EACH", "100000"))  # in each folder
EDITS = int(os.environ.get("SETTEE_EDITS", "3"))  # edits of each kind per file
SECONDS = float(os.environ.get("SETTEE_SECONDS", "100000"))
RUAMEL_LIMIT = int(os.environ.get("SETTEE_RUAMEL_LIMIT", "6000"))  # it is slow

TEXTS = [
    "word", "no", "On", "null", "~", "", "0", "012", "0x1F", "1.5", "1e3", "1:30", "1_000", ".5", "2026-01-02", "<<",
    "=", "a: b", "a:b", "x #y", "x#y", "it's", '"quoted"', "back\\slash", " lead", "trail ", "- dash", "-dash", "? ask",
    "{brace", "brace}", "[bracket", "x, y", "&anchor", "*star", "!tag", "%percent", "@at", "`tick`", "|", ">", "---",
    "...", "key:", "é ü", "日本語", "tab\there", "bell\x07", "nel\x85", "line\u2028sep", "${{ x }}", "{{ y }}",
    "https://example.org/a?b=c#d", "C:\\dir", "one\ntwo\n", "one\ntwo", "one\n\n\ntwo\n\n", "  in\nout\n", "\n", "\nlead",
    "a\n  b\nc\n", "x" * 300,
]


class Tool:
    """A running FormatTool that makes one edit at a time."""

    def __init__(self, path):
        self.path = path
        self.file = tempfile.NamedTemporaryFile(suffix=".yaml")
        self.start()

    def start(self):
        self.process = subprocess.Popen([self.path, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def open(self, data):
        self.file.seek(0)
        self.file.truncate()
        self.file.write(data)
        self.file.flush()
        self.data = data

    def ask(self, command, *edits):
        words = ["yaml", self.file.name, command] + ["\x1f".join(e) for e in edits]
        self.process.stdin.write(("\t".join(words) + "\n").encode())
        self.process.stdin.flush()
        out = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"the tool ended at {command} {edits}: {self.data[:2000]!r}")
            answer = json.loads(line)
            if answer == {"end": True}:
                return out
            out.append(answer)

    def error(self):
        """Returns the reason why the file can't be read, or None."""
        for answer in self.ask("read"):
            if "error" in answer:
                return answer["error"]
        return None

    def edit(self, verb, path, *values):
        """Returns the bytes after an edit and None, or None and the reason for the rejection."""
        escaped = [str(v).replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t") for v in values]
        answer = self.ask("edits", (verb, place(path), *escaped))[0]
        if "refusal" in answer:
            return None, answer["refusal"]
        new = bytes.fromhex(answer["bytes"])
        return self.data[: answer["start"]] + new + self.data[answer["end"] :], None


class Program:
    """The command line, which makes and undoes edits of one file."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.home = tempfile.mkdtemp()
        self.file = self.home + "/a.yaml"
        names = ("CONFIG", "DATA", "STATE")
        self.environment = {"PATH": os.environ["PATH"], "HOME": self.home, "LC_ALL": "C.UTF-8"}
        self.environment.update({f"XDG_{n}_HOME": f"{self.home}/{n}" for n in names})

    def run(self, verb, *words, text=None):
        return subprocess.run(
            [self.program, verb, self.file, *words], capture_output=True, env=self.environment,
            input=None if text is None else (text + "\n").encode())

    def edit(self, verb, path, value):
        if verb in ("set", "add key"):
            # A line ending at the end of standard input isn't part of the value.
            return self.run("set", place(path), "--stdin", "--type", "string", "--force", text=value)
        if verb == "insert":
            return self.run(
                "add", place(path) or ".", "--type", "string", "--at", str(value[1]), "--", value[0])
        if verb == "move":
            return self.run("move", place(path), str(value))
        return self.run("remove", place(path))

    def complaint(self, data, new, verb, path, value):
        """What is wrong with an edit and its undo; "" if nothing is, and None if it is a secret."""
        shutil.rmtree(self.home + "/STATE", ignore_errors=True)
        with open(self.file, "wb") as file:
            file.write(data)
        done = self.edit(verb, path, value)
        if b"secret" in done.stderr:
            return None
        if done.returncode:
            return f"the command exits {done.returncode}: {done.stderr.decode()}"
        made = self.bytes()
        if made != new:
            return f"the command writes other bytes: {made!r} instead of {new!r}"[:2000]
        if made == data:
            return ""
        undone = self.run("undo")
        if undone.returncode == 1 and b"secret values aren't kept" in undone.stderr and self.bytes() == made:
            return None
        if undone.returncode:
            return f"undo exits {undone.returncode}: {undone.stderr.decode()}"
        return "" if self.bytes() == data else "undo doesn't restore the bytes"

    def bytes(self):
        with open(self.file, "rb") as file:
            return file.read()


def place(path):
    out = ""
    for step in path:
        if isinstance(step, int):
            out += f"[{step}]"
        else:
            word = step.replace("\\", "\\\\").replace('"', '\\"')
            out += ("." if out else "") + '"' + "".join(c if c >= " " else f"\\x{ord(c):02X}" for c in word) + '"'
    return out


# MARK: Other parsers


class CoreLoader(yaml.CLoader):
    """PyYAML with the core schema of YAML 1.2."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("int", r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", "-+0123456789"),
    (
        "float",
        r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$",
        "-+0123456789.",
    ),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
]:
    CoreLoader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), list(first))


def tree(documents, Scalar, Sequence, tag):
    """Returns the nodes of documents by their paths. A key that isn't a scalar is identified by its content."""
    out, seen, flags = {}, {}, set()

    def content(node):
        if isinstance(node, Scalar):
            return node.value
        return [[content(n) for n in i] if isinstance(i, tuple) else content(i) for i in node.value]

    def walk(node, path):
        if node is None:
            out[path] = ("none",)
        elif id(node) in seen:
            out[path] = ("alias", seen[id(node)])
            flags.add(("shared", seen[id(node)]))
            flags.add(("shared", path))
        else:
            seen[id(node)] = path
            if isinstance(node, Scalar):
                out[path] = ("scalar", node.value, tag(node), node.style or None)
            elif isinstance(node, Sequence):
                out[path] = ("list", bool(node.flow_style))
                for index, item in enumerate(node.value):
                    walk(item, path + (index,))
            else:
                out[path] = ("mapping", bool(node.flow_style))
                for key, value in node.value:
                    if isinstance(key, Scalar) and id(key) not in seen:
                        seen[id(key)] = ("key",)
                        step = key.value
                        if path + (step,) in out:
                            flags.add("duplicate")
                    else:
                        step = f"\0{content(key)}"
                        flags.add("complex")
                    walk(value, path + (step,))

    for index, document in enumerate(documents):
        walk(document, (index,) if len(documents) > 1 else ())
    return out, flags


def pyyaml(data, loader=CoreLoader):
    return tree(list(yaml.compose_all(data, Loader=loader)), yaml.ScalarNode, yaml.SequenceNode, lambda n: n.tag)


def ruamel(data):
    documents = list(YAML(pure=True).compose_all(data.decode("utf-8-sig")))
    out, flags = tree(documents, RuamelScalar, RuamelSequence, lambda n: str(n.ctag))
    for path, node in out.items():
        if node[0] == "scalar" and node[3] == ">":
            # ruamel.yaml marks the positions at which a line was folded.
            out[path] = (node[0], node[1].replace("\a", ""), *node[2:])
    return out, flags


def readers(data):
    out = {}
    for name, read in [("PyYAML", pyyaml), ("ruamel.yaml", ruamel)]:
        if name == "ruamel.yaml" and len(data) > RUAMEL_LIMIT:
            continue
        try:
            out[name] = read(data)
        except (yaml.YAMLError, YAMLError) as error:
            out[name] = str(error).splitlines()[0]
        except Exception:
            pass  # ruamel.yaml 0.17 ends with an AttributeError for some correct files, so it can't be a judge of them
    return out


def comments(data):
    """Returns the comments between the tokens that PyYAML reports."""
    text = data.decode("utf-8-sig")
    try:
        tokens = [
            (t.start_mark.index, t.end_mark.index)
            for t in yaml.scan(text, Loader=yaml.Loader)
            if t.end_mark.index > t.start_mark.index
        ]
    except Exception:
        return None
    out, end = [], 0
    for start, stop in tokens + [(len(text), len(text))]:
        gap = (" " if end else "\n") + text[end:start]
        out += [c.rstrip("\r") for c in re.findall(r"(?:^|(?<=[\s\ufeff]))#[^\n]*", gap)]
        if text[start : start + 1] in ("|", ">"):
            header = re.match(r"[|>][-+0-9]*[ \t]+(#[^\n]*)", text[start:stop])
            out += [header[1].rstrip("\r")] if header else []
        end = max(end, stop)
    return sorted(out)


# MARK: Verification


class Campaign:
    def __init__(self, tool, program=None):
        self.tool = tool
        self.program = program
        self.figures = collections.Counter()
        self.reasons = collections.Counter()
        self.unreadable = collections.Counter()
        self.wrong = []

    def note(self, name, verb, path, value, message):
        self.figures["wrong"] += 1
        self.wrong.append((name, verb, place(path), repr(value)[:60], message))
        if len(self.wrong) <= 40:
            print("  WRONG", *self.wrong[-1])

    def check(self, name, data, before, verb, path, value, want, string=None, moved=None):
        """Makes an edit, and compares the result with the expected nodes.

        `string` is the path that must be a string, and `moved` maps the paths of anchors.
        """
        new, reason = self.tool.edit(*self.request(verb, path, value))
        if new is None:
            self.figures["rejected"] += 1
            self.figures["rejected " + verb] += 1
            if os.environ.get("SETTEE_VERBOSE") and re.search(os.environ["SETTEE_VERBOSE"], reason):
                print("  rejected:", name, verb, place(path), repr(value)[:60], reason)
            self.reasons[re.sub(r"\d+", "N", re.sub(r"[&*'\"(]\S+|, \S+$", "…", reason))[:100]] += 1
            return
        self.figures["edits"] += 1
        self.figures[verb] += 1
        moved = moved or (lambda q: q)
        for reader, (old, _) in before.items():
            got = readers(new).get(reader)
            if got is None:
                continue
            if isinstance(got, str):
                return self.note(name, verb, path, value, f"{reader} can't read the result: {got}")
            expected = want(old)
            for where in sorted(set(expected) | set(got[0]), key=str):
                one, two = expected.get(where), got[0].get(where)
                if one and one[0] == "alias":
                    one = ("alias", moved(one[1]))
                if isinstance(one, str):
                    same = two is not None and two[0] == "scalar" and two[1] == one
                elif one and two and one[0] in ("list", "mapping") and where in self.loose:
                    same = one[0] == two[0]
                elif one and two and one[0] == "any":
                    same = True
                else:
                    same = one == two
                if not same:
                    self.note(name, verb, path, value, f"{reader}: {place(where)} should be {one}, is {two}")
                    return
        if string is not None:
            for loader in (CoreLoader, yaml.CLoader):
                try:
                    node = pyyaml(new, loader)[0].get(string)
                except Exception:
                    continue
                if node and node[2].startswith("tag:yaml.org,2002:") and not node[2].endswith(("str", "binary")):
                    old = next(iter(before.values()))[0].get(string)
                    if not (old and len(old) > 2 and old[2] == node[2] and old[3] is None and node[1] == old[1]):
                        return self.note(name, verb, path, value, f"it is read as {node[2]}")
        self.check_bytes(name, data, new, verb, path, value)
        if self.program:
            complaint = self.program.complaint(data, new, verb, path, value)
            self.figures["secrets" if complaint is None else "undone"] += 1
            if complaint:
                self.note(name, verb, path, value, complaint)

    def check_bytes(self, name, data, new, verb, path, value):
        def wrong(message):
            self.note(name, verb, path, value, message)

        if verb != "remove":
            one, two = comments(data), comments(new)
            if one is not None and two is not None and one != two:
                wrong(f"comments: {one} became {two}")
        if b"\r\n" in data and data.count(b"\n") == data.count(b"\r\n") != new.count(b"\n"):
            if new.count(b"\n") != new.count(b"\r\n"):
                wrong("a line ending without CR")
        if b"\r" not in data and b"\r" in new:
            wrong("a new CR")
        if data.startswith(b"\xef\xbb\xbf") != new.startswith(b"\xef\xbb\xbf"):
            wrong("the byte order mark")
        if data.endswith(b"\n") and not new.endswith(b"\n"):
            wrong("the final line ending is gone")
        if re.search(rb"[ \t]\r?\n", new) and not re.search(rb"[ \t]\r?\n", data) and not re.search(r"\s", str(value)):
            wrong("blanks at the end of a line")

    @staticmethod
    def request(verb, path, value):
        if verb in ("set", "add key"):
            return "set", path, "text", value
        if verb == "insert":
            return "insert", path + (value[1],), "text", value[0]
        if verb == "move":
            return "move", path, "index", value
        return "remove", path

    def file(self, name, data, chosen):
        self.tool.open(data)
        error = self.tool.error()
        before = {k: v for k, v in readers(data).items() if not isinstance(v, str)}
        if error is not None:
            self.unreadable[re.sub(r"\d+", "N", error)[:70]] += 1
            return
        if not before:
            self.unreadable["(by the judges)"] += 1
            return
        if any("duplicate" in flags for _, flags in before.values()):
            self.note(name, "read", (), "", "duplicate keys are accepted")
        self.figures["files"] += 1
        nodes = next(iter(before.values()))[0]
        paths = [p for p in nodes if not any(str(s).startswith("\0") for s in p)]
        self.loose = set()
        for verb, path, value in chosen(nodes, paths):
            self.loose = {path[:n] for n in range(len(path) + 1)}
            self.one(name, data, before, nodes, verb, path, value)

    def one(self, name, data, before, nodes, verb, path, value):
        if verb in ("set", "add key"):

            def want(old):
                out = {q: n for q, n in old.items() if q[: len(path)] != path}
                if verb == "add key" and old.get(path[:-1], ("",))[0] == "scalar":
                    out[path[:-1]] = ("mapping", False)
                return {**out, path: value}

            return self.check(name, data, before, verb, path, value, want, string=path)
        size = sum(1 for q in nodes if len(q) == len(path) + (verb == "insert") and q[:-1] == (path if verb == "insert" else path[:-1]))
        depth = len(path) - (verb != "insert")
        base = path[:depth]

        def shifted(change):
            def apply(q):
                if len(q) > depth and q[:depth] == base and isinstance(q[depth], int):
                    return base + (change(q[depth]),) + q[depth + 1 :]
                return q

            return apply

        if verb == "insert":
            at = value[1]
            move = shifted(lambda i: i + (i >= at))

            def want(old):
                return {**{move(q): n for q, n in old.items()}, path + (at,): value[0]}

            return self.check(name, data, before, verb, path, value, want, path + (at,), moved=move)
        if verb == "move":
            a, b = path[-1], value
            move = shifted(lambda i: b if i == a else i - (a < i <= b) + (b <= i < a))
            return self.check(
                name, data, before, verb, path, value, lambda old: {move(q): n for q, n in old.items()}, moved=move
            )
        move = shifted(lambda i: i - (i > path[-1])) if isinstance(path[-1], int) else lambda q: q

        def want(old):
            return {move(q): n for q, n in old.items() if q[: len(path)] != path}

        self.check(name, data, before, verb, path, value, want, moved=move)

    def report(self, what, most_rejected):
        f = self.figures
        total = max(1, f["edits"] + f["rejected"])
        share = 100 * f["rejected"] / total
        counts = ", ".join(f"{f[v]} {v}" for v in ("set", "add key", "insert", "move", "remove"))
        print(
            f"{what}: {f['files']} files, {f['edits']} edits ({counts}), {f['rejected']} rejected ({share:.2f} %),"
            f" {f['wrong']} wrong"
        )
        if self.program:
            print(f"  {f['undone']} of the edits were undone to the same bytes, {f['secrets']} affect secrets")
        for reason, count in self.reasons.most_common(20):
            print(f"  {count:6} {reason}")
        if self.unreadable:
            print("  not read:", dict(self.unreadable.most_common(8)))
        return f["wrong"] == 0 and f["files"] > 0 and share <= most_rejected


# MARK: Parts


def random_edits(rng):
    def choose(nodes, paths):
        def some(candidates):
            candidates = sorted(candidates, key=str)
            return rng.sample(candidates, min(EDITS, len(candidates)))

        scalars = [p for p in paths if nodes[p][0] == "scalar" and p]
        odd = [p for p in scalars if nodes[p][3] in ("|", ">") or nodes[p][1] == "" or "\n" in nodes[p][1]]
        lists = [p for p in paths if nodes[p][0] == "list"]
        maps = [p for p in paths if nodes[p][0] == "mapping" and not (p == () and nodes[p][0] != "mapping")]
        items = [p for p in paths if p and isinstance(p[-1], int) and nodes.get(p[:-1], ("",))[0] == "list"]
        members = [p for p in paths if p and isinstance(p[-1], str)]
        edits = [("set", p, rng.choice(TEXTS)) for p in some(scalars) + some(odd)]
        edits += [("add key", p + ("zz_new",), rng.choice(TEXTS)) for p in some(maps)]
        edits += [("remove", p, None) for p in some(items) + some(members)]
        for p in some(lists):
            size = sum(1 for q in items if q[:-1] == p)
            edits.append(("insert", p, (rng.choice(TEXTS), rng.randint(0, size))))
        for p in some(items):
            size = sum(1 for q in items if q[:-1] == p[:-1])
            if size > 1:
                edits.append(("move", p, rng.choice([i for i in range(size) if i != p[-1]])))
        return edits

    return choose


def files(campaign, folders):
    found = []
    for folder in folders:
        own = []
        for root, _, names in os.walk(folder):
            # The other part of the campaign edits the files of the suite.
            if "yaml-test-suite" in root:
                continue
            own += [os.path.join(root, n) for n in names if n.lower().endswith((".yml", ".yaml", ".cff"))]
        own.sort()
        random.Random(SEED).shuffle(own)
        found += own[:MOST_FILES]
    end = time.time() + SECONDS
    for path in found:
        if time.time() > end:
            break
        with open(path, "rb") as file:
            data = file.read(60001)
        if len(data) <= 60000:
            campaign.file(path, data, random_edits(random.Random(SEED + path)))
    return campaign.report("Real files", 2)


# Syntax that libyaml misreads without an error, so that PyYAML can't be used as a reference.
MISREAD = {"652Z", "HM87", "Y2GN", "JEF9", "L24T", "DK95"}
# Incorrect indentation of flow collections, which libfyaml accepts and many real files contain.
SLOPPY = {"9C9N", "QB6E", "VJP3", "Y79Y"}


def suite_cases(folder):
    def git(*words):
        return subprocess.run(["git", "-C", folder, *words], capture_output=True, check=True).stdout

    def plain(text):
        text = re.sub("—*»", "\t", text.replace("␣", " "))
        return re.sub("∎\n\\Z", "", text.replace("←", "\r").replace("⇔", "\ufeff").replace("↵", ""))

    for name in git("ls-tree", "--name-only", "HEAD", "src/").decode().split():
        cases = yaml.load(git("show", f"HEAD:{name}"), yaml.CBaseLoader)
        text = None
        for index, case in enumerate(cases):
            if cases[0].get("skip"):
                break
            text = case.get("yaml", text)
            number = f"-{index:02}" if len(cases) > 1 else ""
            yield name[4:8] + number, plain(text).encode(), "fail" in case


def suite(campaign, folder):
    rng = random.Random(SEED)
    sound = True
    invalid = accepted = 0
    rejected = []
    for name, data, fails in suite_cases(folder):
        campaign.tool.open(data)
        error = campaign.tool.error()
        if fails:
            invalid += 1
            if error is None:
                accepted += 1
                if name[:4] not in SLOPPY:
                    sound = False
                    print("  WRONG accepted:", name)
            elif not re.search(r"line \d+", error):
                sound = False
                print("  WRONG no line:", name, error)
        elif error is not None:
            rejected.append(f"{name} ({error})")
        elif name[:4] not in MISREAD:
            campaign.file(
                name, data,
                lambda nodes, paths: [
                    ("set", p, text)
                    for p in paths
                    if nodes[p][0] == "scalar" and p
                    for text in ["word"] + rng.sample(TEXTS, 3)
                ],
            )
    print(f"Suite: {invalid} invalid cases, {accepted} accepted; {len(rejected)} valid cases not read: {rejected}")
    return campaign.report("Suite", 100) and sound


if __name__ == "__main__":
    part = {"suite": suite, "files": files}[sys.argv[2]]
    program = os.environ.get("SETTEE_PROGRAM") if part is files else None
    campaign = Campaign(Tool(sys.argv[1]), program and Program(program))
    arguments = sys.argv[3:] if part is files else sys.argv[3]
    sys.exit(0 if part(campaign, arguments) else 1)
