"""Proofs of what `from_dlpack`, `to_dlpack` and the backends raise. Run by jax.py."""

import os
import subprocess
import sys

import numpy as np

import jax
import jax.dlpack
from stage import RELEASE, Producer, array, deleted, proof, raises, torch, warns


def import_error(number):
    if RELEASE < (0, 5, 1):
        return [f"KeyError: {number!r}"]
    return [
        "TypeError: Array passed to from_dlpack is on unsupported device type",
        f"(DLDeviceType: {number:d}, array: ",
    ]


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
        yield rule.titled(
            "To get a sentence in place of the bare KeyError"
        ), f"a TypeError with a sentence in {jax.__version__}"


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
        yield "error", raises(
            "thing", lambda: jax.dlpack.from_dlpack(thing), "must have __dlpack__ and __dlpack_device__"
        )
    t = np.arange(4, dtype="float32")
    yield rule.ran("check", t=t)
    yield rule.ran("verify", t=t)
    yield rule.ran("fix", "Pass the array", t=t)
    yield rule.ran(
        "fix",
        "Where only a capsule",
        capsule=x.__dlpack__(),
        expect=lambda ns: ns["y"].tolist() == [0, 1, 2, 3],
    )
    yield rule.ran("fix", "A list", t=[1, 2])


@proof("jax/from-dlpack-capsule-deprecated", since=(0, 4, 33), before=(0, 7, 2))
def capsule_deprecated(rule):
    x = array()
    yield "error", warns(
        lambda: jax.dlpack.from_dlpack(x.__dlpack__()),
        "DeprecationWarning",
        "Calling from_dlpack with a DLPack tensor",
    )
    yield rule.ran("check", t=x.__dlpack__())
    yield rule.ran("fix", "Pass the array", t=x)


@proof("jax/to-dlpack-removed", since=(0, 6))
def to_dlpack_removed(rule):
    x = array()
    if RELEASE < (0, 7):
        yield "error", warns(
            lambda: jax.dlpack.to_dlpack, "DeprecationWarning", "will be removed in JAX v0.7.0"
        )
    else:
        yield "error", raises("gone", lambda: jax.dlpack.to_dlpack, "AttributeError", "to_dlpack")
        yield "error", raises(
            "gone",
            lambda: exec("from jax.dlpack import to_dlpack"),
            "ImportError: cannot import name 'to_dlpack' from 'jax.dlpack'",
        )
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
        yield "error", warns(
            call, "UserWarning: take_ownership in to_dlpack is deprecated and it is a no-op."
        )
    else:
        yield "error", raises(
            "gone", call, "TypeError: to_dlpack() got an unexpected keyword argument 'take_ownership'"
        )
    if torch:
        yield rule.ran(
            "fix", "Leave take_ownership", x=x, expect=lambda ns: ns["t"].tolist() == [0, 1, 2, 3]
        )


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
    yield "error", raises(
        "numpy",
        lambda: to_dlpack(a),
        "Argument to to_dlpack must be a jax.Array, got <class 'numpy.ndarray'>",
    )
    yield "error", raises(
        "tracer", lambda: jax.jit(to_dlpack)(a), "must be a jax.Array, got <class", "Tracer'>"
    )
    yield rule.ran("check", a=a)
    yield rule.ran("fix", "Or make it a JAX array", a=a)
    if torch:
        yield rule.ran("fix", "Give the object", a=a)
        yield rule.ran("fix", "Inside jit", f=lambda y: y + 1, x=array())


@proof("jax/no-gpu-backend-for-import")
def no_gpu_backend(rule):
    t = Producer((2, 0))
    words = (
        "Backend 'cuda' failed to initialize"
        if RELEASE < (0, 5)
        else "Unknown backend cuda. Available backends are ['cpu']"
    )
    yield "error", raises("import", lambda: jax.dlpack.from_dlpack(t), "RuntimeError", words)
    if RELEASE >= (0, 4, 27):
        yield "error", raises("export", lambda: array().__dlpack__(dl_device=(2, 0)), words)
    for part, title in (("check", ""), ("guard", ""), ("fix", "Or copy the tensor")):
        yield rule.ran(part, title, t=t)


@proof("jax/deleted-array")
def deleted_array(rule):
    x = deleted()
    yield "error", raises(
        "device", x.__dlpack_device__, "TypeError: object of type 'NoneType' has no len()"
    )
    yield "error", raises(
        "value", lambda: np.asarray(x), "RuntimeError: Array has been deleted with shape=float32[3]."
    )
    yield rule.ran("check", x=x)
    code = "import jax, jax.numpy as jnp; x = jnp.ones(1); x.delete(); x.platform()"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last = (ended.stderr.strip().splitlines() or [""])[-1]
    assert ended.returncode < 0 or "platform() called on deleted or donated buffer" in last, (
        ended.returncode,
        last,
    )
    yield "error", f"x.platform(): exit {ended.returncode} {last}"
    f = lambda y: y + 1  # noqa: E731
    yield rule.ran("fix", "Or do not donate", f=f)
    if torch:
        step = jax.jit(f, donate_argnums=0)
        yield rule.ran(
            "fix", "Keep a copy", old=array(), step=step, expect=lambda ns: ns["t"].tolist() == [0, 1, 2, 3]
        )
        yield rule.ran(
            "fix",
            "Or use the result",
            old=array(),
            step=step,
            expect=lambda ns: ns["t"].tolist() == [1, 2, 3, 4],
        )


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
    yield "error", raises(
        "device", lambda: key.__dlpack_device__, "object has no attribute '__dlpack_device__'"
    )
    if RELEASE >= (0, 6):
        yield "error", raises(
            "numpy", lambda: np.asarray(key), "JAX array with PRNGKey dtype cannot be converted"
        )
    for part in ("check", "verify", "fix"):
        yield rule.ran(part, key=key)


@proof("jax/tracer-export")
def tracer(rule):
    x = array()
    inside = jax.jit(lambda y: np.from_dlpack(y))
    yield "error", raises(
        "dlpack",
        lambda: inside(x),
        "ConcretizationTypeError",
        "The __dlpack__() method was called on traced array",
    )
    yield "error", raises(
        "device",
        lambda: jax.jit(lambda y: y.__dlpack_device__())(x),
        "DynamicJaxprTracer has no attribute __dlpack_device__",
    )
    yield rule.ran("check", x=x)
    yield rule.ran("fix", "Return the value", x=x, expect=lambda ns: ns["a"].tolist() == [0, 2, 4, 6])
    yield rule.ran("fix", "Or call the other", x=x, expect=lambda ns: ns["f"](x).tolist() == [0, 2, 4, 6])


@proof("jax/dlpack-keywords-unknown")
def keywords(rule):
    x = array()
    if RELEASE < (0, 4, 27):
        yield "error", raises(
            "keyword", lambda: x.__dlpack__(dl_device=(1, 0)), "unexpected keyword argument 'dl_device'"
        )
    else:
        x.__dlpack__(dl_device=(1, 0), max_version=(1, 0), copy=None)
        yield rule.titled("Upgrade jax and jaxlib"), f"the arguments are there in {jax.__version__}"
    for part, title in (("check", ""), ("guard", ""), ("fix", "Or call it again")):
        yield rule.ran(part, title, x=x)


@proof("jax/platform-string")
def platform_string(rule):
    yield rule.ran("check")
