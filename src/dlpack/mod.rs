//! The standard: device types and dtype codes of `dlpack.h`, as tables.
//!
//! Source: `dlpack.h` 1.3 (as shipped in apache-tvm-ffi 0.1.15), checked 2026-11-30; what the header
//! lacks says where it comes from.

mod device;
mod dtype;

pub use device::{DEVICE_TYPES, DeviceType, device_by_name, device_by_value};
pub use dtype::{DTYPE_CODES, DtypeCode, dtype_by_code};
