//! `DLDeviceType`.

/// One value of `DLDeviceType`.
#[derive(Debug, PartialEq, Eq)]
pub struct DeviceType {
    /// The number in a device pair.
    pub value: i32,
    /// The name in the header.
    pub name: &'static str,
    /// What memory of this type is.
    pub meaning: &'static str,
    /// The name that older headers had, where it changed.
    pub formerly: Option<&'static str>,
}

const fn row(value: i32, name: &'static str, meaning: &'static str) -> DeviceType {
    DeviceType { value, name, meaning, formerly: None }
}

/// All values, by number. 5 and 6 were never used. 19 to 21 are in the header's head, not in 1.3;
/// JAX 0.11.0 uses 20 (jax/_src/typing.py).
pub const DEVICE_TYPES: &[DeviceType] = &[
    row(1, "kDLCPU", "memory of the CPU"),
    DeviceType { value: 2, name: "kDLCUDA", meaning: "memory of a CUDA GPU", formerly: Some("kDLGPU") },
    DeviceType {
        value: 3,
        name: "kDLCUDAHost",
        meaning: "host memory pinned by CUDA (cudaMallocHost)",
        formerly: Some("kDLCPUPinned"),
    },
    row(4, "kDLOpenCL", "memory of an OpenCL device"),
    row(7, "kDLVulkan", "a Vulkan buffer"),
    row(8, "kDLMetal", "memory of an Apple GPU (Metal)"),
    row(9, "kDLVPI", "memory of a Verilog simulator"),
    row(10, "kDLROCM", "memory of an AMD GPU (ROCm)"),
    row(11, "kDLROCMHost", "host memory pinned by ROCm (hipMallocHost)"),
    row(12, "kDLExtDev", "memory of an extension device; its meaning depends on the implementation"),
    row(13, "kDLCUDAManaged", "CUDA managed (unified) memory (cudaMallocManaged)"),
    row(14, "kDLOneAPI", "unified shared memory of a oneAPI device"),
    row(15, "kDLWebGPU", "a WebGPU buffer"),
    row(16, "kDLHexagon", "memory of a Qualcomm Hexagon DSP"),
    row(17, "kDLMAIA", "memory of a Microsoft MAIA device"),
    row(18, "kDLTrn", "memory of an AWS Trainium device"),
    row(19, "kDLTPU", "memory of a TPU (not in dlpack.h 1.3)"),
    row(20, "kDLTPUHost", "host memory pinned for a TPU (not in dlpack.h 1.3; JAX uses it from 0.11.0 on)"),
    row(21, "kDLAscend", "memory of a Huawei Ascend NPU (not in dlpack.h 1.3)"),
];

/// The device type of this number. O(types).
pub fn device_by_value(value: i64) -> Option<&'static DeviceType> {
    DEVICE_TYPES.iter().find(|d| i64::from(d.value) == value)
}

/// The device type of this name, old names included. O(types).
pub fn device_by_name(name: &str) -> Option<&'static DeviceType> {
    DEVICE_TYPES.iter().find(|d| d.name == name || d.formerly == Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_lead_to_the_same_type() {
        assert_eq!(device_by_name("kDLCPUPinned").map(|d| d.value), Some(3));
        assert_eq!(device_by_name("kDLGPU").map(|d| d.name), Some("kDLCUDA"));
    }

    #[test]
    fn unused_numbers_name_nothing() {
        assert!(
            device_by_value(5).is_none() && device_by_value(0).is_none() && device_by_value(-1).is_none()
        );
    }
}
