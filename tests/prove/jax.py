#!/usr/bin/env python3
"""Raises the errors of the jax rules with the JAX that is installed, and runs the rules' own code against them.

usage: python tests/prove/jax.py [RULE...]        one JSON line for each proof

What is run is what is shown: code blocks come out of knowledge/rules/jax/*.toml. torch is used where it is
installed. There is no GPU here: a GPU's or TPU's array is a CPU array whose platform, platform string, device and
memory kind are replaced on the path that JAX's own method takes. The first line names the versions.
"""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import types
import warnings

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

HERE = str(pathlib.Path(__file__).resolve().parent)
sys.path[:] = [entry for entry in sys.path if entry != HERE]  # else `import jax` finds this file

import numpy as np

import jax
import jax.dlpack
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from unittest import mock

sys.path.append(HERE)
import rulefile

try:
    import torch
except ImportError:
    torch = None

RELEASE = tuple(int(part) for part in jax.__version__.split(".")[:3])
PROOFS = []


def proof(rule, since=(0,), before=(99,)):
    """Registers a proof of a rule, for a span of releases."""

    def register(function):
        PROOFS.append((rule, function, since, before))
        return function

    return register


# Arrays and producers to prove with.


def array():
    return jnp.arange(4.0)


def sharded():
    mesh = Mesh(np.array(jax.devices()), ("i",))
    return jax.device_put(array(), NamedSharding(mesh, PartitionSpec("i")))


def deleted():
    x = jnp.arange(3.0)
    x.delete()
    return x


class Producer:
    """Host memory that claims another device."""

    def __init__(self, device):
        self.device = device

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **_):
        raise AssertionError("the device is refused before the data is asked for")

    def cpu(self):
        return np.arange(4, dtype="float32")

    clone = numpy = cpu


@contextlib.contextmanager
def elsewhere(platform="gpu", string="PJRT C API\n<unknown>", hardware_id=0, memory="device", devices=1):
    """JAX's arrays as if they lay on another platform; host copies still work."""
    from jax._src import array as module

    device = type("Device", (), {"local_hardware_id": hardware_id})()
    device.client = types.SimpleNamespace(platform_version=string)
    sharding = types.SimpleNamespace(memory_kind=memory)
    real_platform = module.ArrayImpl.platform
    on_cpu = set()

    def platform_of(self):
        return real_platform(self) if id(self) in on_cpu else platform

    real_put = jax.device_put

    def put(x, *args, **kwargs):
        y = real_put(np.array(x), *args, **kwargs)
        on_cpu.add(id(y))
        kept.append(y)
        return y

    kept = []
    with contextlib.ExitStack() as stack:
        patch = lambda *a: stack.enter_context(mock.patch.object(*a))  # noqa: E731
        patch(module.ArrayImpl, "platform", platform_of)
        patch(jax, "device_put", put)
        if devices == 1:
            if hasattr(module, "_get_device"):
                patch(module, "_get_device", lambda a: device)
            else:  # 0.4.20 and older
                patch(module.ArrayImpl, "device", lambda a: device)
            patch(module.ArrayImpl, "devices", lambda a: {device})
        if memory != "device" or platform == "tpu":
            real_sharding = module.ArrayImpl.sharding
            patch(module.ArrayImpl, "sharding", property(lambda a: real_of(real_sharding, a, on_cpu, sharding)))
        yield


def real_of(real, a, on_cpu, fake):
    if id(a) in on_cpu:
        return real.__get__(a) if hasattr(real, "__get__") else a._sharding
    return fake


def text_of(error):
    return f"{type(error).__name__}: {error}"


def raises(what, function, *needles):
    """The error of a call, with its class and all needles in its text."""
    try:
        function()
    except Exception as error:
        text = text_of(error)
        missing = [needle for needle in needles if needle not in text]
        assert not missing, f"{what}: {text!r} lacks {missing}"
        return text
    raise AssertionError(f"{what}: nothing was raised")


def warns(function, *needles):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        function()
    texts = [f"{type(w.message).__name__}: {w.message}" for w in seen]
    assert any(all(n in t for n in needles) for t in texts), texts
    return next(t for t in texts if all(n in t for n in needles))


def from_dlpack(x):
    """A consumer that asks for the device first, as torch and CuPy do."""
    return torch.from_dlpack(x) if torch else jax.dlpack.from_dlpack(x)


