"""Compares the parsers and writers of settings files with other parsers on real files.

    formats.py TOOL FILES [PART...]

TOOL is the compiled FormatTool, and FILES the folder of real files. Each part prints a line with its results. The
exit code is 1 if an edit changed anything else, or if too many edits were rejected.
"""

import configparser
import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import tomllib

TOOL, FILES = sys.argv[1], sys.argv[2]
PARTS = sys.argv[3:]
random.seed(int(os.environ.get("SETTEE_SEED", "1")))
MOST = int(os.environ.get("SETTEE_EDITS", "400"))  # edits of each kind per file
EVERY = int(os.environ.get("SETTEE_EVERY", "1"))  # test every nth file


class Tool:
    def __init__(self):
        self.process = subprocess.Popen([TOOL, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, command, format, path, edits=()):
        words = [format, path, command] + ["\x1f".join(e) for e in edits]
        self.process.stdin.write(("\t".join(words) + "\n").encode())
        self.process.stdin.flush()
        out = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"the tool ended at {command} {format} {path}")
            answer = json.loads(line)
            if answer == {"end": True}:
                return out
            out.append(answer)


tool = Tool()
wrong = []


def escaped(text):
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def note(what, path, *more):
    wrong.append((what, path))
    if len(wrong) <= int(os.environ.get("SETTEE_SHOWN", "40")):
        print("  WRONG", what, os.path.relpath(path, FILES), *[str(m)[:300] for m in more])


class Figures:
    def __init__(self):
        self.edits = self.refused = self.wrong = 0
        self.reasons = {}

    def __str__(self):
        share = 100 * self.refused / max(1, self.edits)
        return f"{self.edits} edits, {self.refused} refused ({share:.2f} %), {self.wrong} wrong"

    def refuse(self, path, edit, reason):
        self.refused += 1
        reason = re.sub(r"\d+", "N", reason)
        self.reasons.setdefault(reason, []).append((os.path.basename(path), edit[1]))


def apply(data, answer):
    return data[: answer["start"]] + bytes.fromhex(answer["bytes"]) + data[answer["end"] :]


def try_edits(figures, what, format, path, data, edits, oracle, expect, limit=None):
    """Makes each edit separately, and compares the values read by the reference parser with the expected ones."""
    limit = limit or MOST
    if len(edits) > limit:
        edits = random.sample(edits, limit)
    if not edits:
        return
    for start in range(0, len(edits), 200):
        part = edits[start : start + 200]
        answers = tool.ask("edits", format, path, [e[0] for e in part])
        if len(answers) != len(part):
            note(what, path, "answers", answers[:1])
            figures.wrong += 1
            return
        for (edit, *more), answer in zip(part, answers):
            figures.edits += 1
            if "refusal" in answer:
                figures.refuse(path, edit, answer["refusal"])
                continue
            if "error" in answer:
                figures.wrong += 1
                note(what, path, edit, answer)
                continue
            if answer["kind"] == "same":
                continue
            new = apply(data, answer)
            try:
                got = oracle(new)
            except Exception as error:
                figures.wrong += 1
                note(what, path, edit, repr(error))
                continue
            wanted = expect(*more)
            if not equal(got, wanted):
                figures.wrong += 1
                note(what, path, edit, difference(wanted, got))


def equal(one, two):
    if type(one) is not type(two):
        return False
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(equal(v, two[k]) for k, v in one.items())
    if isinstance(one, list):
        return len(one) == len(two) and all(map(equal, one, two))
    return one == two or one != one and two != two


def difference(one, two, path=""):
    if isinstance(one, dict) and isinstance(two, dict):
        for key in list(one) + [k for k in two if k not in one]:
            if key not in one:
                return f"{path}.{key} is new: {two[key]!r}"
            if key not in two:
                return f"{path}.{key} is lost"
            if not equal(one[key], two[key]):
                return difference(one[key], two[key], f"{path}.{key}")
    if isinstance(one, list) and isinstance(two, list):
        for index, (a, b) in enumerate(zip(one, two)):
            if not equal(a, b):
                return difference(a, b, f"{path}[{index}]")
        return f"{path}: {len(one)} and {len(two)} elements"
    return f"{path}: {one!r} and {two!r}"


def at(tree, steps):
    for step in steps:
        tree = tree[step]
    return tree


def with_value(tree, steps, value):
    tree = copy.deepcopy(tree)
    node = tree
    for step in steps[:-1]:
        if isinstance(node, dict) and step not in node:
            node[step] = {}
        node = node[step]
    node[steps[-1]] = value
    return tree


def without(tree, steps):
    tree = copy.deepcopy(tree)
    del at(tree, steps[:-1])[steps[-1]]
    return tree


def files(folder, *dialects):
    for line in open(os.path.join(FILES, "SOURCES.tsv")):
        path, *_, dialect, parses = line.rstrip("\n").split("\t")
        if EVERY > 1 and random.randrange(EVERY):
            continue
        if path.startswith(folder + "/") and path.count("/") == 1 and (not dialects or dialect in dialects):
            yield os.path.join(FILES, path)


def read(path):
    return open(path, "rb").read()


