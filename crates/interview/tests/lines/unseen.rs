//! Lists in languages and of things that no other test has: what code makes of what a reader reports.

use super::people::{Read, form_of, listed, not_translated, shown};
use super::*;

/// The lines and what was set aside, after what readers were called for so often.
fn read(
    language: &'static str,
    fields: &Value,
    list: &str,
    reads: &'static [Read<'static>],
    calls: usize,
) -> Vec<String> {
    let form = form_of(language, "L", fields);
    let (interview, given) = listed(language, &form, list, reads, not_translated);
    assert_accounted_for(&interview, list);
    assert_eq!(given.len(), calls, "{given:?}");
    shown(&interview)
}

#[test]
fn equipment_with_units_in_czech() {
    const READ: &[Read<'_>] = &[
        ("Vybavení", "remark", &[]),
        (
            "Stan",
            "line",
            &[
                "what=Stan (4 osoby)",
                "count=2",
                "weight=3,5 kg",
                "state=nové",
            ],
        ),
        (
            "Vařič",
            "line",
            &[
                "what=Vařič plynový",
                "count=1",
                "weight=0,8kg",
                "state=použitý=used",
                "from=31. 6. 2027",
            ],
        ),
        (
            "Lano",
            "line",
            &["what=Lano 10 m", "count=půltuctu=6", "weight=1 250 g"],
        ),
        (
            "Lékárnička",
            "line",
            &[
                "what=Lékárnička",
                "count=3",
                "from=12. března 2027=2027-03-12",
            ],
        ),
        ("Celkem", "total", &[]),
    ];
    let fields = json!([
        {"id": "what", "label": "Věc", "required": true, "answer": {"type": "shortText"}},
        {"id": "count", "label": "Kusů", "required": true, "answer": {"type": "integer", "unit": "ks"}},
        {"id": "weight", "label": "Váha", "required": false, "answer": {"type": "number", "unit": "kg"}},
        {"id": "state", "label": "Stav", "required": false, "answer": {"type": "choice", "options": [
            {"value": "new", "label": "nové"}, {"value": "used", "label": "použité"}]}},
        {"id": "from", "label": "Od", "required": false, "answer": {"type": "date"}}]);
    let list = "Vybavení pro tábor, celkem 4 položky:\n\
        Stan (4 osoby) – 2 ks, 3,5 kg, nové\n\
        Vařič plynový 1 ks 0,8kg použitý, od 31. 6. 2027\n\
        Lano 10 m, půltuctu, 1 250 g\n\
        Lékárnička 3 ks, od 12. března 2027\n\
        Celkem 13 ks";
    assert_eq!(
        read("cs", &fields, list, READ, 2),
        [
            "what=Stan (4 osoby); count=2; weight=3.5; state=new [high]",
            "what=Vařič plynový; count=1; weight=0.8; state=used; Od: “31. 6. 2027” does not fit [low]",
            "what=Lano 10 m; count=6; Váha: “1 250 g” does not fit, it is needed in kg [low]",
            "what=Lékárnička; count=3; from=2027-03-12 [high]",
            // It adds up to another number: somebody has to know.
            "it is unclear what this is [low]",
            "remark: Vybavení pro tábor, celkem 4 položky:",
        ]
    );
}

#[test]
fn guests_with_diets_in_turkish() {
    const READ: &[Read<'_>] = &[
        ("Merhaba", "remark", &[]),
        (
            "Ayşe",
            "line",
            &["who=Ayşe Kaya", "diet=VEJETARYEN", "age=34"],
        ),
        (
            "Mehmet",
            "line",
            &["who=Mehmet", "diet=glutensiz=glütensiz", "age=kırk iki=42"],
        ),
        ("Işıl", "line", &["who=Işıl", "diet=fıstık alerjisi"]),
        (
            "Deniz",
            "line",
            &[
                "who=Deniz",
                "diet=vejeteryan=vejetaryen",
                "age=yedi buçuk=7.5",
            ],
        ),
        ("Ali ile Can", "line", &["who=Ali", "diet=hepsini yer=yok"]),
        ("Ali ile Can", "line", &["who=Can", "diet=hepsini yer=yok"]),
    ];
    let fields = json!([
        {"id": "who", "label": "Ad", "required": true, "answer": {"type": "shortText"}},
        {"id": "diet", "label": "Diyet", "required": true, "answer": {"type": "choice",
            "options": ["vejetaryen", "glütensiz", "yok"], "other": true}},
        {"id": "age", "label": "Yaş", "required": false, "answer": {"type": "integer"}}]);
    let list = "Merhaba, 6 kişi geliyoruz\n\
        Ayşe Kaya, 34, VEJETARYEN\n\
        Mehmet (kırk iki) glutensiz\n\
        Işıl – fıstık alerjisi\n\
        Deniz vejeteryan, yedi buçuk\n\
        Ali ile Can hepsini yer";
    assert_eq!(
        read("tr", &fields, list, READ, 2),
        [
            "who=Ayşe Kaya; diet=vejetaryen; age=34 [high]",
            "who=Mehmet; diet=glütensiz; age=42 [low]",
            "who=Işıl; diet=fıstık alerjisi [medium]",
            "who=Deniz; diet=vejetaryen; Yaş: “yedi buçuk” does not fit [low]",
            "who=Ali; diet=yok [low]",
            "who=Can; diet=yok [low]",
            "remark: Merhaba, 6 kişi geliyoruz",
        ]
    );
}

#[test]
fn an_order_in_korean() {
    const READ: &[Read<'_>] = &[
        ("안녕하세요", "remark", &[]),
        (
            "1.",
            "line",
            &["what=생수 500ml", "count=20", "unit=병", "price=1만 2천원"],
        ),
        (
            "2.",
            "line",
            &[
                "what=종이컵",
                "count=3",
                "unit=박스",
                "price=개당 4,500원=4500",
            ],
        ),
        (
            "3.",
            "line",
            &["what=커피믹스", "count=다섯=5", "unit=통=기타"],
        ),
        ("합계", "total", &[]),
        ("감사합니다", "remark", &[]),
    ];
    let fields = json!([
        {"id": "what", "label": "품목", "required": true, "answer": {"type": "shortText"}},
        {"id": "count", "label": "수량", "required": true, "answer": {"type": "integer"}},
        {"id": "unit", "label": "단위", "required": true, "answer": {"type": "choice",
            "options": ["병", "박스"], "other": true}},
        {"id": "price", "label": "가격", "required": false, "answer": {"type": "number", "unit": "원"}}]);
    let list = "안녕하세요, 3가지 주문합니다：\n\
        1. 생수 500ml 20병 1만 2천원\n\
        2. 종이컵 3박스, 개당 4,500원\n\
        3. 커피믹스 다섯 통\n\
        합계 28개, 16,500원\n\
        감사합니다!";
    assert_eq!(
        read("ko", &fields, list, READ, 1),
        [
            "what=생수 500ml; count=20; unit=병; price=12000 [high]",
            "what=종이컵; count=3; unit=박스; price=4500 [medium]",
            "what=커피믹스; count=5; unit=통 [low]",
            "remark: 안녕하세요, 3가지 주문합니다：",
            "total: 합계 28개, 16,500원",
            "remark: 감사합니다!",
        ]
    );
}
