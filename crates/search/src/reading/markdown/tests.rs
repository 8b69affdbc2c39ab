use super::split;

#[test]
fn sections_lists_tables_and_code_are_found_with_their_headings() {
    let source = "\
Before any heading.

# Title

First *words* with `code`.

## Section

- one
- two

| name | size |
| --- | --- |
| a | 1 |

```sh
run it
```

# Other

Last.
";
    let found: Vec<_> = split(source)
        .into_iter()
        .map(|it| (it.headings.join(" > "), it.text.replace('\n', " / ")))
        .collect();
    let expected = [
        ("", "Before any heading."),
        ("Title", "First words with code."),
        (
            "Title > Section",
            "one / two / name | size / a | 1 / run it",
        ),
        ("Other", "Last."),
    ];
    let expected = expected.map(|(headings, text)| (headings.to_owned(), text.to_owned()));
    assert_eq!(found, expected);
}

#[test]
fn a_passage_knows_its_place() {
    let source = "# T\n\nSome **bold** words.\n";
    let passage = split(source).remove(0);
    assert_eq!(source.get(passage.range), Some("Some **bold** words."));
}

#[test]
fn items_of_tight_lists_within_lists_are_lines_of_their_own() {
    let source = "- one\n  - inner\n    1. innermost\n- two\n";
    let texts: Vec<_> = split(source).into_iter().map(|it| it.text).collect();
    assert_eq!(texts, ["one\ninner\ninnermost\ntwo"]);
}

#[test]
fn a_heading_that_is_too_long_for_one_is_text() {
    let long = "A sentence of many. ".repeat(20);
    let source = format!("# Title\n\n## {long}\n\nBelow.\n");
    let found: Vec<_> = split(&source)
        .into_iter()
        .map(|it| (it.headings.join(" > "), it.text))
        .collect();
    let expected = ("Title".to_owned(), format!("{}\nBelow.", long.trim()));
    assert_eq!(found, [expected]);
}

/// Each passage as its headings and its text.
fn read(source: &str) -> Vec<String> {
    let told = split(source).into_iter().map(|it| {
        let under = it.headings.join(" > ");
        format!("{under}: {}", it.text.replace('\n', " / "))
    });
    told.collect()
}

#[test]
fn html_is_read_as_what_it_shows() {
    let cases: [(&str, &str, &[&str]); 17] = [
        (
            "headings and paragraphs",
            "<h1>Questions</h1>\n<h2 id=\"ink\">Which <em>ink</em>?</h2>\n<p>The black\n  one.</p>\n<h2>Which paper?</h2>\n<p>A4.</p>\n<p>Or A5.</p>\n",
            &[
                "Questions > Which ink?: The black one.",
                "Questions > Which paper?: A4. / Or A5.",
            ],
        ),
        (
            "headings of HTML among those of Markdown",
            "# Manual\n\n<h2>Ink</h2>\n\nHold the **button**.\n\n### Black\n\nOne.\n\n<h2>Paper</h2>\n\nA4.\n",
            &[
                "Manual > Ink: Hold the button.",
                "Manual > Ink > Black: One.",
                "Manual > Paper: A4.",
            ],
        ),
        (
            "what can be unfolded stands under its summary, with Markdown in it",
            "## FAQ\n\n<details>\n<summary>Is it <b>free</b>?</summary>\n\nYes, *all* of it.\n\n- Really.\n\n</details>\n\n<details><summary>Is it fast?</summary>Yes.</details>\n\nAfter.\n",
            &[
                "FAQ > Is it free?: Yes, all of it. / Really.",
                "FAQ > Is it fast?: Yes.",
                "FAQ: After.",
            ],
        ),
        (
            "what can be unfolded within something that can be",
            "<details><summary>A</summary>\n\nOne.\n\n<details><summary>B</summary>\n\nTwo.\n\n</details>\n\nThree.\n\n</details>\n\nFour.\n",
            &["A: One.", "A > B: Two.", "A: Three.", ": Four."],
        ),
        (
            "items and lines",
            "<ul>\n<li>one</li>\n<li>two<br>lines\n</ul>\nloose\n",
            &[": one / two / lines / loose"],
        ),
        (
            "a table, row by row",
            "<table>\n  <tr><th>key</th>\n    <th>does</th></tr>\n  <tr><td>Enter</td><td>sends &amp; ends</td></tr>\n</table>\n",
            &[": key | does / Enter | sends & ends"],
        ),
        (
            "a line break in a cell of Markdown",
            "| a | b |\n| --- | --- |\n| one<br>two | x |\n",
            &[": a | b / one / two | x"],
        ),
        (
            "what is no text",
            "<!-- a note\n\nover lines -->\n\n<script>\nif (a < b) { run('</p>') }\n</script>\n\n<style>p > a { }</style>\n\nKept <!-- not this -->here.\n\n<nav>\n\n[Home](/)\n\n</nav>\n\nLast.\n",
            &[": Kept here. / Last."],
        ),
        (
            "what is never closed hides nothing",
            "</nav> <nav>\n\nOne.\n\nClick <button> now.\n\n<textarea>\n",
            &[": One. / Click  now."],
        ),
        (
            "lines that are set as they are",
            "<pre>\nif x {\n    y &lt; 1\n}\n</pre>\n",
            &[": if x { /     y < 1 / }"],
        ),
        (
            "a block in a quotation and in an item",
            "> <p>quoted\n> text</p>\n\n- <div>in an\n  item</div>\n",
            &[": quoted text / in an item"],
        ),
        (
            "marks within a line",
            "Press <kbd>Ctrl</kbd>+<kbd>C</kbd>, H<sub>2</sub>O, <a href=\"x>y\">a link</a>.\n",
            &[": Press Ctrl+C, H2O, a link."],
        ),
        (
            "Japanese over several lines, with readings",
            "<p>用紙を\n入れ、<ruby>印刷<rp>(</rp><rt>いんさつ</rt><rp>)</rp></ruby>する。</p>\n",
            &[": 用紙を入れ、印刷する。"],
        ),
        (
            "a heading with Markdown in it",
            "<h2 align=\"center\">\n\nThe *printer*\n\n</h2>\n\nText.\n",
            &["The printer: Text."],
        ),
        (
            "a heading that nothing closes",
            "<h2>Ink\n\nHold.\n\n# Next\n\nText.\n",
            &[": Ink Hold.", "Next: Text."],
        ),
        (
            "a heading in the midst of a line",
            "before <h3>Ink</h3> after\n",
            &[": before", "Ink: after"],
        ),
        ("nothing", "<div>\n</div>\n<img src=x>\n", &[]),
    ];
    for (name, source, expected) in cases {
        assert_eq!(read(source), expected, "{name}");
    }
}