def variants(path):
    """Yields the file unchanged, with other line endings, with a byte order mark, and without a final newline."""
    data = read(path)
    yield "", path, data
    if EVERY > 1:
        return
    folder = scratch.name
    lf = data.replace(b"\r\n", b"\n")
    for name, new in [
        ("crlf", lf.replace(b"\n", b"\r\n")),
        ("bom", b"\xef\xbb\xbf" + data),
        ("cut", data.rstrip(b"\r\n")),
    ]:
        if new == data or data.startswith(b"\xef\xbb\xbf"):
            continue
        copy_path = os.path.join(folder, name + "-" + os.path.basename(path))
        open(copy_path, "wb").write(new)
        yield name, copy_path, new


scratch = tempfile.TemporaryDirectory()

# TOML


def toml_suite():
    toml_suite_at(os.path.join(FILES, "toml-test"))


def toml_suite_at(base):
    """Checks that all valid TOML 1.1 files are read correctly, and that all invalid ones are rejected."""
    names = open(os.path.join(base, "files-toml-1.1.0")).read().split()
    valid = invalid = failed = 0
    kinds = {"text": "string", "decimal": "float", "integer": "integer", "boolean": "bool",
             "offsetDateTime": "datetime", "localDateTime": "datetime-local", "localDate": "date-local",
             "localTime": "time-local"}
    for name in names:
        path = os.path.join(base, name)
        if not name.endswith(".toml") or not os.path.exists(path):
            continue
        answers = tool.ask("read", "toml", path)
        error = answers and "error" in answers[0]
        if name.startswith("invalid/"):
            invalid += 1
            if not error or answers[0]["line"] < 1 or answers[0]["column"] < 1:
                failed += 1
                note("toml-test invalid", path, answers[:2])
            continue
        valid += 1
        if error:
            failed += 1
            note("toml-test valid", path, answers)
            continue
        wanted = json.load(open(path[:-5] + ".json"))
        for row in answers:
            if row["kind"] in ("list", "table"):
                continue
            try:
                leaf = at(wanted, row["steps"])
            except (KeyError, IndexError, TypeError):
                leaf = None
            if not leaf or leaf["type"] != kinds[row["kind"]]:
                failed += 1
                note("toml-test place", path, row, leaf)
            elif row["kind"] == "text" and leaf["value"] != row["text"]:
                failed += 1
                note("toml-test text", path, row, leaf)
            elif row["kind"] == "integer" and int(leaf["value"]) != int(row["source"].replace("_", ""), 0):
                failed += 1
                note("toml-test integer", path, row, leaf)
        count = lambda t: 1 if isinstance(t, dict) and set(t) == {"type", "value"} and isinstance(t["value"], str) \
            else sum(map(count, t.values() if isinstance(t, dict) else t))
        if count(wanted) != sum(row["kind"] not in ("list", "table") for row in answers):
            failed += 1
            note("toml-test leaves", path, count(wanted))
    if valid == 0 or invalid == 0:
        note("toml-test", base, "no files")
    print(f"toml-test: {valid} valid, {invalid} invalid, {failed} failed")


def toml_oracle(data):
    text = data.decode("utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8")
    return tomllib.loads(text)


NEW = {
    "text": [("text", 'new "text" \\ here', 'new "text" \\ here'), ("text", "x", "x"), ("text", "a\nb", "a\nb")],
    "integer": [("integer", "4711", 4711)],
    "decimal": [("decimal", "0.8125", 0.8125)],
    "boolean": [("boolean", "true", True), ("boolean", "false", False)],
}


def typed_values(kind):
    return random.choice(NEW.get(kind) or NEW["text"])


def tree_campaign(title, format, paths, oracle, name):
    sets, adds, removes = Figures(), Figures(), Figures()
    count = 0
    for original in paths:
        for variant, path, data in variants(original):
            try:
                base = oracle(data)
            except Exception:
                continue
            format_here = format(path) if callable(format) else format
            rows = tool.ask("read", format_here, path)
            if rows and "error" in rows[0]:
                note("read", path, rows[0])
                continue
            count += 1
            limit = MOST if not variant else MOST // 10
            leaves = [r for r in rows if r["kind"] not in ("list", "table") and r["steps"]]
            for row in leaves:
                try:
                    value = at(base, row["steps"])
                except (KeyError, IndexError, TypeError):
                    note("place", path, row)
                    continue
                if row["kind"] == "text" and value != row["text"]:
                    note("text", path, row, value)
            edits = []
            for row in leaves:
                kind, text, value = typed_values(row["kind"])
                edits.append((["set", row["place"], kind, escaped(text)], row["steps"], value))
            try_edits(sets, title + " set", format_here, path, data, edits, oracle,
                      lambda steps, value: with_value(base, steps, value), limit)
            edits = []
            for table in tool.ask("tables", format_here, path):
                target = at(base, table["steps"])
                if not isinstance(target, dict):
                    continue
                place = (table["place"] + "." if table["place"] else "") + name
                edits.append((["set", place, "integer", "1"], table["steps"] + [name], 1))
                place = (table["place"] + "." if table["place"] else "") + name + ".deep"
                if random.random() < 0.2:
                    edits.append((["set", place, "integer", "1"], table["steps"] + [name, "deep"], 1))
            try_edits(adds, title + " add", format_here, path, data, edits, oracle,
                      lambda steps, value: with_value(base, steps, value), limit)
            edits = [(["remove", r["place"]], r["steps"]) for r in leaves if not isinstance(r["steps"][-1], int)]
            try_edits(removes, title + " remove", format_here, path, data, edits, oracle,
                      lambda steps: without(base, steps), limit)
    print(f"{title}: {count} files; set {sets}; add {adds}; remove {removes}")
    for figures in (sets, adds, removes):
        for reason, where in sorted(figures.reasons.items(), key=lambda r: -len(r[1]))[:6]:
            print(f"    rejected {len(where)}: {reason} {where[:3]}")
    return sets, adds, removes


