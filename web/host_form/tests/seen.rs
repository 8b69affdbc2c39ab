//! What of a page is seen, and by which words.

use kikitori_form::page_form::{Put, Reason, TakenForm, Write, take_over};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Page, entries, writes};

fn taken(html: &str) -> TakenForm {
    let page = Page::new(html);
    take_over(&page.form().read()).unwrap()
}

const STARS: &str = "<style>.drawn{display:none}</style><form id=host>
    <fieldset><legend>Cleanliness</legend>
    <input type=radio class=drawn name=stars id=s2 value=2><label for=s2 title='Good'>★</label>
    <input type=radio class=drawn name=stars id=s1 value=1><label for=s1 title='Bad'>★</label></fieldset>
    <fieldset><legend>Course</legend>
    <label><input type=radio class=drawn name=course value=dye><img alt=Dyeing src='data:,'></label>
    <label><input type=radio class=drawn name=course value=clay><img alt=Pottery src='data:,'></label></fieldset>
    <label for=size>Size</label><select id=size name=size class=drawn><option value=''>Choose<option>S<option>M</select><span>Choose ▾</span>
    <input type=checkbox id=terms name=terms class=drawn required><label for=terms>I accept the terms</label>
    <label for=cv>CV *</label><input type=file id=cv name=cv class=drawn><button type=button>Browse …</button>
    <input type=checkbox id=more class=drawn><label for=more>More …</label>
    <div class=drawn><label for=diet>Diet</label><select id=diet name=diet><option value=v>Vegan</select></div>
    <label for=word>Word</label><input id=word name=word class=drawn></form>";

#[wasm_bindgen_test]
async fn what_is_chosen_by_a_label_that_is_shown_is_asked_for_and_filled() {
    let page = Page::new(STARS);
    let form = page.form();
    let taken = take_over(&form.read()).unwrap();
    let labels = taken.form.fields.iter();
    let labels: Vec<&str> = labels.map(|it| it.label.in_language("en")).collect();
    assert_eq!(
        labels,
        ["Cleanliness", "Course", "Size", "I accept the terms"]
    );
    let said =
        serde_json::json!({"stars": "Good", "course": "Pottery", "size": "M", "terms": true});
    form.fill(&writes(&taken, &said, "en")).await;
    let sent = entries(&form);
    for (name, value) in [
        ("stars", "2"),
        ("course", "clay"),
        ("size", "M"),
        ("terms", "on"),
    ] {
        assert!(
            sent.contains(&(name.to_owned(), value.to_owned())),
            "{name}"
        );
    }
}

#[wasm_bindgen_test]
fn a_file_behind_a_label_that_is_shown_is_told_and_what_is_hidden_with_its_label_is_not() {
    let taken = taken(STARS);
    assert_eq!(taken.left_to_person(), ["CV"]);
    let reasons = taken.left_alone.iter();
    let reasons: Vec<(&str, Reason)> = reasons.map(|it| (it.label.as_str(), it.reason)).collect();
    for told in [
        ("More …", Reason::NotShown),
        ("Diet", Reason::NotShown),
        ("Word", Reason::NotShown),
    ] {
        assert!(reasons.contains(&told), "{told:?} in {reasons:?}");
    }
}

/// What is asked, by its labels.
fn asked(html: &str) -> Vec<String> {
    let taken = taken(&format!("<form id=host>{html}</form>"));
    let label = |it: &kikitori_form::file::Field| it.label.in_language("en").to_owned();
    taken.form.fields.iter().map(label).collect()
}

