//! `DLDataTypeCode`.

/// One value of `DLDataTypeCode`.
#[derive(Debug, PartialEq, Eq)]
pub struct DtypeCode {
    /// The first number of a dtype.
    pub code: i32,
    /// The name in the header.
    pub name: &'static str,
    /// What it is, in a word that libraries use.
    pub meaning: &'static str,
}

const fn row(code: i32, name: &'static str, meaning: &'static str) -> DtypeCode {
    DtypeCode { code, name, meaning }
}

/// All codes of `dlpack.h` 1.3, by number.
pub const DTYPE_CODES: &[DtypeCode] = &[
    row(0, "kDLInt", "signed integer"),
    row(1, "kDLUInt", "unsigned integer"),
    row(2, "kDLFloat", "IEEE floating point"),
    row(3, "kDLOpaqueHandle", "opaque handle"),
    row(4, "kDLBfloat", "bfloat16"),
    row(5, "kDLComplex", "complex"),
    row(6, "kDLBool", "bool"),
    row(7, "kDLFloat8_e3m4", "float8_e3m4"),
    row(8, "kDLFloat8_e4m3", "float8_e4m3"),
    row(9, "kDLFloat8_e4m3b11fnuz", "float8_e4m3b11fnuz"),
    row(10, "kDLFloat8_e4m3fn", "float8_e4m3fn"),
    row(11, "kDLFloat8_e4m3fnuz", "float8_e4m3fnuz"),
    row(12, "kDLFloat8_e5m2", "float8_e5m2"),
    row(13, "kDLFloat8_e5m2fnuz", "float8_e5m2fnuz"),
    row(14, "kDLFloat8_e8m0fnu", "float8_e8m0fnu"),
    row(15, "kDLFloat6_e2m3fn", "float6_e2m3fn"),
    row(16, "kDLFloat6_e3m2fn", "float6_e3m2fn"),
    row(17, "kDLFloat4_e2m1fn", "float4_e2m1fn"),
];

/// The dtype code of this number. O(codes).
pub fn dtype_by_code(code: i64) -> Option<&'static DtypeCode> {
    DTYPE_CODES.iter().find(|d| i64::from(d.code) == code)
}
