//! A small zip that unpacks to ten gigabytes.

/// A zip with one member whose data really unpacks to 10 GB, and that declares `declared` bytes.
pub(crate) fn bomb(name: &str, declared: u64) -> Vec<u8> {
    let data = one_mebibyte().repeat(10_000);
    let sizes = |zip64: bool| [data.len() as u32, if zip64 { u32::MAX } else { declared as u32 }];
    let zip64 = declared > u64::from(u32::MAX);
    let mut extra = Vec::new();
    if zip64 {
        extra.extend(1_u16.to_le_bytes());
        extra.extend(8_u16.to_le_bytes());
        extra.extend(declared.to_le_bytes());
    }
    // Version, flags, method (deflate), time, date, checksum, sizes, lengths of name and extra field.
    let common = |version: u16| {
        let mut header = Vec::new();
        for field in [version, 0, 8, 0, 0x21] {
            header.extend(field.to_le_bytes());
        }
        header.extend(0_u32.to_le_bytes());
        for size in sizes(zip64) {
            header.extend(size.to_le_bytes());
        }
        header.extend((name.len() as u16).to_le_bytes());
        header.extend((extra.len() as u16).to_le_bytes());
        header
    };
    let mut zip = Vec::new();
    zip.extend(b"PK\x03\x04");
    zip.extend(common(45));
    zip.extend(name.as_bytes());
    zip.extend(&extra);
    zip.extend(&data);
    let directory_at = zip.len() as u32;
    zip.extend(b"PK\x01\x02\x2d\x00");
    zip.extend(common(45));
    zip.extend([0; 14]);
    zip.extend(name.as_bytes());
    zip.extend(&extra);
    let directory_size = zip.len() as u32 - directory_at;
    zip.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    zip.extend(directory_size.to_le_bytes());
    zip.extend(directory_at.to_le_bytes());
    zip.extend([0; 2]);
    zip
}

/// Deflate data of 1 MiB of line ends, cut off at a byte so that it can be repeated.
fn one_mebibyte() -> Vec<u8> {
    let mut compress = flate2::Compress::new(flate2::Compression::best(), false);
    let mut packed = Vec::with_capacity(1 << 20);
    compress.compress_vec(&vec![b'\n'; 1 << 20], &mut packed, flate2::FlushCompress::Full).unwrap();
    packed
}