# The proofs. Each yields (what ran, what came out).


@proof("jax/unknown-gpu-platform")
def unknown_platform(rule):
    kind = "BufferError" if RELEASE >= (0, 4, 26) else "ValueError"
    strings = ["PJRT C API\n<unknown>", "CUDA 12.8.0", "PJRT C API\nROCm 6", "oneAPI 2025", "hip", "sycl", ""]
    if RELEASE < (0, 11, 0):
        strings.append("PJRT C API\noneapi 2025.1")
    for string in strings:
        with elsewhere(string=string):
            x = array()
            yield "error", raises(string, x.__dlpack_device__, kind, f"__dlpack__: {string}")
    for string in ["PJRT C API\ncuda 12080", "rocm 60304"]:
        with elsewhere(string=string):
            assert rule.run("check", x=array())["gpu_platform_unknown"](array()) is False
    yield rule.ran("fix", "See which backend")
    with elsewhere():
        x = array()
        check = rule.run("check", x=x)["gpu_platform_unknown"]
        assert check(x) and not check(deleted())
        yield rule.ran("check", x=x)
        if torch:
            yield rule.ran("guard", x=x, expect=lambda ns: ns["t"].tolist() == [0, 1, 2, 3])
            yield rule.ran("fix", "Or let JAX copy", x=x, expect=lambda ns: ns["t"].tolist() == [0, 1, 2, 3])
            for name, want in dtypes():
                y = jnp.ones((2, 2), name)
                yield rule.ran("fix", "Go through host", x=y, expect=lambda ns: same(ns["t"], want), note=name)
            key = jax.random.key(7)
            yield rule.ran("fix", "Go through host", x=key, expect=lambda ns: ns["t"].tolist() == [0, 7], note="key")


def dtypes():
    """JAX dtypes, and the torch dtype that each must become."""
    names = "float32 int32 uint8 bool complex64 float16 bfloat16 float8_e4m3fn float8_e5m2 float8_e4m3fnuz".split()
    pairs = [(name, name) for name in names] + [("int4", "int8"), ("uint4", "int8")]
    pairs.append(("float8_e4m3b11fnuz", "float32"))  # unknown to torch
    pairs += [(n, n if n == "float8_e8m0fnu" else "float32") for n in ("float8_e8m0fnu", "float4_e2m1fn") if hasattr(jnp, n)]
    return [(name, getattr(torch, want)) for name, want in pairs]


def same(t, dtype):
    return t.dtype == dtype and t.float().sum().item() == 4 if not dtype.is_complex else t.dtype == dtype


@proof("jax/no-local-hardware-id")
def no_hardware_id(rule):
    with elsewhere(string="cuda 12080", hardware_id=None):
        x = array()
        yield "error", raises("id", x.__dlpack_device__, "Couldn't get local_hardware_id for __dlpack__")
        yield rule.ran("check", x=x)
        if torch:
            for part in ("guard", "fix"):
                yield rule.ran(part, x=x, expect=lambda ns: ns["t"].tolist() == [0, 1, 2, 3])


@proof("jax/sharded-array")
def sharded_array(rule):
    x = sharded()
    yield "error", raises("device", x.__dlpack_device__, "__dlpack__ only supported for unsharded arrays.")
    if RELEASE >= (0, 4, 27):
        yield "error", raises("dlpack", x.__dlpack__, "BufferError", "a Sharding over 2 devices was provided")
    yield rule.ran("check", x=x)
    yield rule.ran("verify", x=x)
    if torch:
        whole = lambda ns: ns["t"].tolist() == [0, 1, 2, 3]  # noqa: E731
        yield rule.ran("guard", x=x, expect=whole)
        yield rule.ran("fix", "Gather the array", x=x, expect=whole)
        yield rule.ran("fix", "Or gather in host", x=x, expect=whole)
        yield rule.ran("fix", "Or hand over each", x=x, expect=lambda ns: [p.tolist() for _, p in ns["parts"]] == [[0, 1], [2, 3]])


