#!/usr/bin/env python3
"""Keeps what the proofs printed as record.json, and holds every fix that is marked `ran` against it.

usage: python tests/prove/record.py OUTPUT...     each the output of one run of jax.py
       python tests/prove/record.py               only checks record.json
"""

import json
import pathlib
import sys
from datetime import date

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE))
import rulefile

RECORD = HERE / "record.json"
NOTE = "CPU only. torch ran with stand-ins for the CUDA libraries, so nothing of it touched a GPU."


def read(path):
    """One run: its versions, and for each rule what ran."""
    versions, *proofs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    failed = [proof for proof in proofs if not proof["ok"]]
    if failed:
        sys.exit(f"{path}: {len(failed)} proofs failed, the first: {failed[0]}")
    ran = {}
    for proof in proofs:
        what = proof["ran"].split(" (")[0] if proof["ran"].startswith("fix") else proof["ran"]
        ran.setdefault(proof["rule"], []).append(what)
    return {"versions": versions, "ran": {rule: sorted(set(parts)) for rule, parts in sorted(ran.items())}}


def release(run):
    return [int(part) for part in run["versions"]["jax"].split(".")]


def unproved(record):
    """Fixes that are marked `ran`, and that no run shows."""
    shown = {(rule, part) for run in record["runs"] for rule, parts in run["ran"].items() for part in parts}
    for path in sorted(rulefile.RULES.rglob("*.toml")):
        rule = rulefile.Rule(path.relative_to(rulefile.RULES).with_suffix("").as_posix())
        for fix in rule.data.get("fix", []):
            title = f"fix: {fix['title']}".split(" (")[0]
            if fix["verified"] == "ran" and (rule.data["id"], title) not in shown:
                yield f"{rule.data['id']}: {fix['title']}"


def main(paths):
    if paths:
        runs = sorted((read(pathlib.Path(path)) for path in paths), key=release)
        record = {"date": date.today().isoformat(), "note": NOTE, "runs": runs}
        RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    missing = list(unproved(json.loads(RECORD.read_text(encoding="utf-8"))))
    print("\n".join(missing) if missing else "every fix that is marked ran is in the record")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