def toml_files():
    return list(files("toml", "toml"))


def toml():
    global equal
    exact = equal

    def equal_toml(one, two):
        return exact(strip_empty(one), strip_empty(two))

    tree_campaign_with(equal_toml, "toml", "toml", toml_files(), toml_oracle, "zz_new")


def strip_empty(tree):
    if isinstance(tree, dict):
        return {k: v for k, v in ((k, strip_empty(v)) for k, v in tree.items()) if v != {}}
    if isinstance(tree, list):
        return [strip_empty(v) for v in tree]
    return tree


def tree_campaign_with(compare, *arguments):
    global equal
    saved = equal
    equal = compare
    try:
        return tree_campaign(*arguments)
    finally:
        equal = saved


def toml_rows():
    """Enables the commented-out settings, and compares their paths with the paths of the rows."""
    total = agreed = unjudged = 0
    figures = Figures()
    for path in toml_files():
        data = read(path)
        try:
            base = toml_oracle(data)
        except Exception:
            continue
        rows = tool.ask("rows", "toml", path)
        if rows and "error" in rows[0]:
            continue
        edits = []
        for row in rows:
            total += 1
            lines = data[: row["start"]].decode().splitlines(keepends=True)
            mine = data[row["start"] : row["end"]].decode()
            opened = re.sub(r"^(\s*)[#;]+ ?[ \t]*", r"\1", mine, flags=re.M)
            # Find the closest commented-out header above, with no active line in between.
            for index in range(len(lines) - 1, -1, -1):
                text = lines[index].strip()
                if text and not text.startswith("#"):
                    break
                body = text.lstrip("#").strip()
                if re.fullmatch(r"\[[^\[\]]+\](\s*#.*)?", body):
                    try:
                        tomllib.loads(body)
                    except Exception:
                        continue
                    lines[index] = body + "\n"
                    break
            try:
                new = tomllib.loads("".join(lines) + opened + data[row["end"] :].decode())
            except Exception:
                # Skip a duplicate table, and a key that an active line sets below. The reference parser rejects both.
                try:
                    new = tomllib.loads("".join(lines) + opened)
                except Exception:
                    unjudged += 1
                    continue
            try:
                at(new, row["steps"])
                agreed += 1
            except (KeyError, IndexError, TypeError):
                note("row", path, row)
            kind, text, value = typed_values(row["kind"])
            edits.append((["set", row["place"], kind, escaped(text)], row["steps"], value))
        try_edits(figures, "toml row", "toml", path, data, edits, toml_oracle,
                  lambda steps, value: with_value(base, steps, value))
    print(f"toml rows: {total} rows, {agreed} where tomllib has them, {unjudged} not evaluated; set {figures}")
    for reason, where in sorted(figures.reasons.items(), key=lambda r: -len(r[1]))[:6]:
        print(f"    rejected {len(where)}: {reason} {where[:3]}")


# JSON


def without_comments(text):
    """Removes comments and trailing commas in one pass over the tokens."""
    token = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n\r]*|/\*.*?\*/|[^"/]+|/', re.S)
    text = "".join("" if t.startswith(("//", "/*")) else t for t in token.findall(text))
    token = re.compile(r'"(?:\\.|[^"\\])*"|,(?=\s*[\]}])|[^",]+|,', re.S)
    return "".join("" if re.fullmatch(",", m.group()) and re.match(r"\s*[\]}]", text[m.end():]) else m.group()
                   for m in token.finditer(text))


def json_oracle(data):
    return json.loads(without_comments(data.decode("utf-8-sig")))


def json_suite():
    folder = os.path.join(FILES, "json", "test_parsing")
    counts = {"y": 0, "n": 0, "i": 0}
    failed = 0
    for name in sorted(os.listdir(folder)):
        answers = tool.ask("read", "json", os.path.join(folder, name))
        error = bool(answers) and "error" in answers[0]
        counts[name[0]] += 1
        bad = name[0] == "y" and error or name[0] == "n" and (not error or answers[0].get("line", 0) < 1)
        if bad:
            failed += 1
            note("JSONTestSuite", os.path.join(folder, name), answers[:1])
    print(f"JSONTestSuite: {counts['y']} valid, {counts['n']} invalid, {counts['i']} free; {failed} failed")


def public_suites():
    """Checks the complete suites toml-test and json5-tests in the folder that SETTEE_SUITES names."""
    suites = os.environ["SETTEE_SUITES"]
    toml_suite_at(os.path.join(suites, "toml-test", "tests"))
    json5_suite(os.path.join(suites, "json5-tests"))


def json5_leaves(value, steps=()):
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in json5_leaves(inner, steps + (key,))]
    if isinstance(value, list):
        return [leaf for index, inner in enumerate(value) for leaf in json5_leaves(inner, steps + (index,))]
    return [(steps, value)]


