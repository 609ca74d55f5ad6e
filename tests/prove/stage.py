"""The stage of the proofs: arrays, pretended devices, and ways to hold an error to its words."""

import contextlib
import os
import types
import warnings
from unittest import mock

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np

import jax
import jax.dlpack
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec

try:
    import torch
except ImportError:
    torch = None

RELEASE = tuple(int(part) for part in jax.__version__.split(".")[:3])
PROOFS = []


def proof(rule, since=(0,), before=(99,)):
    """Registers a proof of a rule, for a span of releases. It yields (what ran, what came out)."""

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
            patch(
                module.ArrayImpl,
                "sharding",
                property(lambda a: real_of(real_sharding, a, on_cpu, sharding)),
            )
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
