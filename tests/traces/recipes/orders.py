"""Scenarios that raise: what the recipes print in each layout."""


class Store:
    class Missing(LookupError):
        pass


def price(item):
    return {"apple": 3}[item]


def total(items):
    return sum(price(i) for i in items)


def plain():
    total(["apple", "pear"])


def cause():
    try:
        plain()
    except KeyError as e:
        raise Store.Missing("no price for pear") from e


def context():
    try:
        plain()
    except KeyError:
        open("/nonexistent/prices.csv")


def three():
    try:
        cause()
    except Store.Missing:
        raise RuntimeError("order 17 failed")


def lines():
    raise ValueError(
        "2 problems:\n"
        "  - pear: unknown\n"
        "\n"
        "Total: not computed\n"
        "KeyError: is only a word here"
    )


def quiet():
    raise NotImplementedError


def check():
    got, want = [1, 2], [1, 3]
    assert got == want, "totals differ"


def deep():
    def down(n):
        return down(n + 1)

    down(0)


def broken():
    compile("total = (1 +\n", "prices.py", "exec")


def long():
    raise OSError(
        "the price list could not be read because the server that holds it did not answer within the time "
        "that the configuration allows, and no copy of an earlier day was found in the cache directory"
    )


ALL = [plain, cause, context, three, lines, quiet, check, deep, broken, long]
