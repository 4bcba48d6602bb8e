"""Makes random edits of system files, and compares the results with augtool.

    system-files.py TOOL FOLDER...

TOOL is the built FormatTool. A folder is the root of a file system, or contains one. Each edit must be rejected, or
augtool must read exactly the requested change in the new file. If SETTEE names the program, some edits are made with
it and undone, which must restore the bytes. The exit code is 1 if an edit changed anything else, or if fewer than
SETTEE_OPEN files can be read.
"""

import collections
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

SEED = os.environ.get("SETTEE_SEED", "1")
EDITS = int(os.environ.get("SETTEE_EDITS", "2000"))
OPEN = int(os.environ.get("SETTEE_OPEN", "0"))
SETTEE = os.environ.get("SETTEE")
ODD = ["a b", "#x", '"q"', "", "é", "a=b", "a,b", "x;", "{", "}", "back\\slash", "'", "yes", "no", "0", "99999", "-1", "/x y/z"]


class Tool:
    def __init__(self, path):
        self.process = subprocess.Popen([path, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, form, path, command, *edits):
        words = [form, path, command] + ["\x1f".join(e) for e in edits]
        self.process.stdin.write(("\t".join(words) + "\n").encode())
        self.process.stdin.flush()
        out = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"the tool ended at {words}")
            answer = json.loads(line)
            if answer == {"end": True}:
                return out
            out.append(answer)


class Node:
    def __init__(self, label, value, children):
        self.label, self.value, self.children = label, value, children

    def plain(self):
        """The tree in a form that can be compared: consecutive numbers are the same as any others."""
        numbers = [int(c.label) for c in self.children if c.label.isdigit() and len(c.label) < 10]
        odd = sum(b != a + 1 for a, b in zip(numbers, numbers[1:]))
        counted = bool(numbers) and odd <= 3
        return (self.value, [("#" if counted and c.label.isdigit() else c.label, c.plain()) for c in self.children])


def read(lens, data):
    """The tree that augtool reads, or None."""
    with tempfile.TemporaryDirectory() as root:
        open(root + "/f", "wb").write(data)
        run = subprocess.run(
            ["augtool", "-r", root, "--noautoload", "--transform", lens + " incl /f", "dump-xml", "/files/f"],
            capture_output=True, timeout=60)
        try:
            tree = xml.fromstring(run.stdout)
        except xml.ParseError:
            return None
        node = tree.find("node")
        return None if node is None else convert(node)


def convert(node):
    value = node.find("value")
    return Node(
        node.get("label"), None if value is None else value.text or "", [convert(c) for c in node.findall("node")])


def find(tree, steps):
    """The parent and the position of the node at a path of Settee."""
    parent, at = None, None
    node = tree
    rest = list(steps)
    while rest:
        label = rest.pop(0)
        if isinstance(label, int):
            numbered = [i for i, c in enumerate(node.children) if c.label.isdigit()]
            parent, at = node, numbered[label]
        else:
            same = [i for i, c in enumerate(node.children) if c.label == label]
            index = rest.pop(0) if rest and isinstance(rest[0], int) and (len(same) > 1 or not has_numbers(node, same)) else 0
            if index >= len(same):
                return None
            parent, at = node, same[index]
        node = parent.children[at]
    return parent, at


def has_numbers(node, same):
    return any(c.label.isdigit() for c in node.children[same[0]].children) if same else False


def is_comment(node):
    return node.label.startswith("#") and node.label.endswith("comment")


def copy(tree):
    return Node(tree.label, tree.value, [copy(c) for c in tree.children])


def expected(tree, edit, new):
    """The trees that may be read after an edit. `new` is the tree that is read."""
    kind, steps = edit[0], edit[1]
    trees = []
    if kind == "set":
        one = copy(tree)
        parent, at = find(one, steps)
        parent.children[at].value = edit[2]
        trees.append(one)
    if kind == "remove":
        one = copy(tree)
        parent, at = find(one, steps)
        if isinstance(steps[-1], str):
            # Without an index, the whole list is removed.
            label = parent.children[at].label
            parent.children = [c for c in parent.children if c.label != label]
            trees.append(one)
    if kind in ("remove", "move"):
        for comments in itertools.count():
            one = copy(tree)
            parent, at = find(one, steps)
            start = at - comments
            if start < 0 or not all(is_comment(c) for c in parent.children[start:at]):
                break
            cut = parent.children[start:at + 1]
            del parent.children[start:at + 1]
            if kind == "remove":
                trees.append(one)
                continue
            items = [i for i, c in enumerate(parent.children) if same_list(c, cut[-1])]
            first = items[edit[2] - 1] + 1 if edit[2] > 0 else 0
            last = items[edit[2]] if edit[2] < len(items) else len(parent.children)
            for place in range(first, last + 1):
                parent.children[place:place] = cut
                trees.append(copy(one))
                del parent.children[place:place + len(cut)]
    if kind in ("insert", "source", "add"):
        # One node is new: without it, the tree is the old one.
        parent, other = new, tree
        while len(parent.children) == len(other.children):
            pair = next(((a, b) for a, b in zip(parent.children, other.children) if a.plain() != b.plain()), None)
            if not pair:
                return []
            parent, other = pair
        for at, node in enumerate(parent.children):
            if not same_list(node, Node(edit[3], None, [])):
                continue
            if kind != "source" and (node.value != edit[2] or node.children):
                continue
            if copy_without(new, parent, at).plain() == tree.plain():
                return [new]
    return trees