def json5_suite(base):
    import json5  # the reference reader

    valid = invalid = failed = 0
    for folder, folders, names in os.walk(base):
        folders[:] = [f for f in folders if not f.startswith(".")]
        for name in sorted(names):
            path = os.path.join(folder, name)
            ending = name.rsplit(".", 1)[-1]
            if folder == base or ending not in ("json", "json5", "js", "txt"):
                continue
            answers = tool.ask("read", "json5", path)
            error = answers and "error" in answers[0]
            if ending in ("js", "txt"):
                invalid += 1
                if not error or answers[0]["line"] < 1 or answers[0]["column"] < 1:
                    failed += 1
                    note("json5 invalid", path, answers[:2])
                continue
            valid += 1
            if error:
                failed += 1
                note("json5 valid", path, answers)
                continue
            wanted = json5_leaves(json5.loads(open(path, encoding="utf-8", newline="").read()))
            wanted = {steps: value for steps, value in wanted}
            rows = {tuple(row["steps"]): row for row in answers if row["kind"] not in ("list", "table")}
            if wanted.keys() != rows.keys():
                failed += 1
                note("json5 places", path, wanted.keys() ^ rows.keys())
                continue
            for steps, value in wanted.items():
                row = rows[steps]
                if isinstance(value, str):
                    same = row.get("text") == value
                elif value is None or isinstance(value, bool):
                    same = row["source"] == json.dumps(value)
                else:
                    same = equal(json5.loads(row["source"]), value)
                if not same:
                    failed += 1
                    note("json5 value", path, row, value)
    if valid == 0 or invalid == 0:
        note("json5-tests", base, "no files")
    print(f"json5-tests: {valid} valid, {invalid} invalid, {failed} failed")


def json5_campaign():
    import json5  # the reference reader

    paths = list(files("json", "json5"))
    tree_campaign("json5", lambda path: "json5", paths, lambda data: json5.loads(data.decode("utf-8-sig")), "zz_new")


def json_campaign():
    paths = list(files("json", "json", "jsonc"))
    paths += [p for p in files("schemas", "json") if os.path.getsize(p) < 60000][:40]
    tree_campaign("json", lambda path: tool.ask("detect", "auto", path)[0].get("format", "jsonc"),
                  paths, json_oracle, "zz_new")


# Lines


def ini_oracle(indents=True, **options):
    def oracle(data):
        parser = configparser.RawConfigParser(
            strict=False, interpolation=None, default_section="\0none",
            **{"allow_no_value": False, "comment_prefixes": ("#", ";"), **options})
        parser.optionxform = str
        # The library needs a section header for the root, and returns only strings.
        text = data.decode("utf-8-sig", "surrogateescape").replace("\r\n", "\n")
        if not indents:
            text = re.sub(r"^[ \t]+", "", text, flags=re.M)
        parser.read_string("[\0root]\n" + text)
        return {s: dict(parser.items(s)) for s in parser.sections()}
    return oracle


def git_oracle(data):
    path = os.path.join(scratch.name, "git")
    open(path, "wb").write(data)
    out = subprocess.run(["git", "config", "-f", path, "--no-includes", "--list", "-z"],
                         capture_output=True, check=True).stdout
    return [entry.decode("utf-8", "surrogateescape") for entry in out.split(b"\0")[:-1]]


def ini_name(steps):
    return (["\0root"] + steps if len(steps) == 1 else steps)


def line_campaign(title, format, paths, oracle, value="value-4711"):
    sets, adds, removes = Figures(), Figures(), Figures()
    count = differ = 0
    for original in paths:
        for variant, path, data in variants(original):
            try:
                base = oracle(data)
            except Exception as error:
                continue
            rows = tool.ask("read", format, path)
            if rows and "error" in rows[0]:
                note("read", path, rows[0])
                continue
            count += 1
            limit = MOST if not variant else MOST // 10
            leaves = [r for r in rows if "steps" in r and not r["overridden"]]
            good = []
            for row in leaves:
                steps = ini_name(row["steps"])
                got = base.get(steps[0], {}).get(steps[1]) if len(steps) == 2 else None
                if got is None or unquoted(got) != row.get("text"):
                    differ += 1
                    if not variant and os.environ.get("SETTEE_DIFFER"):
                        print("    differs", os.path.basename(path), row["place"], repr(row.get("text"))[:80], repr(got)[:80])
                else:
                    good.append(row)
            new_text = lambda row: value if unquoted(row["text"]) == row["text"] else value
            edits = []
            for row in good:
                steps = ini_name(row["steps"])
                edits.append((["set", row["place"], "text", value], steps, quoted_like(base[steps[0]][steps[1]], value)))
            try_edits(sets, title + " set", format, path, data, edits, oracle,
                      lambda steps, v: with_value(base, steps, v), limit)
            edits = []
            for table in tool.ask("tables", format, path):
                # The library merges sections with the same name, which Settee reads as a list.
                if any(isinstance(step, int) for step in table["steps"]) or table["form"] == "elements":
                    continue
                steps = table["steps"] if table["steps"] else ["\0root"]
                if not table["steps"] and not base.get("\0root"):
                    continue
                place = (table["place"] + "." if table["place"] else "") + "zznew"
                edits.append((["set", place, "text", value], steps + ["zznew"], value))
            try_edits(adds, title + " add", format, path, data, edits, oracle,
                      lambda steps, v: with_value(base, steps, v), limit)
            edits = [(["remove", r["place"]], ini_name(r["steps"])) for r in good]
            try_edits(removes, title + " remove", format, path, data, edits, oracle,
                      lambda steps: without(base, steps), limit)
    print(f"{title}: {count} files, {differ} values read differently; set {sets}; add {adds}; remove {removes}")
    for figures in (sets, adds, removes):
        for reason, where in sorted(figures.reasons.items(), key=lambda r: -len(r[1]))[:6]:
            print(f"    rejected {len(where)}: {reason} {where[:3]}")


