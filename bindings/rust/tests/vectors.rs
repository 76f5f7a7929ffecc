//! What every binding gives for the same input.

mod common;

use common::{code, for_both, get, vectors};
use serde_json::Value;
use vesta::{Code, Form, Id, Parts, Uuid};

const FORMS: [(&str, Form); 8] = [
    ("decimal", Form::Decimal),
    ("hex", Form::Hex),
    ("base32", Form::Base32),
    ("base58", Form::Base58),
    ("base62", Form::Base62),
    ("uuid", Form::Uuid),
    ("base32-check", Form::Base32Check),
    ("typeid", Form::TypeId),
];

fn form(name: &Value) -> Form {
    FORMS.iter().find(|each| each.0 == name).unwrap().1
}

fn text(of: &Value) -> &str {
    of.as_str().unwrap()
}

fn all(name: &str) -> Vec<Value> {
    vectors()[name].as_array().unwrap().clone()
}

fn parts(from: &Value) -> Parts {
    let number = |name: &str| from[name].as_u64().unwrap();
    Parts {
        version: number("version"),
        r#type: number("type"),
        gen_method: number("gen_method"),
        machine: number("machine"),
        time: number("time"),
        seq: number("seq"),
        unix_ms: from["unix_ms"].as_i64().unwrap_or(0),
    }
}

#[test]
fn ids_have_these_parts_and_are_made_of_them() {
    for_both(|ids| {
        for each in all("ids") {
            let (from, id) = (get(&ids, text(&each["generator"])), text(&each["id"]).parse().unwrap());
            assert_eq!(from.explain(id).unwrap(), parts(&each["parts"]), "{each}");
            assert_eq!(from.make(&parts(&each["parts"])).unwrap(), id, "{each}");
        }
    });
}

#[test]
fn refuses_what_the_vectors_refuse() {
    for_both(|ids| {
        for each in all("refused_parts") {
            let got = get(&ids, text(&each["generator"])).make(&parts(&each["parts"]));
            assert_eq!(code(got), text(&each["error"]), "{each}");
        }
        for each in all("refused_generators") {
            let got = ids.generator(text(&each["generator"])).and_then(|from| from.next());
            assert_eq!(code(got), text(&each["error"]), "{each}");
        }
    });
    for each in all("refused_settings") {
        let got = vesta::open_text(&each["settings"].to_string()).map(|_| ());
        assert_eq!(code(got), text(&each["error"]), "{each}");
    }
}

#[test]
fn texts_are_those_of_the_vectors() {
    for each in all("texts") {
        let id: Id = text(&each["id"]).parse().unwrap();
        for (name, form) in FORMS.into_iter().filter(|of| of.1 != Form::TypeId) {
            assert_eq!(id.text(form), text(&each[name]));
            assert_eq!(Id::parse(text(&each[name]), form).unwrap(), id);
        }
    }
    for each in all("lenient_texts") {
        assert_eq!(Id::parse(text(&each["text"]), form(&each["form"])).unwrap().to_string(), text(&each["id"]));
    }
    for each in all("refused_texts") {
        assert_eq!(code(Id::parse(text(&each["text"]), form(&each["form"]))), "invalid-argument", "{each}");
    }
}

#[test]
fn texts_of_128_bits_are_those_of_the_vectors() {
    for each in all("uuid_texts") {
        let id: Uuid = text(&each["uuid"]).parse().unwrap();
        assert_eq!(Uuid::from(u128::from(id)), id);
        for (name, written) in each.as_object().unwrap() {
            assert_eq!(id.text(form(&name.as_str().into())), text(written));
            assert_eq!(Uuid::parse(text(written), form(&name.as_str().into())).unwrap(), id);
        }
    }
    for each in all("lenient_uuid_texts") {
        assert_eq!(Uuid::parse(text(&each["text"]), form(&each["form"])).unwrap().to_string(), text(&each["uuid"]));
    }
    for each in all("refused_uuid_texts") {
        assert_eq!(code(Uuid::parse(text(&each["text"]), form(&each["form"]))), "invalid-argument", "{each}");
    }
}

#[test]
fn ids_of_128_bits_have_these_parts() {
    for_both(|ids| {
        for each in all("uuids") {
            let got = get(&ids, text(&each["generator"])).explain_uuid(text(&each["uuid"]).parse().unwrap());
            assert_eq!(got.unwrap(), parts(&each["parts"]), "{each}");
        }
        for each in all("refused_uuids") {
            let got = get(&ids, text(&each["generator"])).explain_uuid(text(&each["uuid"]).parse().unwrap());
            assert_eq!(code(got), text(&each["error"]), "{each}");
        }
    });
}

#[test]
fn codes_have_the_names_of_the_vectors() {
    for (number, name) in vectors()["codes"].as_object().unwrap() {
        let code = Code::from_name(text(name)).unwrap();
        assert_eq!((code as i32).to_string(), *number);
        assert_eq!(code.to_string(), text(name));
    }
}
