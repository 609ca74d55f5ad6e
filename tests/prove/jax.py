#!/usr/bin/env python3
"""Raises the errors of the jax rules with the JAX that is installed, and runs the rules' own code on them.

usage: python tests/prove/jax.py [RULE...]        one JSON line for each proof

What is run is what is shown: code blocks come out of knowledge/rules/jax/*.toml. torch is used where it is
installed. There is no GPU here: a GPU's or TPU's array is a CPU array whose platform, platform string, device
and memory kind are replaced on the path that JAX's own method takes. The first line names the versions.
"""

import json
import pathlib
import sys
from unittest import mock

HERE = str(pathlib.Path(__file__).resolve().parent)
sys.path[:] = [entry for entry in sys.path if entry != HERE]  # else `import jax` finds this file

import numpy as np

import jax
import jax.dlpack
import jax.numpy as jnp

sys.path.append(HERE)
import rulefile
from stage import PROOFS, RELEASE, array, deleted, elsewhere, proof, raises, sharded, text_of, torch

import jax_import  # noqa: F401  (registers its proofs)


@proof("jax/unknown-gpu-platform")
def unknown_platform(rule):
    kind = "BufferError" if RELEASE >= (0, 4, 26) else "ValueError"
    strings = [
        "PJRT C API\n<unknown>",
        "CUDA 12.8.0",
        "PJRT C API\nROCm 6",
        "oneAPI 2025",
        "hip",
        "sycl",
        "",
    ]
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
            yield rule.ran(
                "fix", "Or let JAX copy", x=x, expect=lambda ns: ns["t"].tolist() == [0, 1, 2, 3]
            )
            for name, want in dtypes():
                y = jnp.ones((2, 2), name)
                yield rule.ran(
                    "fix", "Go through host", x=y, expect=lambda ns: same(ns["t"], want), note=name
                )
            key = jax.random.key(7)
            yield rule.ran(
                "fix", "Go through host", x=key, expect=lambda ns: ns["t"].tolist() == [0, 7], note="key"
            )


def dtypes():
    """JAX dtypes, and the torch dtype that each must become."""
    names = "float32 int32 uint8 bool complex64 float16 bfloat16".split()
    names += "float8_e4m3fn float8_e5m2 float8_e4m3fnuz".split()
    pairs = [(name, name) for name in names] + [("int4", "int8"), ("uint4", "int8")]
    pairs.append(("float8_e4m3b11fnuz", "float32"))  # unknown to torch
    pairs += [
        (n, n if n == "float8_e8m0fnu" else "float32")
        for n in ("float8_e8m0fnu", "float4_e2m1fn")
        if hasattr(jnp, n)
    ]
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
        yield "error", raises(
            "dlpack", x.__dlpack__, "BufferError", "a Sharding over 2 devices was provided"
        )
    yield rule.ran("check", x=x)
    yield rule.ran("verify", x=x)
    if torch:
        whole = lambda ns: ns["t"].tolist() == [0, 1, 2, 3]  # noqa: E731
        yield rule.ran("guard", x=x, expect=whole)
        yield rule.ran("fix", "Gather the array", x=x, expect=whole)
        yield rule.ran("fix", "Or gather in host", x=x, expect=whole)
        yield rule.ran(
            "fix",
            "Or hand over each",
            x=x,
            expect=lambda ns: [p.tolist() for _, p in ns["parts"]] == [[0, 1], [2, 3]],
        )


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
    yield "error", raises(
        "sharding", lambda: jax.dlpack.from_dlpack(t, device=sharding), "a Sharding with 2 devices"
    )
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
            for part, title in (
                ("guard", ""),
                ("fix", "Go through host"),
                ("fix", "Or copy it to JAX's CPU"),
            ):
                yield rule.ran(part, title, x=x, expect=whole)
            half = jnp.ones(2, "bfloat16")
            yield rule.ran(
                "fix", "Or copy it to JAX's CPU", x=half, expect=lambda ns: ns["t"].dtype == torch.bfloat16
            )


@proof("jax/tpu-not-pinned", since=(0, 11))
def tpu_not_pinned(rule):
    with elsewhere(platform="tpu", memory="device"):
        x = array()
        yield "error", raises("tpu", x.__dlpack_device__, "only supported for TPU pinned host memory")
        if torch:
            whole = lambda ns: ns["t"].tolist() == [0, 1, 2, 3]  # noqa: E731
            for part, title in (
                ("guard", ""),
                ("fix", "Copy to the host"),
                ("fix", "Or copy to JAX's CPU"),
            ):
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
    yield "error", raises(
        "export", lambda: x.__dlpack__(dl_device=(1, 1), copy=False), "however copy=False"
    )
    for part, title in (
        ("check", ""),
        ("guard", ""),
        ("fix", "Let it copy"),
        ("fix", "Or keep copy=False"),
    ):
        yield rule.ran(part, title, t=t, device=device)


@proof("jax/unaligned-without-copy", since=(0, 8, 1))
def unaligned(rule):
    raw = np.zeros(1024, "uint8")
    start = -raw.ctypes.data % 64 + 4
    a = raw[start : start + 400].view("float32")
    yield "error", raises(
        "copy", lambda: jax.dlpack.from_dlpack(a, copy=False), "is not aligned to 64 bytes"
    )
    for part, title in (("check", ""), ("guard", ""), ("fix", "Let it copy"), ("fix", "Or put the data")):
        yield rule.ran(part, title, a=a)


def main(wanted):
    versions = {
        "jax": jax.__version__,
        "jaxlib": __import__("jaxlib").__version__,
        "numpy": np.__version__,
        "torch": torch.__version__ if torch else None,
        "python": sys.version.split()[0],
    }
    print(json.dumps(versions))
    failed = 0
    for name, function, since, before in PROOFS:
        if (wanted and name not in wanted) or not since <= RELEASE < before:
            continue
        try:
            for what, result in function(rulefile.Rule(name)):
                print(
                    json.dumps(
                        {
                            "rule": name,
                            "ran": what,
                            "result": " ".join(str(result).split())[:200],
                            "ok": True,
                        }
                    )
                )
        except Exception as error:  # a proof that fails is a result too
            failed += 1
            where = error.__traceback__
            while where.tb_next and where.tb_next.tb_frame.f_code.co_filename.startswith(HERE):
                where = where.tb_next
            print(
                json.dumps(
                    {
                        "rule": name,
                        "ran": f"line {where.tb_lineno}",
                        "result": text_of(error)[:400],
                        "ok": False,
                    }
                )
            )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
