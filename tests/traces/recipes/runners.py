"""Runs `test_orders.py` under pytest in all its styles:   python runners.py TAG

The truth comes from pytest's own `excinfo`; only frames of this folder are in it, with the base name as file.
"""
import json, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
STYLES = {
    "auto": [],
    "long": ["--tb=long"],
    "short": ["--tb=short"],
    "native": ["--tb=native"],
    "line": ["--tb=line"],
    "no": ["--tb=no", "-rfE"],
    "long-locals": ["--tb=long", "-l"],
    "short-verbose": ["--tb=short", "-vv"],
}


def pytest_runtest_makereport(item, call):
    """The plugin: notes what was raised."""
    if call.excinfo is None:
        return
    import make

    rows = make.truth(call.excinfo.value)
    for row in rows:
        own = [f for f in row["frames"] if f["file"].startswith("/srv/app/") and "runners" not in f["file"]]
        row["frames"] = [dict(f, file=os.path.basename(f["file"])) for f in own]
    with open(os.environ["TRUTH"], "w") as f:
        json.dump(rows, f)


def main(tag):
    import make

    make.TAG = tag
    truth = os.path.join(tempfile.gettempdir(), "truth.json")
    for style, options in STYLES.items():
        for test in ("three", "lines", "compare", "words", "quiet"):
            if (style, test) == ("no", "compare"):
                continue  # the summary shortens it
            env = dict(os.environ, TRUTH=truth, COLUMNS="80", PYTHONPATH=HERE, PYTHONDONTWRITEBYTECODE="1")
            args = [sys.executable, "-m", "pytest", "-p", "runners", "-p", "no:cacheprovider", *options]
            run = subprocess.run(args + ["test_orders.py::test_" + test], cwd=HERE, env=env, stdout=subprocess.PIPE, universal_newlines=True)
            rows = json.load(open(truth))
            if style in ("line", "no"):
                chained = "\nE   " in run.stdout  # since pytest 8 the style `line` prints the chain, without frames
                rows = rows if chained else rows[-1:]
                for row in rows[:-1]:
                    row["frames"] = []
                rows[-1]["frames"] = rows[-1]["frames"][-1:] if style == "line" else []
                if not chained:
                    rows[0]["message"] = rows[0]["message"].split("\n")[0]
            make.save("pytest-%s-%s" % (style, test), run.stdout, rows)


if __name__ == "__main__":
    main(sys.argv[1])