@proof("jax/several-devices-one-shard")
def several_devices(rule):
    x = sharded()
    with elsewhere(string="cuda 12080", devices=2):
        one = x._arrays[:1]
        with mock.patch.object(type(x), "_arrays", property(lambda a: one)):
            words = "An argument array had 2 shard(s)." if RELEASE >= (0, 5, 1) else "AssertionError"
            words = words if RELEASE >= (0, 4, 21) else "Length of devices is greater than 1."
            yield "error", raises("one shard", x.__dlpack_device__, words)
    if torch:
        yield rule.ran("fix", "Hand over the shard", x=x, expect=lambda ns: ns["t"].tolist() == [0, 1])


@proof("jax/to-dlpack-sharded")
def to_dlpack_sharded(rule):
    from jax._src.dlpack import to_dlpack  # private from 0.7 on

    x = sharded()
    words = "too many values to unpack (expected 1" if RELEASE >= (0, 4, 27) else "AssertionError"
    yield "error", raises("sharded", lambda: to_dlpack(x), words)
    if torch:
        yield rule.ran("fix", "Gather the array", x=x, expect=lambda ns: ns["t"].tolist() == [0, 1, 2, 3])
        yield rule.ran("fix", "Or hand over each", x=x, expect=lambda ns: len(ns["parts"]) == 2)


@proof("jax/from-dlpack-sharding", since=(0, 4, 27))
def from_dlpack_sharding(rule):
    sharding, t = sharded().sharding, np.arange(4, dtype="float32")
    yield "error", raises("sharding", lambda: jax.dlpack.from_dlpack(t, device=sharding), "a Sharding with 2 devices")
    for part in ("check", "verify", "fix"):
        yield rule.ran(part, t=t, sharding=sharding)


@proof("jax/platform-not-supported")
def platform_not_supported(rule):
    for platform in ("METAL", "mps", "tt", "iree_cuda", "sycl"):
        with elsewhere(platform=platform):
            yield "error", raises(platform, array().__dlpack_device__, f"got platform: {platform}")
    with elsewhere(platform="METAL"):
        x = array()
        assert rule.run("check", x=x)["dlpack_platform_known"](x) is False
        yield rule.ran("check", x=x)
        yield rule.ran("verify", x=x)
        if torch:
            whole = lambda ns: ns["t"].tolist() == [0, 1, 2, 3]  # noqa: E731
            for part, title in (("guard", ""), ("fix", "Go through host"), ("fix", "Or copy it to JAX's CPU")):
                yield rule.ran(part, title, x=x, expect=whole)
            half = jnp.ones(2, "bfloat16")
            yield rule.ran("fix", "Or copy it to JAX's CPU", x=half, expect=lambda ns: ns["t"].dtype == torch.bfloat16)


@proof("jax/tpu-not-pinned", since=(0, 11))
def tpu_not_pinned(rule):
    with elsewhere(platform="tpu", memory="device"):
        x = array()
        yield "error", raises("tpu", x.__dlpack_device__, "only supported for TPU pinned host memory")
        if torch:
            whole = lambda ns: ns["t"].tolist() == [0, 1, 2, 3]  # noqa: E731
            for part, title in (("guard", ""), ("fix", "Copy to the host"), ("fix", "Or copy to JAX's CPU")):
                yield rule.ran(part, title, x=x, expect=whole)


@proof("jax/max-version-too-old", since=(0, 4, 27))
def max_version(rule):
    x = array()
    yield "error", raises("version", lambda: x.__dlpack__(max_version=(0, 4)), "any version below (0, 5)")
    yield rule.ran("check", x=x)
    yield rule.ran("guard", x=x, version=(0, 4))
    yield rule.ran("fix", "Ask for a version", x=x)


@proof("jax/copy-refused", since=(0, 4, 27))
def copy_refused(rule):
    t, device = np.arange(4, dtype="float32"), jax.devices()[1]
    call = lambda: jax.dlpack.from_dlpack(t, device=device, copy=False)  # noqa: E731
    yield "error", raises("import", call, "Specified device=CpuDevice(id=1) which requires a copy")
    x = array()
    yield "error", raises("export", lambda: x.__dlpack__(dl_device=(1, 1), copy=False), "however copy=False")
    for part, title in (("check", ""), ("guard", ""), ("fix", "Let it copy"), ("fix", "Or keep copy=False")):
        yield rule.ran(part, title, t=t, device=device)


