//! Text that is not UTF-8: UTF-16 with its mark, as spreadsheets write it, and the one-byte letters of older programs.

/// UTF-16 behind its byte order mark; none without the mark.
pub(super) fn utf16(bytes: &[u8]) -> Option<String> {
    let (rest, is_little) = match bytes {
        [0xff, 0xfe, rest @ ..] => (rest, true),
        [0xfe, 0xff, rest @ ..] => (rest, false),
        _ => return None,
    };
    let unit = |pair: &[u8]| {
        let unit = u16::from_be_bytes([pair[0], pair[1]]);
        if is_little { unit.swap_bytes() } else { unit }
    };
    let units = rest.chunks_exact(2).map(unit);
    Some(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

/// Whether bytes are no text of any encoding.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    let n_control = head.iter().filter(|byte| byte.is_ascii_control() && !b"\t\n\r\x0c".contains(byte)).count();
    head.contains(&0) || 20 * n_control > head.len()
}

/// One byte a letter; the bytes that stand for nothing stay control characters.
pub(super) fn windows_1252(bytes: &[u8]) -> String {
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    let letter = |&byte: &u8| match byte {
        0x80..=0x9f => FROM_80[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    bytes.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_letters_and_two_byte_text_are_read() {
        assert_eq!(windows_1252(b"\x80 caf\xe9 \x99"), "€ café ™");
        assert_eq!(utf16(b"\xff\xfeC\0O\0\xe9\0").as_deref(), Some("COé"));
        assert_eq!(utf16(b"\xfe\xff\0C\0O\xd8").as_deref(), Some("CO"));
        assert_eq!(utf16(b"CO"), None);
        assert!(is_binary(b"\x89PNG\r\n\x1a\n\0\0\xff") && !is_binary(b"caf\xe9\n"));
    }
}