def unquoted(text):
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" and text[0] not in text[1:-1]:
        return text[1:-1]
    return text


def quoted_like(old, new):
    return old[0] + new + old[0] if unquoted(old) != old else new


def git_campaign():
    paths = list(files("ini", "gitconfig"))
    sets, adds, removes = Figures(), Figures(), Figures()
    count = 0
    for original in paths:
        for variant, path, data in variants(original):
            base = git_oracle(data)
            rows = [r for r in tool.ask("read", "git", path)]
            if any("unknown" in r or "error" in r for r in rows):
                note("git read", path, rows[:2])
                continue
            count += 1
            names = [".".join([r["steps"][0].lower()] + r["steps"][1:-1] + [r["steps"][-1].lower()]) for r in rows]
            mine = [n if r["kind"] == "absent" else n + "\n" + r["text"] for n, r in zip(names, rows)]
            if mine != base:
                note("git values", path, [(a, b) for a, b in zip(mine, base) if a != b][:2])
                continue
            edits = []
            for index, row in enumerate(rows):
                if row["overridden"]:
                    continue
                value = random.choice(["plain", "two words", " #;\"\\ ", "a\nb", ""])
                wanted = list(base)
                wanted[index] = names[index] + "\n" + value
                edits.append((["set", row["place"], "text", escaped(value)], wanted))
            try_edits(sets, "git set", "git", path, data, edits, git_oracle, lambda wanted: wanted)
            edits = []
            for table in tool.ask("tables", "git", path):
                if table["form"] != "table" or not table["steps"]:
                    continue
                name = ".".join([table["steps"][0].lower()] + table["steps"][1:] + ["zznew"])
                edits.append((["set", table["place"] + ".zznew", "text", "v"], sorted(base + [name + "\nv"])))
            edits.append((["set", "zzsection.\"Odd ]\\\"Name\".key", "text", "v"],
                          sorted(base + ["zzsection.Odd ]\"Name.key\nv"])))
            try_edits(adds, "git add", "git", path, data, edits, lambda d: sorted(git_oracle(d)), lambda wanted: wanted)
            edits = []
            for index, row in enumerate(rows):
                if names.count(names[index]) == 1:
                    edits.append((["remove", row["place"]], base[:index] + base[index + 1 :]))
            try_edits(removes, "git remove", "git", path, data, edits, git_oracle, lambda wanted: wanted)
    print(f"git: {count} files; set {sets}; add {adds}; remove {removes}")


def own_name(path):
    """Yields the file with its original name, which determines the format."""
    name = re.sub(r"(~\d)?$", "", os.path.basename(path).split("__", 2)[-1])
    name = re.sub(r"^.*-(?=\.env|sshd_config|ssh_config|redis\.conf)", "", name)
    folder = tempfile.mkdtemp(dir=scratch.name)
    os.symlink(path, os.path.join(folder, name))
    return os.path.join(folder, name)


def detected(folder, *names):
    for path in files(folder):
        answer = tool.ask("detect", "auto", own_name(path))[0]
        if answer.get("format") in names:
            yield path


def ini_campaigns():
    line_campaign("ini", "ini", list(detected("ini", "ini")),
                  ini_oracle(indents=False, delimiters=("=",), inline_comment_prefixes=("; ", "# ", ";\t", "#\t"), empty_lines_in_values=False))
    line_campaign("python", "python", list(detected("ini", "python")), ini_oracle())
    line_campaign("systemd", "systemd", list(detected("ini", "systemd")), ini_oracle(delimiters=("=",)))
    line_campaign("desktop", "desktop", list(detected("ini", "desktop")),
                  ini_oracle(delimiters=("=",), comment_prefixes=("#",)))
    git_campaign()


def flat_campaign():
    paths = [p for p in files("flat") if tool.ask("detect", "auto", own_name(p))[0].get("format") == "flat"]
    paths += [p for p in files("flat", "flat =") if p not in paths and "postgresql" not in p]
    line_campaign("flat", "flat", paths,
                  ini_oracle(indents=False, delimiters=("=",), inline_comment_prefixes=("; ", "# ", ";\t", "#\t"),
                             empty_lines_in_values=False), value="value-4711")


def entries_oracle(pattern, scopes=()):
    """Returns all entries in file order, parsed line by line with a regular expression."""
    def oracle(data):
        scope, out = "", []
        for line in data.decode("utf-8-sig", "surrogateescape").splitlines():
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            match = re.fullmatch(pattern, line)
            if not match:
                raise ValueError(line)
            key, value = match.group("key"), match.group("value")
            if key.lower() in scopes:
                scope = line
            else:
                out.append((scope, key.lower(), value))
        return out
    return oracle