def has_other_comments(edit, removed):
    """Whether the removed text starts with a comment that an empty line separates from the removed item."""
    comments = re.match(rb"(?:[ \t]*(?:[#;!][^\n]*)?\n)*", removed).group() if edit[0] == "remove" else b""
    return re.search(rb"[#;!][^\n]*\n[ \t]*\n", comments) is not None


def same_list(one, other):
    return one.label == other.label or one.label.isdigit() and other.label.isdigit()


def copy_without(tree, parent, at):
    return Node(tree.label, tree.value, [
        copy_without(c, parent, at) for i, c in enumerate(tree.children) if not (tree is parent and i == at)])


# MARK: Random edits


def choose(rows, tree, data):
    """A random edit: what to ask the tool, and what is expected."""
    row = random.choice(rows)
    steps = row["steps"]
    kind = random.choices(["set", "remove", "insert", "source", "move", "add"], [5, 3, 2, 2, 3, 2])[0]
    if kind == "set":
        same = [r.get("text", "") for r in rows if r["steps"][-1] == steps[-1]]
        old = row.get("text", "")
        digits = re.sub(r"[0-9]", lambda m: random.choice("0123456789"), old)
        value = random.choice([digits, digits, old + "x", random.choice(same), random.choice(same), random.choice(ODD)])
        return ("set", steps, value), ["set", row["place"], "text", escaped(value)]
    # The path of an ancestor can be an item too.
    depth = random.randint(1, len(steps))
    while depth < len(steps) and isinstance(steps[depth], int):
        depth += 1
    steps = steps[:depth]
    place = path(steps)
    found = find(tree, steps)
    if not found:
        return None
    parent, at = found
    label = parent.children[at].label
    items = [c for c in parent.children if same_list(c, parent.children[at])]
    is_item = isinstance(steps[-1], int) or label.isdigit()
    if kind == "remove":
        return ("remove", steps), ["remove", place]
    if kind == "move":
        if not is_item:
            return None
        target = random.randrange(len(items))
        if items.index(parent.children[at]) == target:
            return None
        return ("move", steps, target), ["move", place, "", str(target)]
    if kind == "add":
        labels = [c.label for o in parent.children for c in o.children if c.label not in [x.label for x in parent.children[at].children]]
        labels = [x for x in labels if not x.startswith("#") and not x.isdigit()]
        values = [r for r in rows if r["steps"][-1] in labels]
        if not values:
            return None
        other = random.choice(values)
        return ("add", steps, other.get("text", ""), other["steps"][-1]), [
            "set", path(steps + [other["steps"][-1]]), "text", escaped(other.get("text", ""))]
    list_steps = steps[:-1] if is_item else steps
    index = random.randint(0, len(items))
    where = (path(list_steps) if list_steps else "") + f"[{index}]"
    if kind == "insert":
        if parent.children[at].children or parent.children[at].value is None:
            return None
        value = random.choice([parent.children[at].value + "x", parent.children[at].value])
        return ("insert", steps, value, label), ["insert", where, "text", escaped(value)]
    if not parent.children[at].children:
        return None
    lines = [x for x in data.decode("utf8", "replace").split("\n") if x.strip()]
    first = row["line"] - 1
    line = data.decode("utf8", "replace").split("\n")[first].strip()
    return ("source", steps, None, label), ["insert", where, "text", escaped(line)]


def escaped(text):
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def path(steps):
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            plain = not re.search(r'[".\[\]\\\x00-\x1f]', step) and step == step.strip() and step
            text += ("." if text else "") + (step if plain else json.dumps(step, ensure_ascii=False).replace("\\t", "\\x09"))
    return text


