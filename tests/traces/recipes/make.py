"""Prints the scenarios of `orders.py` in every layout that the running interpreter's packages give, with the truth
taken from the exception objects:

    python make.py TAG [LAYOUT ...]      writes ../NAME-TAG.txt and ../NAME-TAG.json

Packages: pytest, rich, loguru, structlog, stackprinter, better-exceptions, pretty-errors, friendly-traceback,
absl-py, IPython, traceback-with-variables; what is not installed is skipped. Run with PYTHONHASHSEED=0.
"""
import contextlib, io, json, logging, os, re, subprocess, sys, threading, traceback, types

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import orders

try:
    import groups
except ImportError:
    groups = types.SimpleNamespace(ALL=[])

OUT = os.path.dirname(HERE)


def neutral(text):
    """Places of this machine to neutral ones, so that any machine writes the same."""
    lib = os.path.dirname(os.__file__)
    site = [p for p in sys.path if p.endswith("site-packages")]
    for path in site:
        text = text.replace(path, "/venv/site-packages")
    text = text.replace(lib, "/usr/lib/python%d.%d" % sys.version_info[:2]).replace(HERE, "/srv/app")
    text = text.replace(os.path.realpath(sys.executable), "/usr/bin/python").replace(sys.executable, "/usr/bin/python")
    return re.sub(r"0x[0-9a-f]{8,}", "0x7f0000000000", text)


def caught(fn):
    try:
        fn()
    except BaseException as e:
        return e


def frames(e):
    got = []
    for f in traceback.extract_tb(e.__traceback__):
        got.append({"file": neutral(f[0]), "line": f[1], "function": f[2]})
    return got


def truth(e, relation="root", seen=None, **more):
    """The chain of an exception as the interpreter prints it: what led to it first, a group before its members."""
    seen = set() if seen is None else seen
    if id(e) in seen:
        return []
    seen.add(id(e))
    out = []
    if e.__cause__ is not None:
        out += truth(e.__cause__, "cause", seen, **more)
    elif e.__context__ is not None and not e.__suppress_context__:
        out += truth(e.__context__, "context", seen, **more)
    kind = type(e)
    name = kind.__qualname__ if kind.__module__ in ("builtins", "__main__", "exceptions") else kind.__module__ + "." + kind.__qualname__
    message = e.msg if isinstance(e, SyntaxError) else str(e)
    row = {"class": name, "message": message, "relation": relation, "frames": frames(e)}
    row["notes"] = list(getattr(e, "__notes__", []))
    row.update(more)
    out.append(row)
    for member in getattr(e, "exceptions", ()):
        out += truth(member, "group-member", seen, **more)
    return out


def save(name, text, rows, **more):
    for row in rows:
        row["message"] = neutral(row["message"])
    path = os.path.join(OUT, name + "-" + TAG)
    with io.open(path + ".txt", "w", encoding="utf-8", newline="") as f:
        f.write(neutral(text))
    last = [r for r in rows if r["relation"] == "root"]
    doc = {"exceptions": rows, "final": last[-1]["class"] if last else None}
    doc.update(more)
    with io.open(path + ".json", "w", encoding="utf-8") as f:
        f.write(json.dumps(doc, indent=1, ensure_ascii=False, sort_keys=True) + "\n")


def info(e):
    return type(e), e, e.__traceback__


def cpython(fn, e):
    return "".join(traceback.format_exception(*info(e)))


def rich(width, **options):
    def make(fn, e):
        from rich.console import Console
        from rich.traceback import Traceback

        out = io.StringIO()
        Console(file=out, width=width).print(Traceback.from_exception(*info(e), **options))
        return out.getvalue()

    return make


def ipython(mode):
    def make(fn, e):
        from IPython.core import ultratb

        try:
            tb = ultratb.FormattedTB(mode=mode, color_scheme="NoColor")
        except TypeError:
            tb = ultratb.FormattedTB(mode=mode, theme_name="nocolor")
        return tb.text(*info(e)) + "\n"

    return make


def stackprinter(**options):
    def make(fn, e):
        import stackprinter

        return stackprinter.format(e, **options) + "\n"

    return make


def better(fn, e):
    import better_exceptions

    better_exceptions.hook()
    return "".join(better_exceptions.format_exception(*info(e)))


def pretty(fn, e):
    import importlib.util

    if importlib.util.find_spec("pretty_errors") is None:
        raise ImportError("No module named 'pretty_errors'")
    code = "import sys; sys.path.insert(0, %r); import orders, pretty_errors; pretty_errors.activate()\norders.%s()" % (HERE, fn.__name__)
    run = subprocess.run([sys.executable, "-B", "-c", code], stderr=subprocess.PIPE, universal_newlines=True)
    return run.stderr


def loguru(fn, e):
    from loguru import logger

    out = io.StringIO()
    logger.remove()
    logger.add(out, diagnose=True, backtrace=False, colorize=False)
    logger.info("start")
    logger.opt(exception=e).error("order failed")
    logger.info("next")
    return out.getvalue()


