"""What the interpreter and the standard library print by themselves:   python runtime.py TAG

Each script runs in a process of its own; `raised(e)` in it notes the truth.
"""
import json, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
TRUTH = os.path.join(tempfile.gettempdir(), "truth.json")
HEAD = """import sys, json, io; sys.path.insert(0, %r); sys.dont_write_bytecode = True
import orders, make
TRUTH = []
def raised(e, **more):
    TRUTH.extend(make.truth(e, **more)); keep()
def keep():
    with open(%r, 'w') as f: json.dump(TRUTH, f)
""" % (HERE, TRUTH)

SCRIPTS = {
    "uncaught": """
def hook(kind, e, tb):
    e.__traceback__ = tb; raised(e); sys.__excepthook__(kind, e, tb)
sys.excepthook = hook
orders.three()
""",
    "thread": """
import threading
old = threading.excepthook
def hook(args):
    raised(args.exc_value); old(args)
threading.excepthook = hook
t = threading.Thread(target=orders.cause, name='loader'); t.start(); t.join()
print('still here', file=sys.stderr)
""",
    "unraisable": """
old = sys.unraisablehook
def hook(args):
    raised(args.exc_value); old(args)
sys.unraisablehook = hook
class Cart:
    def __del__(self): orders.plain()
Cart(); print('done', file=sys.stderr)
""",
    "asyncio": """
import asyncio, logging
logging.basicConfig(format='%(levelname)s:%(name)s:%(message)s')
async def job():
    try: orders.cause()
    except Exception as e: raised(e); raise
async def main():
    t = asyncio.ensure_future(job()); await asyncio.sleep(0)
    await asyncio.sleep(0)
asyncio.run(main())
""",
    "process": """
import multiprocessing
def job():
    try: orders.three()
    except Exception as e: raised(e); raise
if __name__ == '__main__':
    p = multiprocessing.get_context('fork').Process(target=job); p.start(); p.join()
""",
    "pool": """
import concurrent.futures, multiprocessing
if __name__ == '__main__':
    try:
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context('fork')) as p: p.submit(orders.cause).result()
    except Exception as e: raised(e); raise
""",
    "doctest": """
import doctest, types
class Runner(doctest.DocTestRunner):
    def report_unexpected_exception(self, out, test, example, info):
        raised(info[1]); doctest.DocTestRunner.report_unexpected_exception(self, out, test, example, info)
text = '''
>>> import orders
>>> orders.plain()
3
>>> 1 / 0
Traceback (most recent call last):
    ...
ZeroDivisionError: division by zero
>>> 1 + 1
3
'''
test = doctest.DocTestParser().get_doctest(text, {}, 'orders', 'orders.txt', 0)
Runner().run(test, out=sys.stderr.write)
""",
    "unittest": """
import unittest
class Orders(unittest.TestCase):
    def test_three(self):
        try: orders.three()
        except Exception as e: raised(e); raise
    def test_equal(self):
        try: self.assertEqual({'a': 1, 'b': [1, 2, 3]}, {'a': 1, 'b': [1, 2, 4]})
        except Exception as e: raised(e); raise
    def test_sub(self):
        for n in (1, 2):
            with self.subTest(n=n):
                if n == 2:
                    try: orders.quiet()
                    except Exception as e: raised(e); raise
unittest.main(argv=['orders'])
""",
    "warning": """
import warnings
warnings.warn('prices are old')
try: orders.lines()
except Exception as e: raised(e); raise
""",
    "stack": """
import logging
logging.basicConfig(format='%(asctime)s %(levelname)s %(message)s')
logging.error('where', stack_info=True)
try: orders.plain()
except Exception as e: raised(e); logging.exception('failed'); logging.info('x')
logging.error('after', stack_info=True)
""",
    "twice": """
import traceback
for fn in (orders.plain, orders.quiet):
    try: fn()
    except Exception as e: raised(e); traceback.print_exc()
    print('tried ' + fn.__name__, file=sys.stderr)
""",
    "syntax": "broken = (1 +\n",
    "fatal": """
import faulthandler, os, threading, time
faulthandler.enable()
def die():
    import ctypes; ctypes.string_at(0)
t = threading.Thread(target=time.sleep, args=(5,), daemon=True); t.start(); time.sleep(.1)
TRUTH.append({'class': 'Fatal Python error', 'message': 'Segmentation fault', 'relation': 'root', 'notes': [],
  'frames': [{'file': '<string>', 'line': 16, 'function': '<module>'}, {'file': '<string>', 'line': 12, 'function': 'die'}]})
keep()
die()
""",
    "frozen": """
import importlib
try: importlib.import_module('orders.missing')
except ImportError as e: raised(e); raise
""",
}


def main(tag):
    import make

    make.TAG = tag
    for name, script in SCRIPTS.items():
        if os.path.exists(TRUTH):
            os.remove(TRUTH)
        env = dict(os.environ, PYTHONHASHSEED="0")
        args = [sys.executable, "-B", "-c", (HEAD if name != "syntax" else "") + script]
        if name == "process":  # a forked child needs a file
            job = os.path.join(HERE, "job.py")
            open(job, "w").write(HEAD + script)
            args = [sys.executable, "-B", job]
        run = subprocess.run(args, cwd=HERE, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
        if name == "syntax":
            rows = [{"class": "SyntaxError", "message": run.stderr.strip().split("SyntaxError: ")[1], "relation": "root", "frames": [], "notes": []}]
        else:
            rows = json.load(open(TRUTH))
        make.save("runtime-" + name, run.stderr + run.stdout, rows)


if __name__ == "__main__":
    main(sys.argv[1])