def undone(home, file, data, edit):
    """Makes an edit with the program and undoes it, and returns whether the bytes are restored."""
    name = home + "/" + os.path.relpath(file, "/")
    os.makedirs(os.path.dirname(name), exist_ok=True)
    open(name, "wb").write(data)
    env = dict(os.environ, HOME=home, XDG_STATE_HOME=home + "/state", XDG_CONFIG_HOME=home + "/config", LC_ALL="C.UTF-8")
    words = {"set": ["set", name, edit[1], "--force", "--", edit[-1]], "remove": ["remove", name, edit[1]],
             "move": ["move", name, edit[1], edit[-1]]}[edit[0]]
    if edit[0] == "set" and "\\" in edit[-1]:
        return None
    made = subprocess.run([SETTEE] + words, env=env, capture_output=True, stdin=subprocess.DEVNULL)
    if made.returncode or open(name, "rb").read() == data:
        return None
    back = subprocess.run([SETTEE, "undo", name], env=env, capture_output=True, stdin=subprocess.DEVNULL)
    if open(name, "rb").read() == data:
        return True
    if b"secret values aren't kept" in back.stderr:
        return None
    print(f"UNDO {name} {words}: {back.stderr.decode()}")
    return False


def main():
    random.seed(SEED)
    tool = Tool(sys.argv[1])
    files = sorted(
        os.path.join(folder, name) for root in sys.argv[2:] for folder, _, names in os.walk(root) for name in names)
    formats, closed, systems = collections.Counter(), [], []
    for file in files:
        found = tool.ask("auto", file, "detect")[0]
        rows = tool.ask(found["format"], file, "read") if "format" in found else [{"error": found.get("reason", "?")}]
        error = next((r["error"] for r in rows if "error" in r), None)
        if error:
            closed.append(f"{file}: {error}")
            continue
        formats["Augeas" if found["format"].startswith("augeas:") else "Settee"] += 1
        if found["format"].startswith("augeas:"):
            systems.append((file, found["format"], [r for r in rows if "steps" in r and r["steps"]]))
    print(f"{len(files)} files: {sum(formats.values())} can be read ({formats['Settee']} by Settee, {formats['Augeas']} by lenses)")
    for line in closed:
        print("  closed:", line)
    counts, reasons, wrong = collections.Counter(), collections.Counter(), 0
    systems = [s for s in systems if s[2]]
    trees = {}
    home = tempfile.mkdtemp()
    undos = collections.Counter()
    tries = 0
    while counts["all"] < EDITS and systems and tries < EDITS * 20:
        tries += 1
        file, form, rows = random.choice(systems)
        lens = form.removeprefix("augeas:")
        data = open(file, "rb").read()
        if file not in trees:
            trees[file] = read(lens, data)
            if trees[file] is None:
                print(f"  augtool can't read {file}")
                systems = [s for s in systems if s[0] != file]
                continue
        if trees[file] is None:
            continue
        chosen = choose(rows, trees[file], data)
        if not chosen:
            continue
        edit, words = chosen
        if any("\t" in w or "\n" in w or "\x1f" in w for w in words):
            continue
        answer = tool.ask(form, file, "edits", words)[0]
        counts["all"] += 1
        counts[edit[0]] += 1
        if "refusal" in answer:
            counts[edit[0] + " rejected"] += 1
            reasons[re.sub(r"'[^']*'", "'...'", answer["refusal"])[:90]] += 1
            continue
        if "error" in answer or answer["kind"] == "same":
            counts[answer.get("error", "same")] += 1
            continue
        new = data[:answer["start"]] + bytes.fromhex(answer["bytes"]) + data[answer["end"]:]
        result = read(lens, new)
        if (result is None or has_other_comments(edit, data[answer["start"]:answer["end"]])
                or not any(t.plain() == result.plain() for t in expected(trees[file], edit, result))):
            wrong += 1
            print(f"WRONG {file} {form} {words}\n  {data[answer['start'] - 40:answer['end'] + 40]!r}\n  {new[answer['start'] - 40:answer['start'] + len(answer['bytes']) // 2 + 40]!r}")
        elif SETTEE and edit[0] in ("set", "remove", "move") and random.random() < 0.2:
            result = undone(home, file, data, words)
            undos[result] += 1
            wrong += result is False
    shutil.rmtree(home)
    print(f"{counts['all']} edits with seed {SEED}: {wrong} wrong")
    for kind in ("set", "remove", "insert", "source", "move", "add"):
        print(f"  {kind}: {counts[kind]}, {counts[kind + ' rejected']} rejected")
    if SETTEE:
        print(f"  {undos[True]} edits of the program undone with the same bytes, {undos[False]} not")
    for reason, count in reasons.most_common(25):
        print(f"  {count:5} {reason}")
    opened = sum(formats.values())
    sys.exit(1 if wrong or opened < OPEN else 0)


main()
