//! Which encoding the bytes of a text are in.

/// Where an HTML document has to say it.
const PRESCAN: usize = 1024;
/// What Japanese text was kept in before UTF-8.
const JAPANESE: [&str; 2] = ["shift_jis", "euc-jp"];
/// What Western European text was kept in.
const WESTERN: &str = "windows-1252";
/// So many letters beyond ASCII follow one another there at most.
const WESTERN_RUN: usize = 3;
/// Of the letters beyond ASCII, one in so many is kana in anything that is written in Japanese.
const KANA_SHARE: usize = 8;
/// Of the bytes of a text, at most one in so many is a control that means nothing in it.
const ODD_SHARE: usize = 100;

/// The text of a file, or `None` if it is none, or in an encoding that cannot be told.
///
/// `declared` is what the file itself says. `strict` decodes by the name of an encoding, as web
/// pages have it, and gives `None` for a name that is none and for bytes that the encoding does
/// not have.
///
/// A byte-order mark decides, then UTF-8 if the bytes are that, then what the file says. Otherwise
/// Shift_JIS and EUC-JP are tried, and taken only if the outcome looks like Japanese: nearly all
/// bytes mean something in them. So is Windows-1252 at last, in which spreadsheets of Western Europe
/// write CSV files.
pub fn decode(
    bytes: &[u8],
    declared: Option<&str>,
    strict: impl Fn(&str, &[u8]) -> Option<String>,
) -> Option<String> {
    let text = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => strict("utf-8", rest),
        [0xff, 0xfe, rest @ ..] => strict("utf-16le", rest),
        [0xfe, 0xff, rest @ ..] => strict("utf-16be", rest),
        // Seven bits only, so that it would pass for UTF-8.
        _ if shifts_as_japanese_mail(bytes) => strict("iso-2022-jp", bytes),
        _ => strict("utf-8", bytes)
            .or_else(|| strict(declared?, bytes))
            .or_else(|| {
                let read = JAPANESE.into_iter().filter_map(|name| strict(name, bytes));
                let read = read.filter_map(|text| Some((likeness_to_japanese(&text)?, text)));
                read.max_by_key(|(likeness, _)| *likeness)
                    .map(|(_, text)| text)
            })
            .or_else(|| strict(WESTERN, bytes).filter(|text| is_like_western(text))),
    };
    // Files of other kinds have a null, or many of what no text has.
    text.filter(|text| {
        let odd = text.chars().filter(|it| is_odd(*it)).count();
        !text.contains('\0') && odd * ODD_SHARE <= text.len()
    })
}

/// Whether it is a control that is of no use in a text.
fn is_odd(letter: char) -> bool {
    letter.is_ascii_control()
        && !matches!(letter, '\t' | '\n' | '\u{b}'..='\r' | '\u{1a}' | '\u{1b}')
}

/// The encoding that an HTML document says that it is in, for [`decode`].
pub fn declared_in_html(bytes: &[u8]) -> Option<String> {
    let start = bytes.get(..PRESCAN).unwrap_or(bytes);
    let start = String::from_utf8_lossy(start).to_ascii_lowercase();
    let named = start.split("<meta").skip(1).find_map(|meta| {
        let meta = meta.split('>').next()?;
        let (_, after) = meta.split_once("charset")?;
        let value = after.trim_start().strip_prefix('=')?;
        let value = value.trim_start().trim_start_matches(['"', '\'']);
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-_:".contains(letter);
        let name = value.split(|letter| !is_part(letter)).next()?;
        (!name.is_empty()).then(|| name.to_owned())
    });
    // Whoever could read the declaration byte by byte does not read UTF-16.
    named.filter(|name| !name.starts_with("utf-16"))
}

/// Whether there are the sequences by which ISO-2022-JP shifts to kanji.
fn shifts_as_japanese_mail(bytes: &[u8]) -> bool {
    let shifts = |window: &[u8]| matches!(window, [0x1b, b'$', b'B' | b'@']);
    bytes.windows(3).any(shifts)
}

/// How much a text looks like Japanese; `None` if it does not.
fn likeness_to_japanese(text: &str) -> Option<usize> {
    let (mut all, mut kana, mut half_width) = (0_usize, 0_usize, 0_usize);
    for letter in text.chars().filter(|letter| !letter.is_ascii()) {
        all += 1;
        match letter {
            '\u{3041}'..='\u{30ff}' => kana += 1,
            // What EUC-JP looks like when it is read as Shift_JIS.
            '\u{ff61}'..='\u{ff9f}' => half_width += 1,
            // Room for characters of one's own.
            '\u{e000}'..='\u{f8ff}' => return None,
            _ => {}
        }
    }
    let likeness = kana.checked_sub(half_width)?;
    (likeness * KANA_SHARE >= all && all > 0).then_some(likeness)
}