@proof("jax/unaligned-without-copy", since=(0, 8, 1))
def unaligned(rule):
    raw = np.zeros(1024, "uint8")
    start = -raw.ctypes.data % 64 + 4
    a = raw[start:start + 400].view("float32")
    yield "error", raises("copy", lambda: jax.dlpack.from_dlpack(a, copy=False), "is not aligned to 64 bytes")
    for part, title in (("check", ""), ("guard", ""), ("fix", "Let it copy"), ("fix", "Or put the data")):
        yield rule.ran(part, title, a=a)


def import_error(number):
    if RELEASE < (0, 5, 1):
        return [f"KeyError: {number!r}"]
    return ["TypeError: Array passed to from_dlpack is on unsupported device type", f"(DLDeviceType: {number:d}, array: "]


@proof("jax/import-device-unsupported")
def import_unsupported(rule):
    numbers = [4, 7, 8, 9, 12, 13, 15, 16, 17, 18] + ([14] if RELEASE < (0, 11) else [])
    for number in numbers:
        t = Producer((number, 0))
        yield "error", raises(number, lambda: jax.dlpack.from_dlpack(t), *import_error(number))
        assert rule.run("check", t=t)["jax_takes"](t) is False
    t = Producer((8, 0))
    for part, title in (("check", ""), ("guard", ""), ("verify", ""), ("fix", "Copy the tensor")):
        yield rule.ran(part, title, t=t)
    if RELEASE >= (0, 5, 1):
        yield rule.titled("To get a sentence in place of the bare KeyError"), f"a TypeError with a sentence in {jax.__version__}"


@proof("jax/import-pinned", before=(0, 10, 2))
def import_pinned(rule):
    import enum

    pinned = enum.IntEnum("DLDeviceType", {"kDLCPUPinned": 3})
    for number in (3, 11, pinned.kDLCPUPinned):
        t = Producer((number, 0))
        yield "error", raises(number, lambda: jax.dlpack.from_dlpack(t), *import_error(number))
    for part, title in (("check", ""), ("guard", ""), ("verify", ""), ("fix", "Or go through NumPy")):
        yield rule.ran(part, title, t=t)


@proof("jax/export-device-unsupported", since=(0, 4, 27))
def export_unsupported(rule):
    x = array()
    words = "KeyError: 8" if RELEASE < (0, 5, 1) else "unsupported device type (DLDeviceType: 8)"
    yield "error", raises("export", lambda: x.__dlpack__(dl_device=(8, 0)), words)
    yield rule.ran("check", x=x)
    yield rule.ran("guard", x=x, dl_device=(8, 0))
    yield rule.ran("fix", "Ask for the CPU", x=x)
    yield rule.ran("fix", "Or leave the device out", x=x)


@proof("jax/from-dlpack-not-an-array", since=(0, 7, 2))
def not_an_array(rule):
    x = array()
    for thing in (x.__dlpack__(), [1, 2], jax.random.key(0)):
        yield "error", raises("thing", lambda: jax.dlpack.from_dlpack(thing), "must have __dlpack__ and __dlpack_device__")
    t = np.arange(4, dtype="float32")
    yield rule.ran("check", t=t)
    yield rule.ran("verify", t=t)
    yield rule.ran("fix", "Pass the array", t=t)
    yield rule.ran("fix", "Where only a capsule", capsule=x.__dlpack__(), expect=lambda ns: ns["y"].tolist() == [0, 1, 2, 3])
    yield rule.ran("fix", "A list", t=[1, 2])


@proof("jax/from-dlpack-capsule-deprecated", since=(0, 4, 33), before=(0, 7, 2))
def capsule_deprecated(rule):
    x = array()
    yield "error", warns(lambda: jax.dlpack.from_dlpack(x.__dlpack__()), "DeprecationWarning", "Calling from_dlpack with a DLPack tensor")
    yield rule.ran("check", t=x.__dlpack__())
    yield rule.ran("fix", "Pass the array", t=x)


@proof("jax/to-dlpack-removed", since=(0, 6))
def to_dlpack_removed(rule):
    x = array()
    if RELEASE < (0, 7):
        yield "error", warns(lambda: jax.dlpack.to_dlpack, "DeprecationWarning", "will be removed in JAX v0.7.0")
    else:
        yield "error", raises("gone", lambda: jax.dlpack.to_dlpack, "AttributeError", "to_dlpack")
        yield "error", raises("gone", lambda: exec("from jax.dlpack import to_dlpack"), "ImportError: cannot import name 'to_dlpack' from 'jax.dlpack'")
    yield rule.ran("check", x=x)
    yield rule.ran("fix", "Where a consumer insists", x=x)
    if torch:
        for part in ("guard", "verify", "fix"):
            yield rule.ran(part, x=x)


