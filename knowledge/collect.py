# Paste what this prints beside the whole traceback.
import sys

print("python", sys.version.split()[0], sys.platform)
for name in ("jax", "jaxlib", "numpy", "torch", "cupy"):
    try:
        print(name, __import__(name).__version__)
    except Exception as error:
        print(name, "-", type(error).__name__, error)
try:
    import jax

    for device in jax.local_devices():
        print(device, "platform_version =", repr(device.client.platform_version))
except Exception as error:
    print(type(error).__name__, error)