def structlog(fn, e):
    import structlog

    out = io.StringIO()
    render = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    structlog.configure([structlog.processors.add_log_level, render], logger_factory=structlog.PrintLoggerFactory(out))
    structlog.get_logger().error("failed", exc_info=e, order=17)
    structlog.get_logger().info("next", order=18)
    return out.getvalue()


def friendly(fn, e):
    import friendly_traceback

    friendly_traceback.set_stream(redirect="capture")
    try:
        raise e
    except Exception:
        friendly_traceback.explain_traceback(redirect="capture")
    text = friendly_traceback.get_output()
    return text


def variables(fn, e):
    from traceback_with_variables import format_exc

    return format_exc(e) + "\n"


def cgitb_text(fn, e):
    import cgitb

    return cgitb.text(info(e)) + "\n"


def cgitb_html(fn, e):
    import cgitb

    return cgitb.html(info(e)) + "\n"


def log(form):
    def make(fn, e):
        out = io.StringIO()
        handler = logging.StreamHandler(out)
        handler.setFormatter(logging.Formatter(form))
        logger = logging.getLogger("orders." + fn.__name__)
        logger.propagate = False
        logger.handlers[:] = [handler]
        logger.setLevel(logging.DEBUG)
        logger.info("start")
        logger.error("order failed", exc_info=info(e))
        logger.warning("next: order 18")
        return out.getvalue()

    return make


def absl(fn, e):
    import importlib.util

    if importlib.util.find_spec("absl") is None:
        raise ImportError("No module named 'absl'")
    code = (
        "import sys; sys.path.insert(0, %r); import orders; from absl import logging\n"
        "logging.use_absl_handler(); logging._warn_preinit_stderr = 0\n"
        "try: orders.%s()\nexcept Exception: logging.exception('order failed')\nlogging.warning('next')"
    ) % (HERE, fn.__name__)
    run = subprocess.run([sys.executable, "-B", "-c", code], stderr=subprocess.PIPE, universal_newlines=True)
    return run.stderr


# layout: (printer, scenarios, does it print functions, does it print modules of classes)
LAYOUTS = {
    "cpython": (cpython, orders.ALL + groups.ALL),
    "rich-80": (rich(80), orders.ALL + (groups.ALL if sys.version_info >= (3, 11) else [])),
    "rich-120-locals": (rich(120, show_locals=True), [orders.three, orders.lines, orders.long]),
    "rich-50": (rich(50), [orders.three, orders.lines, orders.long]),
    "ipython-context": (ipython("Context"), orders.ALL),
    "ipython-verbose": (ipython("Verbose"), [orders.three, orders.lines, orders.quiet]),
    "ipython-plain": (ipython("Plain"), [o for o in orders.ALL if o is not orders.deep]),
    "stackprinter": (stackprinter(), [o for o in orders.ALL if o is not orders.deep]),
    "stackprinter-brief": (stackprinter(show_vals=None, source_lines=1), [orders.three]),
    "better": (better, [orders.three, orders.lines, orders.check]),
    "pretty": (pretty, [orders.lines, orders.quiet]),
    "loguru": (loguru, [orders.three, orders.lines, orders.quiet, orders.deep]),
    "structlog": (structlog, [orders.three, orders.lines]),
    "friendly": (friendly, [orders.check, orders.quiet]),
    "variables": (variables, [orders.three, orders.lines]),
    "cgitb-text": (cgitb_text, [orders.plain, orders.lines]),
    "cgitb-html": (cgitb_html, [orders.plain]),
    "logging": (log("%(asctime)s %(levelname)-8s [%(name)s] %(message)s"), [orders.three, orders.lines]),
    "logging-basic": (log("%(levelname)s:%(name)s:%(message)s"), [orders.three, orders.lines]),
    "logging-level-only": (log("[%(levelname)s] %(message)s"), [orders.lines]),
    "absl": (absl, [orders.three, orders.lines]),
}


# These print no chain.
ALONE = ["variables"]


def members_alone(rows):
    """rich prints no chain inside a group."""
    inside = False
    out = []
    for row in rows:
        if row["class"].endswith("Group") and row["relation"] != "group-member":
            inside = True
        elif row["relation"] == "root":
            inside = False
        if not (inside and row["relation"] in ("cause", "context") and not row["class"].endswith("Group")):
            out.append(row)
    return out


def main():
    wanted = sys.argv[2:] or sorted(LAYOUTS)
    for layout in wanted:
        printer, scenarios = LAYOUTS[layout]
        for fn in scenarios:
            e = caught(fn)
            try:
                text = printer(fn, e)
            except ImportError as missing:
                print("skipped", layout, missing)
                break
            rows = truth(e)
            if layout in ALONE:
                rows = rows[-1:]
            if layout.startswith("rich"):
                rows = members_alone(rows)
            if layout in ("pretty", "absl"):  # printed by a process of their own
                rows[-1]["frames"][0] = {"file": "<string>", "line": 2 if layout == "pretty" else 3, "function": "<module>"}
            save("%s-%s" % (layout, fn.__name__), text, rows)


if __name__ == "__main__":
    TAG = sys.argv[1]
    main()
