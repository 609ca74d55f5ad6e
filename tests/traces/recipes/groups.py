"""Scenarios with exception groups and notes: Python 3.11 and later (or the `exceptiongroup` package)."""
import sys

import orders

if sys.version_info < (3, 11):
    from exceptiongroup import ExceptionGroup


def _raised(fn):
    try:
        fn()
    except Exception as e:
        return e


def group():
    raise ExceptionGroup("two orders failed", [_raised(orders.plain), _raised(orders.cause)])


def nested():
    inner = ExceptionGroup("late\norders", [_raised(orders.lines), orders.Store.Missing("no traceback")])
    raise ExceptionGroup("all", [_raised(orders.context), inner])


def last_is_group():
    try:
        group()
    except ExceptionGroup as e:
        raise ExceptionGroup("day", [ValueError("first"), e]) from None


def after():
    try:
        group()
    except ExceptionGroup as e:
        raise RuntimeError("day closed") from e


def notes():
    e = ValueError("bad price")
    if hasattr(e, "add_note"):
        e.add_note("row 3 of prices.csv")
        e.add_note("two lines\nof one note")
    raise e


ALL = [group, nested, last_is_group, after, notes]
