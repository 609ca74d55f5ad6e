"""Writes the base texts: what real interpreters print for small programs of our own.

    python3 make.py [FOLDER WITH INTERPRETERS]

Each program runs in an empty folder; its path is replaced by a neutral one. The texts are the truth of the tests:
dressings are put on them, and taking the dressings off must give them back.
"""

import os, pathlib, re, subprocess, sys, tempfile

PROGRAMS = {
    "chain": ("3.11", '''
class Store:
    def load(self, name):
        return self.rows[name]

    def open(self, name):
        self.rows = {}
        try:
            return self.load(name)
        except KeyError as missing:
            raise LookupError(f"no table {name!r} in\\n  the store: empty") from missing


def export(name):
    try:
        return Store().open(name)
    except LookupError:
        raise BufferError("Unknown GPU platform for __dlpack__: PJRT C API")


export("a'b \\"c\\" & <d>")
'''),
    "group": ("3.12", '''
def fail(kind, text):
    try:
        raise kind(text)
    except kind as e:
        e.add_note("seen on device 0")
        return e


def both():
    inner = ExceptionGroup("inner", [fail(ValueError, "one\\n  two"), fail(TypeError, "three")])
    raise ExceptionGroup("outer", [fail(OSError, "disk"), inner])


both()
'''),
    "plain": ("3.13", '''
import json

def read(text):
    return json.loads(text)["device"]["id"]

print("reading", flush=True)
read('{"device": {}}')
'''),
    "old": ("2.7", '''
def divide(a, b):
    return a / b

divide(1, 0)
'''),
    "deep": ("3.12", '''
def down(n):
    return down(n + 1)

down(0)
'''),
    "syntax": ("3.12", '''
import ast
ast.parse("def f(:\\n    pass\\n", "/home/user/app/broken.py")
'''),
    "columns": ("3.11", '''
def pick(table, key):
    return (table["first"]["second"] + table[key]["second"] * sum(x for x in (1, 2, 3))) / max(1, len(table) - 1)

table = {"first": {"second": 1}}
for key in ["first", "missing"]: value = pick(table, key) if key != "last" else None
'''),
}


def interpreter(folder, version):
    found = sorted(pathlib.Path(folder).glob(f"{version}.*/bin/python"))
    if not found:
        sys.exit(f"no Python {version} in {folder}")
    return str(found[-1])


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.expanduser("~/.pyenv/versions")
    here = pathlib.Path(__file__).parent
    for name, (version, program) in PROGRAMS.items():
        with tempfile.TemporaryDirectory() as work:
            (pathlib.Path(work) / f"{name}.py").write_text(program.lstrip())
            run = subprocess.run([interpreter(folder, version), f"{work}/{name}.py"], capture_output=True, text=True)
            text = (run.stdout + run.stderr).replace(work, "/home/user/app")
            text = re.sub(re.escape(str(folder)) + r"/[\d.]+/lib", "/usr/lib", text)
            (here / f"{name}.txt").write_text(text)


main()