@proof("jax/take-ownership", since=(0, 4, 19), before=(0, 7))
def take_ownership(rule):
    x = array()
    call = lambda: jax.dlpack.to_dlpack(x, take_ownership=True)  # noqa: E731
    if RELEASE < (0, 4, 27):
        yield "error", warns(call, "UserWarning: take_ownership in to_dlpack is deprecated and it is a no-op.")
    else:
        yield "error", raises("gone", call, "TypeError: to_dlpack() got an unexpected keyword argument 'take_ownership'")
    if torch:
        yield rule.ran("fix", "Leave take_ownership", x=x, expect=lambda ns: ns["t"].tolist() == [0, 1, 2, 3])


@proof("jax/no-dlpack-device-method")
def device_method(rule):
    x = array()
    yield rule.ran("check", x=x)
    yield rule.ran("verify", x=x)
    assert hasattr(x, "__dlpack_device__")
    yield rule.titled("Upgrade jax and jaxlib"), f"the method is there in {jax.__version__}"
    if torch and RELEASE < (0, 7):
        yield rule.ran("fix", "Or stay", x=x, expect=lambda ns: ns["t"].tolist() == [0, 1, 2, 3])


@proof("jax/to-dlpack-not-an-array")
def to_dlpack_type(rule):
    from jax._src.dlpack import to_dlpack  # private from 0.7 on

    a = np.arange(4.0)
    yield "error", raises("numpy", lambda: to_dlpack(a), "Argument to to_dlpack must be a jax.Array, got <class 'numpy.ndarray'>")
    yield "error", raises("tracer", lambda: jax.jit(to_dlpack)(a), "must be a jax.Array, got <class", "Tracer'>")
    yield rule.ran("check", a=a)
    yield rule.ran("fix", "Or make it a JAX array", a=a)
    if torch:
        yield rule.ran("fix", "Give the object", a=a)
        yield rule.ran("fix", "Inside jit", f=lambda y: y + 1, x=array())


@proof("jax/no-gpu-backend-for-import")
def no_gpu_backend(rule):
    t = Producer((2, 0))
    words = "Backend 'cuda' failed to initialize" if RELEASE < (0, 5) else "Unknown backend cuda. Available backends are ['cpu']"
    yield "error", raises("import", lambda: jax.dlpack.from_dlpack(t), "RuntimeError", words)
    if RELEASE >= (0, 4, 27):
        yield "error", raises("export", lambda: array().__dlpack__(dl_device=(2, 0)), words)
    for part, title in (("check", ""), ("guard", ""), ("fix", "Or copy the tensor")):
        yield rule.ran(part, title, t=t)


@proof("jax/deleted-array")
def deleted_array(rule):
    x = deleted()
    yield "error", raises("device", x.__dlpack_device__, "TypeError: object of type 'NoneType' has no len()")
    yield "error", raises("value", lambda: np.asarray(x), "RuntimeError: Array has been deleted with shape=float32[3].")
    yield rule.ran("check", x=x)
    code = "import jax, jax.numpy as jnp; x = jnp.ones(1); x.delete(); x.platform()"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last = (ended.stderr.strip().splitlines() or [""])[-1]
    assert ended.returncode < 0 or "platform() called on deleted or donated buffer" in last, (ended.returncode, last)
    yield "error", f"x.platform(): exit {ended.returncode} {last}"
    f = lambda y: y + 1  # noqa: E731
    yield rule.ran("fix", "Or do not donate", f=f)
    if torch:
        step = jax.jit(f, donate_argnums=0)
        yield rule.ran("fix", "Keep a copy", old=array(), step=step, expect=lambda ns: ns["t"].tolist() == [0, 1, 2, 3])
        yield rule.ran("fix", "Or use the result", old=array(), step=step, expect=lambda ns: ns["t"].tolist() == [1, 2, 3, 4])


def with_platforms(value):
    code = "import jax; print(jax.devices())"
    env = {k: v for k, v in os.environ.items() if k != "JAX_PLATFORMS"}
    if value is not None:
        env["JAX_PLATFORMS"] = value
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    return done.returncode, (done.stdout + done.stderr).strip().splitlines()[-1]


