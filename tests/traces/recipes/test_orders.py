"""Tests that fail, for the recipes of the test runners."""
import orders


def test_three():
    orders.three()


def test_lines():
    orders.lines()


def test_compare():
    got = {"apple": 3, "pear": [1, 2]}
    assert got == {"apple": 3, "pear": [1, 3]}


def test_words():
    count = 2
    assert count == 3, "one apple is missing"


def test_quiet(tmp_path):
    orders.quiet()
