use proptest::prelude::*;

use super::*;

/// A text as one line: what is bold in `<b>`, stressed in `<i>`, code in backquotes.
fn told(blocks: &[TextBlock]) -> String {
    let told = blocks.iter().map(|block| match block {
        TextBlock::Paragraph(spans) => format!("p({})", line(spans)),
        TextBlock::Heading(spans) => format!("h({})", line(spans)),
        TextBlock::Code(code) => format!("code({code})"),
        TextBlock::Quote(blocks) => format!("quote({})", told(blocks)),
        TextBlock::List { first, items } => {
            let name = first.map_or("ul".to_owned(), |it| format!("ol{it}"));
            let items = items.iter().map(|it| told(it));
            format!("{name}({})", items.collect::<Vec<_>>().join(", "))
        }
        TextBlock::Table { head, rows } => {
            let row = |cells: &Vec<Vec<Span>>| {
                let cells = cells.iter().map(|it| line(it));
                cells.collect::<Vec<_>>().join(" | ")
            };
            let rows = std::iter::once(head).chain(rows).map(row);
            format!("table({})", rows.collect::<Vec<_>>().join(" / "))
        }
    });
    told.collect::<Vec<_>>().join(" ")
}

fn line(spans: &[Span]) -> String {
    let told = spans.iter().map(|it| {
        let text = it.text.replace('\n', "⏎");
        let text = if it.is_code {
            format!("`{text}`")
        } else {
            text
        };
        let text = if it.is_emphasised {
            format!("<i>{text}</i>")
        } else {
            text
        };
        if it.is_strong {
            format!("<b>{text}</b>")
        } else {
            text
        }
    });
    told.collect()
}

#[test]
fn blocks_come_as_a_reader_sees_them() {
    let cases = [
        ("One.\n\nTwo\nlines.", "p(One.) p(Two⏎lines.)"),
        ("## Fees\nPay.", "h(Fees) p(Pay.)"),
        (
            "The fees:\n| who | yen |\n|---|---:|\n| Tanaka | **100** |\n- one\n- two",
            "p(The fees:) table(who | yen / Tanaka | <b>100</b>) ul(p(one), p(two))",
        ),
        ("| a | b |\n|---|---|\n| 1<br>2 |", "table(a | b / 1⏎2 | )"),
        (
            "3. a\n   - b\n\n   c\n4. d",
            "ol3(p(a) ul(p(b)) p(c), p(d))",
        ),
        ("> said\n\nthen", "quote(p(said)) p(then)"),
        ("```sql\nSELECT 1\n  -- x\n```", "code(SELECT 1\n  -- x)"),
        ("a `x|y` *b* ***c***", "p(a `x|y` <i>b</i> <b><i>c</i></b>)"),
        ("a\n\n---\n\nb", "p(a) p(b)"),
        ("- [x] done", "ul(p([x] done))"),
        ("", ""),
    ];
    for (source, expected) in cases {
        assert_eq!(told(&formatted(source)), expected, "{source}");
    }
}

#[test]
fn html_stays_text_and_links_tell_their_address() {
    let cases = [
        ("<b onclick=x>a</b>", "p(<b onclick=x>a</b>)"),
        (
            "<script>\nalert(1)\n</script>",
            "p(<script>⏎alert(1)⏎</script>⏎)",
        ),
        (
            "see [this](https://a.example/b)",
            "p(see this (https://a.example/b))",
        ),
        ("<https://a.example>", "p(https://a.example)"),
        (
            "![seen](https://a.example/p.png)",
            "p(seen (https://a.example/p.png))",
        ),
        (
            "[late-fees.md#2] and [a_b_c.md#0]",
            "p([late-fees.md#2] and [a_b_c.md#0])",
        ),
    ];
    for (source, expected) in cases {
        let source = formatted(source);
        assert_eq!(
            told(&source).replace("⏎)", ")"),
            expected.replace("⏎)", ")")
        );
    }
}

#[test]
fn signs_of_arithmetic_between_figures_stay() {
    let cases = [
        ("2**40 and 3**5", "p(2**40 and 3**5)"),
        ("2*3 = 6 and 4*5 = 20", "p(2*3 = 6 and 4*5 = 20)"),
        ("(1200 + 350) * 12 * 3", "p((1200 + 350) * 12 * 3)"),
        ("**18600** yen", "p(<b>18600</b> yen)"),
    ];
    for (source, expected) in cases {
        assert_eq!(told(&formatted(source)), expected, "{source}");
    }
}

#[test]
fn what_stands_too_deep_is_shown_less_deep() {
    let depth = |blocks: &[TextBlock]| {
        let mut depth = 0;
        let mut at = blocks.to_vec();
        while let Some(TextBlock::Quote(inside)) = at.first().cloned() {
            depth += 1;
            at = inside;
        }
        (depth, told(&at))
    };
    let source = format!("{} said", ">".repeat(1_000));
    let expected = (MAX_DEPTH, "p(said)".to_owned());
    assert_eq!(depth(&formatted(&source)), expected);
    let lists = format!("{}deep", "- ".repeat(200));
    let told = told(&formatted(&lists));
    assert_eq!(told.matches("ul(").count(), MAX_DEPTH);
    assert!(told.contains("p(deep)"), "{told}");
}

proptest! {
    #[test]
    fn no_letter_is_lost_outside_of_tables(source in "([a-c*_`>#\\[\\]() 1.-]|\n|あ|<b>){0,60}") {
        let letters = |text: &str| text.chars().filter(|it| *it == 'あ').count();
        prop_assert_eq!(letters(&told(&formatted(&source))), letters(&source));
    }
}