SSH = r"(?P<key>[^\s=]+)(?:\s*=\s*|\s+)(?P<value>.*?)(?:\s+#.*)?"
REDIS = r"(?P<key>\S+)\s+(?P<value>.*)"
POSTGRES = r"(?P<key>[A-Za-z_][\w.]*)\s*=?\s*(?P<value>'(?:[^'\\]|\\.|'')*'|[^\s#']+)\s*(?:#.*)?"


def entries_campaign(title, format, paths, oracle, first_counts=False):
    sets, adds, removes = Figures(), Figures(), Figures()
    count = 0
    for original in paths:
        for variant, path, data in variants(original):
            try:
                base = oracle(data)
            except ValueError:
                continue  # a placeholder in a template
            rows = tool.ask("read", format, path)
            if any("unknown" in r or "error" in r for r in rows):
                note(title + " unknown", path, [r for r in rows if "unknown" in r][:2])
                continue
            rows = [r for r in rows if r["kind"] != "table"]
            mine = [(r["steps"][0] if len(r["steps"]) > 1 else "", r["steps"][-1].lower(), r["source"]) for r in rows]
            if mine != base:
                note(title + " entries", path, [(a, b) for a, b in zip(mine, base) if a != b][:2], len(mine), len(base))
                continue
            count += 1
            edits = []
            for index, row in enumerate(rows):
                if row["overridden"]:
                    continue
                old = row["source"]
                new = old[0] + "value" + old[0] if unquoted(old) != old else "value"
                wanted = list(base)
                wanted[index] = (*base[index][:2], new)
                edits.append((["set", row["place"], "text", "value"], wanted))
            try_edits(sets, title + " set", format, path, data, edits, oracle, lambda wanted: wanted)
            edits = []
            for table in tool.ask("tables", format, path):
                scope = table["steps"][0] if table["steps"] else ""
                place = (table["place"] + "." if table["place"] else "") + "zznew"
                new = "'v w'" if format == "postgres" else "v"
                edits.append((["set", place, "text", "v w" if format == "postgres" else "v"],
                              sorted(base + [(scope, "zznew", new)])))
            try_edits(adds, title + " add", format, path, data, edits, lambda d: sorted(oracle(d)), lambda wanted: wanted)
            edits = []
            for index, row in enumerate(rows):
                if [b[:2] for b in base].count(base[index][:2]) == 1:
                    edits.append((["remove", row["place"]], base[:index] + base[index + 1 :]))
            try_edits(removes, title + " remove", format, path, data, edits, oracle, lambda wanted: wanted)
            # Expect the commented-out line, followed by the change.
            rows = tool.ask("rows", format, path)
            edits = [(["set", r["place"], "text", "value"], r["steps"][-1].lower()) for r in rows]
            def one_more(new):
                got = oracle(new)
                more = [g for g in got if g not in base]
                return (len(got) - len(base), [m[1] for m in more][:1])
            try_edits(adds, title + " row", format, path, data, edits, one_more, lambda key: (1, [key]))
    print(f"{title}: {count} files; set {sets}; add {adds}; remove {removes}")
    for figures in (sets, adds, removes):
        for reason, where in sorted(figures.reasons.items(), key=lambda r: -len(r[1]))[:6]:
            print(f"    rejected {len(where)}: {reason} {where[:3]}")


def dialect_campaigns():
    named = lambda word: [p for p in files("flat") if word in os.path.basename(p)]
    entries_campaign("sshd", "sshd", named("sshd_config"), entries_oracle(SSH, ("match",)))
    entries_campaign("ssh", "ssh", named("ssh_config"), entries_oracle(SSH, ("match", "host")))
    entries_campaign("redis", "redis", named("redis.conf") + named("valkey.conf") + named("sentinel.conf"), entries_oracle(REDIS))
    entries_campaign("postgres", "postgres", named("postgresql"), entries_oracle(POSTGRES))


def env_oracle(data):
    path = os.path.join(scratch.name, "env")
    text = data[3:] if data.startswith(b"\xef\xbb\xbf") else data
    open(path, "wb").write(text.replace(b"\r\n", b"\n"))
    run = subprocess.run(["env", "-i", "bash", "--norc", "-c", 'set -a; . "$1"; env -0', "bash", path],
                         capture_output=True)
    if run.stderr:
        raise ValueError(run.stderr)
    out = run.stdout
    pairs = [e.decode("utf-8", "surrogateescape").split("=", 1) for e in out.split(b"\0")[:-1]]
    return {k: v for k, v in pairs if k not in ("_", "SHLVL", "PWD", "OLDPWD", "PATH")}


