"""Implements 76-schemas. The arguments are the program and the folder of files."""
import collections
import datetime
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
import warnings

import jsonschema
import yaml

SETTEE, FILES = sys.argv[1:3]
DIFFERENCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schema-differences")
LEAST_SHARE = 92
MOST_SECONDS, MOST_MEGABYTES = 60, 100
faults = []


def say(text):
    print(text, flush=True)


def fault(text):
    faults.append(text)
    say(text)


class Trial:
    """A run of the program in a temporary home, with its output, time, and memory use."""

    def __init__(self, home, *words, seconds=600):
        environment = {
            "HOME": home, "XDG_DATA_HOME": f"{home}/data", "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8", "SETTEE_ROOT": f"{home}/system"}
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            start = time.monotonic()
            child = subprocess.Popen(
                [SETTEE, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment, cwd=home)
            timer = threading.Timer(seconds, child.kill)
            timer.start()
            # Use `wait4`, which reports the memory use of this child only.
            _, status, usage = os.wait4(child.pid, 0)
            timer.cancel()
            child.returncode = self.code = os.waitstatus_to_exitcode(status)
            self.seconds, self.megabytes = time.monotonic() - start, usage.ru_maxrss / 1000
            out.seek(0), err.seek(0)
            self.out, self.err = out.read().decode(errors="replace"), err.read().decode(errors="replace")

    def json(self):
        try:
            return json.loads(self.out)
        except ValueError:
            return None


def without_comments(text):
    """Converts JSON with comments and trailing commas to JSON."""
    strings = r'("(?:\\.|[^"\\])*")'
    plain = re.sub(strings + r"|//[^\n]*|/\*.*?\*/", lambda found: found[1] or "", text, flags=re.S)
    return re.sub(strings + r"|,(?=\s*[\]}])", lambda found: found[1] or "", plain, flags=re.S)


def read(path):
    """Returns the value of a file as JSON."""
    with open(path, encoding="utf-8-sig") as file:
        text = file.read()
    if path.endswith((".yaml", ".yml")):
        value = yaml.safe_load(text)
    elif path.endswith(".toml"):
        value = tomllib.loads(text)
    else:
        value = json.loads(without_comments(text))
    return json.loads(json.dumps(value, default=written, allow_nan=False))


def written(value):
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    raise ValueError(f"JSON has no {type(value).__name__}")


# MARK: Panes


def adopt_all(home):
    totals, reasons, count = collections.Counter(), collections.Counter(), 0
    start = time.monotonic()
    for path in sorted(glob.glob(f"{FILES}/schemas/*")):
        name = os.path.basename(path)
        if not name.endswith(".json"):
            say(f"panes: {name} isn't JSON; skipped")
            continue
        count += 1
        trial = Trial(home, "adopt", f"s{count}", "--file", f"{home}/s{count}.json", "--schema", path, "--json")
        report = trial.json()
        if trial.code != 0 or report is None:
            fault(f"panes: {name} is rejected: {trial.code} {trial.err.strip()[:300]}")
            continue
        reasons.update(report["asText"])
        totals.update({key: report[key] for key in ("settings", "controls", "panes", "oddDefaults", "patterns")})
    if totals["settings"] == 0:
        return fault("panes: no schema has a setting")
    share = 100 * totals["controls"] / totals["settings"]
    say(
        f"panes: {count} schemas, {totals['settings']} settings, {totals['controls']} with a dedicated control"
        f" ({share:.2f}%), {totals['panes']} panes, {totals['oddDefaults']} invalid defaults,"
        f" {totals['patterns']} patterns that rows can't check, {time.monotonic() - start:.0f} s")
    say("panes: edited in the file: " + ", ".join(f"{number} {reason}" for reason, number in reasons.most_common()))
    if share < LEAST_SHARE:
        fault(f"panes: less than {LEAST_SHARE}% have a dedicated control")
    trial = Trial(home, "check", "--json", *sorted(glob.glob(f"{home}/data/settee/bundles/*.bundle")))
    findings = trial.json()
    if trial.code != 0 or findings != []:
        rules = collections.Counter(each["rule"] for each in findings or [])
        fault(f"panes: check finds {dict(rules)}, exit {trial.code}: {(findings or [trial.err[:300]])[0]}")
    else:
        say("panes: check finds no problems")


# MARK: Results


def schema_of(name):
    """Returns the JSON Schema for a folder of files, or None if there is none."""
    for path in (f"SchemaStore__schemastore__{name}.json", f"SchemaStore__schemastore__{name}.schema.json"):
        if os.path.exists(f"{FILES}/schemas/{path}"):
            return f"{FILES}/schemas/{path}"
    found = [path for path in sorted(glob.glob(f"{FILES}/schemas/*.json"))
             if name in os.path.basename(path).split("__")[1:2]]
    return found[0] if found else None


def refuse(address):
    raise jsonschema.RefResolutionError(f"{address} is remote")


def theirs(schema, value):
    """Returns valid, invalid, or the reason why jsonschema has no result."""
    try:
        validator = jsonschema.validators.validator_for(schema)
        # Don't download referenced schemas, because settee doesn't either.
        resolver = jsonschema.RefResolver.from_schema(
            schema, id_of=validator.ID_OF, handlers={"http": refuse, "https": refuse, "file": refuse, "": refuse})
        return "valid" if validator(schema, resolver=resolver).is_valid(value) else "invalid"
    except Exception as error:
        return f"{type(error).__name__}: {error}".split("\n")[0][:160]


def ours(home, schema, path):
    """Returns valid, invalid, not evaluated, or an error."""
    trial = Trial(home, "check", "--json", "--schema", schema, path)
    findings = trial.json()
    if findings is None or trial.code < 0:
        return f"no result: {trial.code} {trial.err.strip()[:200]}", []
    errors = [each for each in findings if each["severity"] == "error"]
    if errors:
        return "invalid", errors
    return ("not evaluated" if "Not checked" in trial.err else "valid"), []


def known_differences():
    known = {}
    with open(DIFFERENCES) as file:
        for line in file.read().splitlines():
            if line and not line.startswith("#"):
                schema, path, reason = line.split("\t")
                assert reason, f"{line}: missing reason"
                known[schema, path] = reason
    return known


def compare_all(home):
    counts, reasons, known, loaded, wrong = collections.Counter(), collections.Counter(), known_differences(), {}, 0
    start = time.monotonic()
    for path in sorted(glob.glob(f"{FILES}/schemas-tests/*/*/**", recursive=True, include_hidden=True)):
        if not os.path.isfile(path):
            continue
        kind, name, rest = os.path.relpath(path, f"{FILES}/schemas-tests").split("/", 2)
        schema = schema_of(name)
        if schema is None:
            counts["without a schema in JSON"] += 1
            continue
        try:
            value = read(path)
        except Exception as error:
            counts["that Python can't read"] += 1
            say(f"results: {kind}/{name}/{rest} can't be read: {str(error).splitlines()[0]}")
            continue
        if schema not in loaded:
            loaded[schema] = read(schema)
        file = path
        if path.endswith((".yaml", ".yml")):
            file = f"{home}/file.json"
            with open(file, "w") as out:
                json.dump(value, out)
        their, (our, findings) = theirs(loaded[schema], value), ours(home, schema, file)
        reason = known.pop((name, f"{kind}/{rest}"), None)
        is_theirs, is_ours = their in ("valid", "invalid"), our in ("valid", "invalid")
        if our.startswith("no result") or is_theirs and is_ours and their != our:
            if reason:
                counts["that differ for a known reason"] += 1
                continue
            wrong += 1
            fault(f"results: {kind}/{name}/{rest} is {our} to settee and {their} to jsonschema {findings[:1] or ''}")
            continue
        if reason:
            fault(f"results: {kind}/{name}/{rest} is no longer different; remove it from schema-differences")
        if not is_theirs:
            reasons[their] += 1
        if is_theirs and is_ours:
            counts[f"evaluated by both, {our}"] += 1
        elif is_ours:
            counts["not evaluated by jsonschema"] += 1
            say(f"results: {kind}/{name}/{rest} is {our} to settee, and not evaluated by jsonschema")
        elif is_theirs:
            counts["not evaluated by settee"] += 1
        else:
            counts["evaluated by neither"] += 1
    for reason, number in reasons.most_common():
        say(f"results: {number} not evaluated by jsonschema: {reason}")
    for name, path in known:
        fault(f"results: schema-differences names {name} {path}, which doesn't exist")
    if not counts["evaluated by both, valid"] or not counts["evaluated by both, invalid"]:
        fault("results: no valid or no invalid file was evaluated by both")
    told = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    say(f"results: {told}, {wrong} wrong, {time.monotonic() - start:.0f} s")


# MARK: Malicious schemas


def hostile(folder):
    """Writes one schema at a time, and yields its name."""

    def written(name, schema):
        pieces = schema if isinstance(schema, list) else [json.dumps(schema).encode()]
        with open(f"{folder}/{name}", "wb") as file:
            for piece in pieces:
                file.write(piece)
        return name

    def tower(floor):
        """Returns a chain of schemas, each of which refers to the next one."""
        floors = {f"d{i}": floor({"$ref": f"#/definitions/d{i + 1}"}) for i in range(20)}
        first = {"$ref": "#/definitions/d0"}
        return {**first, "properties": {"a": first}, "definitions": {**floors, "d20": {"type": "string"}}}

    text = {"type": "string", "description": "x"}
    yield written("10,000 properties", {"type": "object", "properties": {f"p{i}": text for i in range(10000)}})
    yield written("references in a ring", {"$ref": "#/definitions/a", "definitions": {
        "a": {"$ref": "#/definitions/b"},
        "b": {"$ref": "#/definitions/a", "properties": {"x": {"$ref": "#/definitions/c"}}},
        "c": {"type": "object", "properties": {f"k{i}": {"$ref": "#/definitions/c"} for i in range(8)}}}})
    yield written("a table within itself", {"$ref": "#/definitions/c", "definitions": {
        "c": {"type": "object", "properties": {f"k{i}": {"$ref": "#/definitions/c"} for i in range(8)}}}})
    yield written("10,000 deep", [b'{"not":' * 10000, b"{}", b"}" * 10000])
    yield written("patterns", {"properties": {
        "a": {"type": "string", "pattern": "(a+)+$"}, "b": {"type": "string", "pattern": "((((){1000}){1000}){1000})"}}})
    # Write it in pieces, because the memory use reported for a child includes this process's peak before the fork.
    yield written("100 MB", [b'{"properties":{"a":{"description":"', *[b"x" * 1000] * 100_000, b'"}}}'])
    yield written("10 MB of lists", [b"[", *[b"[]," * 1000] * 3333, b"[]]"])
    yield written("invalid UTF-8", [b'{"properties":{"a\xff":{}}}'])
    yield written("remote references", {"properties": {
        "a": {"$ref": "https://example.org/x.json"}, "b": {"$ref": "file:///etc/passwd"}, "l": {"$ref": "#/nowhere"}}})
    yield written("40 forms of 40 forms", {"anyOf": [
        {"properties": {f"k{i}_{j}": {"anyOf": [{"enum": [n]} for n in range(5)]} for i in range(40)}}
        for j in range(40)]})
    yield written("two ways, 20 deep", tower(lambda next: {"type": "object", "properties": {"l": next, "r": next}}))
    yield written("allOf of four, 20 deep", tower(lambda next: {"allOf": [next] * 4}))
    yield written("anyOf of four, 20 deep", tower(lambda next: {"anyOf": [next] * 4}))


def try_harm(home):
    file = f"{home}/harm.json"
    with open(file, "w") as out:
        json.dump({"a": "a" * 5000 + "!", "b": "x", "l": 5}, out)
    count = 0
    for index, name in enumerate(hostile(home)):
        for words in (["adopt", f"harm{index}", "--file", file], ["check", file]):
            count += 1
            trial = Trial(home, *words, "--schema", f"{home}/{name}", seconds=MOST_SECONDS)
            said = trial.err.strip().splitlines()
            say(f"malicious: {name}: {words[0]} exits with {trial.code} after {trial.seconds:.1f} s, at most {trial.megabytes:.0f} MB:"
                f" {(said or trial.out.splitlines() or ['nothing'])[0][:160].replace(home, '')}")
            if trial.seconds >= MOST_SECONDS:
                fault(f"malicious: {name}: {words[0]} doesn't exit within {MOST_SECONDS} s")
            elif trial.code < 0 or trial.code > 9:
                fault(f"malicious: {name}: {words[0]} doesn't exit normally: {trial.code} {trial.err[:300]}")
            elif trial.code != 0 and not trial.out and len(said) != 1:
                fault(f"malicious: {name}: {words[0]} doesn't print one sentence: {trial.err[:300]!r}")
            if trial.megabytes > MOST_MEGABYTES:
                fault(f"malicious: {name}: {words[0]} takes {trial.megabytes:.0f} MB")
        os.remove(f"{home}/{name}")
    return count


def main():
    # RefResolver is deprecated in newer versions and prints a warning at each use.
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as home:
        adopt_all(home)
        compare_all(home)
        count = try_harm(home)
    say(f"schemas: panes, results, and {count} runs with malicious schemas: {len(faults)} problems")
    return 1 if faults else 0


sys.exit(main())