#[wasm_bindgen_test]
fn what_has_no_label_is_called_by_the_nearest_words_before_it() {
    for (html, expected) in [
        // In its line, right above it, and in an element with nothing else.
        (
            "Device colour:<input name=a1><br>Purchase date:<span><input name=b2></span><br>
             Under warranty:<input type=checkbox name=c3 value=1><br>
             Parts:<select name=d4 multiple><option>Case</select><br>",
            &["Device colour", "Purchase date", "Under warranty", "Parts"][..],
        ),
        (
            "<p>Ihr Name (Pflichtfeld)<br><span><input name=your-name></span></p>
             <p>Beginn<br><input name=start placeholder=TT.MM.JJJJ></p>
             <p>Budget: <output>5</output> €<br><input type=range name=budget></p>",
            &["Ihr Name", "Beginn", "Budget"],
        ),
        (
            "<div><span>PESEL</span> <input name=ctl00$txtPesel><span hidden>*</span></div>
             <div class=row><div>Wzrost</div><div><input name=ctl00$txtB placeholder=180></div></div>
             <label>Waga</label><input name=ctl00$txtC>",
            &["PESEL", "Wzrost", "Waga"],
        ),
        // Words between two controls: names, and units behind the first.
        (
            "<dl><dt>人数<dd>大人 <input name=x type=number>名 子ども <input name=y type=number>名</dl>
             <dl><dt>お名前<dd>姓 <input name=sei placeholder=山田> 名 <input name=mei placeholder=太郎></dl>
             <dl><dt>番地<dd><input name=v>丁目 <input name=w>番</dl>",
            &["大人", "子ども", "姓", "名", "番地", "番地"],
        ),
        (
            "<fieldset><legend>Entrega:</legend><p>Fecha: <input name=e_0><br>Hora: <input name=e_1></fieldset>",
            &["Fecha", "Hora"],
        ),
        // What is an example, or tells of the whole form, names nothing.
        (
            "<p>Please fill in.</p><p><input name=name placeholder='Your name'></p><p><input name=town placeholder=Town></p>",
            &["Your name", "Town"],
        ),
        (
            "<div><p>Our newsletter</p><p><input name=mail placeholder=E-mail></p></div><button>Go</button>",
            &["E-mail"],
        ),
        (
            "<p><input name=first> (as in your passport)<br><input name=other></p>",
            &["First", "Other"],
        ),
        // Something else, in words.
        (
            "<p>What is it?<br><label><input type=checkbox name=it[] value=a>A</label>
             <label><input type=checkbox name=it[] value=b>Else</label> <input name=free></p>",
            &["What is it?", "Else"],
        ),
    ] {
        assert_eq!(asked(html), expected, "{html}");
    }
}

#[wasm_bindgen_test]
fn a_group_of_boxes_is_called_by_the_words_before_it() {
    for (html, expected) in [
        (
            "<p>How did you hear of us?</p><label><input type=radio name=src value=w>Web</label>
             <label><input type=radio name=src value=f>A friend</label><p><label>Note <input name=n></label></p>",
            &["How did you hear of us?", "Note"][..],
        ),
        (
            "<fieldset><legend>Votre profil</legend><p>Situation</p>
             <label><input type=radio name=a value=1> Seul</label><label><input type=radio name=a value=2> Marié</label>
             <p>Résidence</p><label><input type=radio name=b value=1> À moi</label><label><input type=radio name=b value=2> Louée</label></fieldset>",
            &["Situation", "Résidence"],
        ),
        (
            "<div><span>Płeć</span><table><tr><td><input type=radio id=k name=sex value=K><label for=k>Kobieta</label>
             <td><input type=radio id=m name=sex value=M><label for=m>Mężczyzna</label></table></div><label>Wiek <input name=w></label>",
            &["Płeć", "Wiek"],
        ),
        (
            "<div><h3>Shipping</h3><label><input type=radio name=s value=1>Post</label><label><input type=radio name=s value=2>Van</label></div>
             <div><h3>Contact</h3><label>Name <input name=n></label></div>",
            &["Shipping", "Name"],
        ),
        (
            "<fieldset><legend>Which?</legend><p>Choose one.</p><label><input type=radio name=s value=1>A</label>
             <label><input type=radio name=s value=2>B</label></fieldset>",
            &["Which?"],
        ),
    ] {
        assert_eq!(asked(html), expected, "{html}");
    }
}

#[wasm_bindgen_test]
fn boxes_are_called_by_the_words_on_their_side_of_the_line() {
    for (html, expected) in [
        (
            "<p>Pets? Yes <input type=radio name=p value=1> No <input type=radio name=p value=0></p>",
            ["Pets? Yes", "No"],
        ),
        (
            "<p><input type=radio name=p value=1> Yes <input type=radio name=p value=0> No</p>",
            ["Yes", "No"],
        ),
        (
            "<p>Yes: <input type=radio name=p value=1> No: <input type=radio name=p value=0></p>",
            ["Yes:", "No:"],
        ),
        (
            "<table><tr><th>Rating<th>Good<th>Bad<tr><td>Food<td><input type=radio name=p value=1><td><input type=radio name=p value=0></table>",
            ["Good", "Bad"],
        ),
    ] {
        let page = Page::new(&format!("<form id=host>{html}</form>"));
        let controls = page.form().read().controls;
        let labels: Vec<&str> = controls.iter().map(|it| it.label.as_str()).collect();
        assert_eq!(labels, expected, "{html}");
    }
}