/// Whether a text looks like one in a language of Western Europe: beyond ASCII there are letters with
/// accents, and a few signs, among others.
fn is_like_western(text: &str) -> bool {
    let is_letter = |it: char| matches!(it, 'À'..='ÿ' | 'Œ' | 'œ') && !matches!(it, '×' | '÷');
    let is_sign = |it: char| "€£§°²³µ·«»„“”‘’‚–—…©®¿¡ªº½¼\u{a0}".contains(it);
    let (mut run, mut longest) = (0, 0);
    for letter in text.chars() {
        run = if letter.is_ascii() { 0 } else { run + 1 };
        longest = longest.max(run);
    }
    let mut beyond = text.chars().filter(|it| !it.is_ascii());
    longest <= WESTERN_RUN && beyond.all(|it| is_letter(it) || is_sign(it))
}

#[cfg(test)]
mod tests {
    use encoding_rs::Encoding;

    use super::*;

    fn strict(name: &str, bytes: &[u8]) -> Option<String> {
        let encoding = Encoding::for_label(name.as_bytes())?;
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        Some(text.into_owned())
    }

    fn written(name: &str, text: &str) -> Vec<u8> {
        let encoding = Encoding::for_label(name.as_bytes()).unwrap();
        encoding.encode(text).0.into_owned()
    }

    const JAPANESE_TEXT: &str = "給水タンクは週に一度、ぬるま湯で洗ってください。";

    #[test]
    fn texts_are_read_in_the_encoding_that_they_are_in() {
        let utf_16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            let marked = format!("\u{feff}{JAPANESE_TEXT}");
            marked.encode_utf16().flat_map(bytes).collect()
        };
        let german = "Über die Prüfung der Öfen";
        let mixed = format!("Tank A-12: {JAPANESE_TEXT} (see p. 3)");
        let cases = [
            (JAPANESE_TEXT.into(), None, Some(JAPANESE_TEXT)),
            (
                format!("\u{feff}{JAPANESE_TEXT}").into(),
                None,
                Some(JAPANESE_TEXT),
            ),
            (utf_16(u16::to_le_bytes), None, Some(JAPANESE_TEXT)),
            (utf_16(u16::to_be_bytes), None, Some(JAPANESE_TEXT)),
            (
                written("shift_jis", JAPANESE_TEXT),
                None,
                Some(JAPANESE_TEXT),
            ),
            (written("euc-jp", JAPANESE_TEXT), None, Some(JAPANESE_TEXT)),
            (
                written("iso-2022-jp", JAPANESE_TEXT),
                None,
                Some(JAPANESE_TEXT),
            ),
            (written("euc-jp", &mixed), None, Some(&mixed)),
            (written("shift_jis", &mixed), None, Some(&mixed)),
            // UTF-8 is certain where it fits, whatever the file says.
            (JAPANESE_TEXT.into(), Some("shift_jis"), Some(JAPANESE_TEXT)),
            (
                written("windows-1252", german),
                Some("windows-1252"),
                Some(german),
            ),
            (
                written("windows-1252", german),
                Some("no such name"),
                Some(german),
            ),
            (written("windows-1252", german), None, Some(german)),
            (
                written("windows-1252", "„Café“, 12 €"),
                None,
                Some("„Café“, 12 €"),
            ),
            // Japanese without a letter of its own alphabets.
            (written("windows-1251", "Проверка печей"), None, None),
            (written("shift_jis", "東京都千代田区"), None, None),
            (written("euc-jp", "東京都千代田区"), None, None),
            (vec![0xff, 0xd8, 0, 1], None, None),
            (b"text\0".to_vec(), None, None),
            (b"PK\x03\x04junk".to_vec(), None, None),
            (
                b"one\r\n\ttwo\x0cthree\x1a".to_vec(),
                None,
                Some("one\r\n\ttwo\u{c}three\u{1a}"),
            ),
            (Vec::new(), None, Some("")),
        ];
        for (bytes, declared, expected) in cases {
            let found = decode(&bytes, declared, strict);
            assert_eq!(found.as_deref(), expected, "{bytes:?}, {declared:?}");
        }
    }

    #[test]
    fn what_an_html_document_says_is_found_near_its_beginning() {
        let far = format!("<!--{}--><meta charset=euc-jp>", " ".repeat(PRESCAN));
        let cases = [
            ("<meta charset=Shift_JIS>", Some("shift_jis")),
            (
                "<html><META http-equiv=content-type content='text/html; charset = \"x-sjis\"'>",
                Some("x-sjis"),
            ),
            ("<meta name=a><meta charset='euc-jp'/>", Some("euc-jp")),
            ("<meta charset=utf-16>", None),
            ("<p>charset=euc-jp</p>", None),
            ("<meta charset=>", None),
            (&far, None),
        ];
        for (source, expected) in cases {
            assert_eq!(
                declared_in_html(source.as_bytes()).as_deref(),
                expected,
                "{source}"
            );
        }
    }
}
