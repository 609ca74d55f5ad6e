"""Code blocks out of a rule's file, and how to run them."""

import contextlib
import io
import pathlib

RULES = pathlib.Path(__file__).resolve().parents[2] / "knowledge" / "rules"

try:
    import tomllib
except ImportError:  # Python 3.10 and older: pip carries one
    from pip._vendor import tomli as tomllib


class Rule:
    """One rule of `knowledge/rules/`."""

    def __init__(self, rule_id):
        self.data = tomllib.loads((RULES / f"{rule_id}.toml").read_text(encoding="utf-8"))

    def block(self, part, title=""):
        """A `check`, `guard` or `verify`; or the first `fix` whose title begins so."""
        if part != "fix":
            return part, self.data[part]
        for fix in self.data["fix"]:
            if fix["title"].startswith(title) and fix.get("language") == "python":
                return f"fix: {fix['title']}", fix
        raise LookupError(f"no fix of {self.data['id']} begins with {title!r}")

    def titled(self, title):
        """The name under which a fix is recorded that is no Python code."""
        return next(f"fix: {fix['title']}" for fix in self.data["fix"] if fix["title"].startswith(title))

    def run(self, part, title="", **names):
        """Runs the block as it is shown, in a namespace of its own with these names; gives the namespace."""
        what, block = self.block(part, title)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(block["text"], f"{self.data['id']} {what}", "exec"), names)
        names["printed"] = out.getvalue()
        return names

    def ran(self, part, title="", expect=None, note="", **names):
        """Runs the block; what ran, and what it printed or that it held what was expected."""
        after = self.run(part, title, **names)
        what = self.block(part, title)[0]
        if expect is not None:
            assert expect(after), f"{what}: not what was expected"
        return what + (f" ({note})" if note else ""), after["printed"].strip() or "done"