#[wasm_bindgen_test]
fn in_a_table_with_a_head_a_column_names_what_its_row_does_not() {
    for (html, expected) in [
        (
            "<table><tr><th>Item<th>Quantity<th>Note<tr><td>Lamp<td><input name=q1 type=number><td><input name=n1>
             <tr><td>Chair<td><input name=q2 type=number><td><input name=n2></table>",
            &["Lamp: Quantity", "Lamp: Note", "Chair: Quantity", "Chair: Note"][..],
        ),
        (
            "<table><thead><tr><th><th>Producto<th>Cantidad</thead><tr><td><input type=hidden name=i><td><input name=l-0-p><td><input name=l-0-c type=number>
             <tr><td><td><input name=l-1-p><td><input name=l-1-c type=number></table>",
            &["Producto", "Cantidad", "Producto (2)", "Cantidad (2)"],
        ),
        (
            "<table><tr><th colspan=2>About you<tr><td>Name<td><input name=n><tr><td>Age<td><input name=a type=number></table>",
            &["Name", "Age"],
        ),
        (
            "<table><tr><th>Field<th>Value<tr><td>Name<td><input name=n><tr><td>Age<td><input name=a type=number></table>",
            &["Name", "Age"],
        ),
    ] {
        assert_eq!(asked(html), expected, "{html}");
    }
}

/// What is asked, and what is told to the person.
fn asked_and_told(html: &str) -> (Vec<String>, Vec<String>) {
    let taken = taken(html);
    let asked = taken.fields.iter().map(|it| it.id.to_string()).collect();
    let told = taken.left_to_person().into_iter();
    (asked, told.map(str::to_owned).collect())
}

#[wasm_bindgen_test]
fn what_is_out_of_sight_with_all_of_its_form_or_fades_in_is_no_trap() {
    const FIELDS: &str = "<label>Name <input name=name required></label> <label>Phone <input type=tel name=tel></label>
        <label style='position:absolute;left:-9999px'>Trap <input name=trap></label>";
    let drawer = "position:fixed;left:0;top:0;width:300px;transform:translateX(-100%)";
    for (html, asked, told) in [
        (format!("<div style='{drawer}'><form id=host>{FIELDS}</form></div>"), &["name", "tel"][..], &[][..]),
        (format!("<form id=host><div style='{drawer}'>{FIELDS}</div></form>"), &["name", "tel"], &[]),
        ("<form id=host><div style='opacity:0'><label>Name <input name=name></label><label>Town <input name=town></label></div></form>".to_owned(), &["name", "town"], &[]),
        (
            "<form id=host><label>Name <input name=name></label><div style='opacity:0;transition:opacity .4s'><label>Town <input name=town></label></div>
             <div style='opacity:0'><label>Trap <input name=trap></label></div>
             <div style='opacity:0'><label>City <input name=city required></label></div></form>".to_owned(),
            &["name", "town"],
            &["City"],
        ),
    ] {
        let found = asked_and_told(&html);
        assert_eq!((found.0, found.1), (owned(asked), owned(told)), "{html}");
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&it| it.to_owned()).collect()
}

#[wasm_bindgen_test]
fn the_page_says_at_an_input_or_at_its_label_what_no_model_is_told() {
    let taken = taken(
        "<form id=host><label>Illness <input name=a data-kikitori-private></label>
         <label data-kikitori-private>Notes <textarea name=b></textarea></label>
         <label for=c data-kikitori-private>Ward</label><input id=c name=c>
         <fieldset data-kikitori-private><label>Doctor <input name=d></label></fieldset>
         <label>IBAN <input name=e></label><label>IBAN to show <input name=f data-kikitori-private=false></label>
         <label>Town <input name=g></label></form>",
    );
    let private = taken.form.fields.iter().filter(|it| it.private);
    let private: Vec<&str> = private.map(|it| it.id.as_str()).collect();
    assert_eq!(private, ["a", "b", "c", "d", "e"]);
}

#[wasm_bindgen_test]
async fn an_answer_is_written_in_the_way_that_the_inputs_pattern_takes() {
    for (control, said, expected) in [
        (
            "name=a pattern='[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}'",
            "FR76 3000 6000 0112 3456 7890 189",
            "FR7630006000011234567890189",
        ),
        (r"name=a pattern='\d+(,\d{1,2})?'", "12 500,50", "12500,50"),
        (
            "name=a type=tel pattern='0[0-9]{9}'",
            "+31612345678",
            "0612345678",
        ),
        (
            "name=a type=tel pattern='[0-9]{9}'",
            "+351912345678",
            "912345678",
        ),
        ("name=a", "FR76 3000", "FR76 3000"),
        ("name=a pattern='[a-z ]+'", "Anne-Marie", "Anne-Marie"),
    ] {
        let page = Page::new(&format!(
            "<form id=host><label>It <input {control}></label></form>"
        ));
        let form = page.form();
        let taken = take_over(&form.read()).unwrap();
        let control = taken.fields[0].target.controls()[0].clone();
        let put = Put::Text(vec![said.to_owned()]);
        let outcomes = form.fill(&[Write { control, put }]).await;
        assert_eq!(entries(&form), [("a".to_owned(), expected.to_owned())]);
        assert_eq!(outcomes[0].result.is_ok(), said != "Anne-Marie", "{said}");
    }
}
