/** Texts to try the page with, as the named releases print them. */
export interface Sample {
  readonly title: string;
  readonly text: string;
}

export const samples: readonly Sample[] = [
  {
    title: 'Unknown GPU platform',
    text: `Traceback (most recent call last):
  File "/app/serve.py", line 41, in hand_over
    batch = jnp.from_dlpack(activations)
            ~~~~~~~~~~~~~~~^^^^^^^^^^^^^
  File "/venv/lib/python3.13/site-packages/jax/_src/numpy/lax_numpy.py", line 5630, in from_dlpack
    return from_dlpack(x, device=device, copy=copy)
  File "/venv/lib/python3.13/site-packages/jax/_src/dlpack.py", line 257, in from_dlpack
    dl_device_type, device_id = external_array.__dlpack_device__()
                                ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~^^
  File "/venv/lib/python3.13/site-packages/jax/_src/array.py", line 494, in __dlpack_device__
    raise BufferError("Unknown GPU platform for __dlpack__: "
                     f"{platform_version}")
BufferError: Unknown GPU platform for __dlpack__: PJRT C API
<unknown>

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/app/serve.py", line 57, in <module>
    hand_over(activations)
    ~~~~~~~~~^^^^^^^^^^^^^
  File "/app/serve.py", line 43, in hand_over
    raise RuntimeError('cannot hand the batch to the solver') from error
RuntimeError: cannot hand the batch to the solver

jax==0.12.0.1
jaxlib==0.12.0.1
`,
  },
  {
    title: 'oneAPI in an older JAX',
    text: 'jax 0.10.2\nBufferError: Unknown GPU platform for __dlpack__: PJRT C API\noneapi 2026.0\n',
  },
  { title: 'A platform string', text: 'PJRT C API\ncuda 12090\n' },
  { title: 'A near miss', text: 'PJRT C API\nROCm 6.4\n' },
  { title: 'A device pair', text: '(<DLDeviceType.kDLCUDA: 2>, 0)\n' },
];