#[test]
fn a_passage_of_html_knows_its_place() {
    let source = "Before.\n\n<h2>Ink</h2>\n<p>\n  Hold the <b>button</b>.\n</p>\n\n> <h3>In a quotation</h3>\n> <p>あ い</p>\n";
    let found = split(source);
    let places: Vec<_> = found
        .iter()
        .map(|it| source.get(it.range.clone()))
        .collect();
    assert_eq!(
        places,
        [
            Some("Before."),
            Some("Hold the <b>button</b>."),
            Some("あ い")
        ]
    );
}

#[test]
fn a_page_of_questions_keeps_each_answer_under_its_own() {
    let question = |number: usize| match number % 3 {
        0 => format!("<h2>Question {number}?</h2>\n<p>Answer {number}.</p>\n"),
        1 => format!("<h2>Question {number}?</h2>\n\nAnswer {number}.\n\n"),
        _ => format!("<a name=\"q{number}\"></a><h2>Question {number}?</h2>\nAnswer {number}.\n\n"),
    };
    let source: String = (1..=28).map(question).collect();
    let expected = (1..=28).map(|number| format!("Question {number}?: Answer {number}."));
    assert_eq!(read(&source), expected.collect::<Vec<_>>());
}

proptest::proptest! {
    /// Whatever the markup, every word is found once, and its place is a part of the source.
    #[test]
    fn no_word_outside_of_what_is_hidden_is_lost(
        marks in proptest::collection::vec(
            proptest::sample::select(vec![
                "<h2>", "</h2>", "<p>", "</p>", "<details>", "</details>", "<summary>",
                "</summary>", "<td>", "</td>", "<tr>", "<br>", "<pre>", "</pre>", "\n", "\n\n", "> ",
                "- ", "# ", "<b>", "</b>", "<!-- x -->", " | ", "<nav>", "<div\n", ">",
            ]),
            0..24,
        ),
    ) {
        let mut source = String::new();
        for (number, mark) in marks.iter().enumerate() {
            source.push_str(mark);
            source.push_str(&format!(" w{number}w "));
        }
        // A tag or comment that swallows a word is none that a word may be looked for in.
        let is_torn = marks.contains(&"<div\n");
        let passages = split(&source);
        for passage in &passages {
            proptest::prop_assert!(source.get(passage.range.clone()).is_some());
        }
        let all: String = passages.iter().flat_map(|it| it.headings.iter().chain([&it.text])).cloned().collect();
        for number in 0..marks.len() {
            // What is only a heading of nothing is no passage.
            let is_heading = source.contains("<h2>") || source.contains("# ") || source.contains("<summary>");
            proptest::prop_assert!(
                is_torn || is_heading || all.contains(&format!("w{number}w")),
                "{number} of {source:?} is not in {passages:?}"
            );
        }
    }
}