def env_campaign():
    sets, adds, removes = Figures(), Figures(), Figures()
    count = differ = 0
    for original in list(files("env")):
        for variant, path, data in variants(original):
            try:
                base = env_oracle(data)
            except ValueError:
                continue  # invalid in all shells
            rows = tool.ask("read", "env", path)
            known = [r for r in rows if "text" in r and not r["overridden"]]
            good = [r for r in known if base.get(r["steps"][-1]) == r["text"]]
            count += 1
            differ += len(known) - len(good)
            if os.environ.get("SETTEE_DIFFER") and not variant:
                for row in known:
                    if row not in good:
                        print("    differs", os.path.basename(path), row["place"], row["source"][:60], repr(base.get(row["steps"][-1]))[:60])
            # Lines below can refer to a variable, so their values may change too.
            good = [r for r in good if ("$" + r["steps"][-1]).encode() not in data and ("${" + r["steps"][-1]).encode() not in data]
            good = random.sample(good, min(len(good), max(1, MOST // 10)))
            edits = []
            for row in good:
                value = random.choice(["plain", "two words", "it's", 'say "x"', "pay $5 `x`", "", "a#b", "a # b", "x\ny"])
                edits.append((["set", row["place"], "text", escaped(value)], {**base, row["steps"][-1]: value}))
            try_edits(sets, "env set", "env", path, data, edits, env_oracle, lambda wanted: wanted)
            try_edits(adds, "env add", "env", path, data,
                      [(["set", "ZZNEW", "text", "a b"], {**base, "ZZNEW": "a b"})], env_oracle, lambda wanted: wanted)
            edits = []
            for row in good:
                wanted = dict(base)
                del wanted[row["steps"][-1]]
                edits.append((["remove", row["place"]], wanted))
            try_edits(removes, "env remove", "env", path, data, edits, env_oracle, lambda wanted: wanted)
    print(f"env: {count} files, {differ} values read differently; set {sets}; add {adds}; remove {removes}")
    for figures in (sets, adds, removes):
        for reason, where in sorted(figures.reasons.items(), key=lambda r: -len(r[1]))[:6]:
            print(f"    rejected {len(where)}: {reason} {where[:3]}")


# Lists


def list_campaign(title, format, paths, oracle):
    """Adds, moves, and removes an item in every list and array of tables."""
    adds, moves, removes = Figures(), Figures(), Figures()
    count = lists = 0
    for original in paths:
        for variant, path, data in variants(original):
            try:
                base = oracle(data)
            except Exception:
                continue
            format_here = format(path) if callable(format) else format
            tables = tool.ask("tables", format_here, path)
            if tables and "error" in tables[0]:
                continue
            count += 1
            limit = MOST if not variant else MOST // 10
            found = [t for t in tables if t["form"] in ("brackets", "elements")]
            lists += 0 if variant else len(found)
            add, move, remove = [], [], []
            for table in found:
                steps, items = table["steps"], at(base, table["steps"])
                place = table["place"]
                isTables = table["form"] == "elements"
                index = random.choice([0, len(items) // 2, len(items)])
                kind, text, value = ("table", "zz_new", {"zz_new": 1}) if isTables else typed_values("text")
                add.append((["insert", f"{place}[{index}]", kind, escaped(text)], steps, items[:index] + [value] + items[index:]))
                if not items:
                    continue
                index, target = random.randrange(len(items)), random.randrange(len(items))
                moved = items[:index] + items[index + 1:]
                moved.insert(target, items[index])
                move.append((["move", f"{place}[{index}]", "text", str(target)], steps, moved))
                index = random.randrange(len(items))
                remove.append((["remove", f"{place}[{index}]"], steps, items[:index] + items[index + 1:]))
            expect = lambda steps, items: with_list(base, steps, items)
            try_edits(adds, title + " add item", format_here, path, data, add, oracle, expect, limit)
            try_edits(moves, title + " move item", format_here, path, data, move, oracle, expect, limit)
            try_edits(removes, title + " remove item", format_here, path, data, remove, oracle, expect, limit)
    report(f"{title} lists: {count} files, {lists} lists", adds, moves, removes)


def with_list(base, steps, items):
    if not steps:
        return items
    return with_value(base, steps, items)


def report(title, adds, moves, removes):
    print(f"{title}; add {adds}; move {moves}; remove {removes}")
    for figures in (adds, moves, removes):
        for reason, where in sorted(figures.reasons.items(), key=lambda r: -len(r[1]))[:6]:
            print(f"    rejected {len(where)}: {reason} {where[:3]}")


def git_lists():
    adds, moves, removes = Figures(), Figures(), Figures()
    count = lists = 0
    for original in files("ini", "gitconfig"):
        for variant, path, data in variants(original):
            base = git_oracle(data)
            rows = tool.ask("read", "git", path)
            if any("unknown" in r or "error" in r for r in rows):
                continue
            count += 1
            name = lambda r: ".".join([r["steps"][0].lower()] + r["steps"][1:-1] + [r["steps"][-1].lower()])
            keys = {}
            for row in rows:
                keys.setdefault(name(row), []).append(row)
            add, move, remove = [], [], []
            for key, lines in keys.items():
                if any(r["kind"] == "absent" for r in lines):
                    continue
                lists += not variant
                place, texts = lines[0]["place"], [r["text"] for r in lines]
                others = sorted(e for e in base if e.split("\n", 1)[0] != key)
                wanted = lambda texts: (others, [key + "\n" + t for t in texts])
                index = random.randint(0, len(texts))
                add.append((["insert", f"{place}[{index}]", "text", "v #"], key, wanted(texts[:index] + ["v #"] + texts[index:])))
                index, target = random.randrange(len(texts)), random.randrange(len(texts))
                moved = texts[:index] + texts[index + 1:]
                moved.insert(target, texts[index])
                move.append((["move", f"{place}[{index}]", "text", str(target)], key, wanted(moved)))
                remove.append((["remove", f"{place}[{index}]"], key, wanted(texts[:index] + texts[index + 1:])))
            for figures, what, edits in ((adds, "add", add), (moves, "move", move), (removes, "remove", remove)):
                for edit, key, wanted in edits:
                    split = lambda d: (sorted(e for e in git_oracle(d) if e.split("\n", 1)[0] != key),
                                       [e for e in git_oracle(d) if e.split("\n", 1)[0] == key])
                    try_edits(figures, f"git {what} line", "git", path, data, [(edit, wanted)], split, lambda w: w)
    report(f"git lists: {count} files, {lists} keys", adds, moves, removes)


def list_campaigns():
    def without_empty(tree):
        """Removes empty tables and lists, because TOML can't express an empty array of tables."""
        if isinstance(tree, dict):
            return {k: v for k, v in ((k, without_empty(v)) for k, v in tree.items()) if v not in ({}, [])}
        return [without_empty(v) for v in tree] if isinstance(tree, list) else tree

    def toml_lists():
        global equal
        exact, equal = equal, lambda one, two: exact(without_empty(one), without_empty(two))
        try:
            list_campaign("toml", "toml", toml_files(), toml_oracle)
        finally:
            equal = exact

    toml_lists()
    list_campaign("json", lambda path: tool.ask("detect", "auto", path)[0].get("format", "jsonc"),
                  list(files("json", "json", "jsonc")), json_oracle)
    git_lists()


def detection():
    """Checks that unsupported files are rejected, and that the others have the format listed in SOURCES.tsv."""
    refused = total = 0
    for path in files("flat", "refuse"):
        total += 1
        answer = tool.ask("detect", "auto", own_name(path))[0]
        if "format" in answer:
            note("detected", path, answer)
        else:
            refused += 1
    for text in ("root:x:0:0:root:/root:/bin/bash\n", "127.0.0.1\tlocalhost\n", "ssh\t22/tcp\n", "smtp 25/tcp mail\n"):
        path = os.path.join(scratch.name, "guess")
        open(path, "w").write(text)
        total += 1
        refused += "reason" in tool.ask("detect", "auto", path)[0]
    print(f"detection: {refused} of {total} unsupported files rejected")


# The programs that read the files, and the formats.
PROGRAMS = {
    "postgresql.conf.sample": ("postgres", "postgres"), "turnserver.conf": ("flat", "coturn"),
    "etc-turnserver.conf": ("flat", "coturn"), "dnsmasq.conf.example": ("flat", "dnsmasq"),
    "sample.wgetrc": ("flat", "wget"), "mpv.conf": ("flat", "mpv"), "rtorrent.rc": ("flat", "rtorrent"),
    "foot.ini": ("ini", "foot"), "dunstrc": ("ini", "dunst"), "lightdm.conf": ("ini", "lightdm"),
    "logind.conf": ("systemd", "systemd"), "resolved.conf": ("systemd", "systemd"),
    "pgbouncer.ini": ("ini", "pgbouncer"), "pgbouncer-minimal.ini": ("ini", "pgbouncer"),
}


def inference():
    """Compares the detected commented-out settings with the names of the programs' settings."""
    names = configparser.ConfigParser(allow_no_value=True, delimiters=("=",))
    names.read(os.path.join(os.path.dirname(os.path.abspath(__file__)), "names-of-settings"))
    names = {name: set(" ".join(names[name]).split()) for name in names.sections()}
    tried = rows_all = known = missed = 0
    for path in list(files("flat")) + list(files("ini")):
        base = os.path.basename(path).split("__", 2)[-1]
        if base not in PROGRAMS:
            continue
        format, program = PROGRAMS[base]
        rows = [r["steps"][-1].lower() for r in tool.ask("rows", format, path)]
        text = open(path, encoding="utf-8", errors="replace").read()
        live = {r["steps"][-1].lower() for r in tool.ask("read", format, path) if r.get("steps")}
        wanted = {m.group(1).lower() for m in re.finditer(r"^[ \t]*[#;]+[ \t]*([A-Za-z][\w.-]*)[ \t]*=(?!=)", text, re.M)}
        missing = (wanted & names[program]) - live - set(rows)
        odd = [r for r in rows if r not in names[program]]
        # Skip files without commented-out lines.
        tried += bool(rows)
        rows_all, known, missed = rows_all + len(rows), known + len(rows) - len(odd), missed + len(missing)
        if odd or missing:
            print(f"    {base}: {len(rows)} rows; not settings: {odd}; missed: {sorted(missing)}")
    precision, recall = known / max(1, rows_all), known / max(1, known + missed)
    print(f"inference: {tried} files, {rows_all} rows; precision {precision:.3f}, recall {recall:.3f}")
    if tried < 12 or precision < 0.97 or recall < 0.95:
        note("inference", FILES, precision, recall)


PARTS_ALL = {
    "toml-test": toml_suite, "toml": toml, "toml-rows": toml_rows, "json-test": json_suite,
    "json": json_campaign, "suites": public_suites, "json5": json5_campaign, "ini": ini_campaigns,
    "flat": flat_campaign, "dialects": dialect_campaigns, "env": env_campaign, "detection": detection,
    "inference": inference, "lists": list_campaigns,
}
# Parts that need more than Python's standard library run only if they are named.
for part in PARTS or [p for p in PARTS_ALL if p not in ("suites", "json5")]:
    PARTS_ALL[part]()
if wrong:
    print(f"{len(wrong)} wrong")
    sys.exit(1)