@proof("jax/platforms-cuda-without-gpu")
def platforms_cuda(rule):
    code, last = with_platforms("cuda")
    want = "AssertionError" if RELEASE >= (0, 4, 31) else "Unable to initialize backend 'cuda':"
    assert code == 1 and want in last, last
    yield "error", last
    if RELEASE >= (0, 4, 31):
        code, last = with_platforms("cuda,cpu")
        assert code == 0 and "CpuDevice" in last, last
        yield rule.titled("Let JAX fall back to the CPU"), last
    code, last = with_platforms(None)
    assert code == 0 and "CpuDevice" in last, last
    yield rule.titled("Or choose by yourself: no setting at all"), last


@proof("jax/gpu-means-cuda-and-rocm")
def gpu_alias(rule):
    code, last = with_platforms("rocm")
    assert code == 1 and "Unable to initialize backend 'rocm'" in last, last
    yield "error", last
    code, last = with_platforms("gpu")
    assert code == 1 and "Unable to initialize backend '" in last, last
    yield "error", last
    code, last = with_platforms(None)
    assert code == 0, last
    yield rule.titled("Or let JAX choose: unset JAX_PLATFORMS"), last


@proof("jax/key-array")
def key_array(rule):
    key = jax.random.key(0)
    yield "error", raises("dlpack", lambda: key.__dlpack__, "object has no attribute '__dlpack__'")
    yield "error", raises("device", lambda: key.__dlpack_device__, "object has no attribute '__dlpack_device__'")
    if RELEASE >= (0, 6):
        yield "error", raises("numpy", lambda: np.asarray(key), "JAX array with PRNGKey dtype cannot be converted")
    for part in ("check", "verify", "fix"):
        yield rule.ran(part, key=key)


@proof("jax/tracer-export")
def tracer(rule):
    x = array()
    inside = jax.jit(lambda y: np.from_dlpack(y))
    yield "error", raises("dlpack", lambda: inside(x), "ConcretizationTypeError", "The __dlpack__() method was called on traced array")
    yield "error", raises("device", lambda: jax.jit(lambda y: y.__dlpack_device__())(x), "DynamicJaxprTracer has no attribute __dlpack_device__")
    yield rule.ran("check", x=x)
    yield rule.ran("fix", "Return the value", x=x, expect=lambda ns: ns["a"].tolist() == [0, 2, 4, 6])
    yield rule.ran("fix", "Or call the other", x=x, expect=lambda ns: ns["f"](x).tolist() == [0, 2, 4, 6])


@proof("jax/dlpack-keywords-unknown")
def keywords(rule):
    x = array()
    if RELEASE < (0, 4, 27):
        yield "error", raises("keyword", lambda: x.__dlpack__(dl_device=(1, 0)), "unexpected keyword argument 'dl_device'")
    else:
        x.__dlpack__(dl_device=(1, 0), max_version=(1, 0), copy=None)
        yield rule.titled("Upgrade jax and jaxlib"), f"the arguments are there in {jax.__version__}"
    for part, title in (("check", ""), ("guard", ""), ("fix", "Or call it again")):
        yield rule.ran(part, title, x=x)


@proof("jax/platform-string")
def platform_string(rule):
    yield rule.ran("check")


def main(wanted):
    versions = {"jax": jax.__version__, "jaxlib": __import__("jaxlib").__version__, "numpy": np.__version__,
                "torch": torch.__version__ if torch else None, "python": sys.version.split()[0]}
    print(json.dumps(versions))
    failed = 0
    for name, function, since, before in PROOFS:
        if (wanted and name not in wanted) or not since <= RELEASE < before:
            continue
        try:
            for what, result in function(rulefile.Rule(name)):
                print(json.dumps({"rule": name, "ran": what, "result": " ".join(str(result).split())[:200], "ok": True}))
        except Exception as error:  # a proof that fails is a result too
            failed += 1
            where = error.__traceback__
            while where.tb_next and where.tb_next.tb_frame.f_code.co_filename == __file__:
                where = where.tb_next
            print(json.dumps({"rule": name, "ran": f"line {where.tb_lineno}", "result": text_of(error)[:400], "ok": False}))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
