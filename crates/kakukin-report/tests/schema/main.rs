//! Every document against its schema: real ones of every kind, in all their variants.

mod described;
mod events;
mod games;
mod hands;
mod logs;
mod matches;
mod series;

use crate::{
    events::events,
    games::{leagues, records},
    hands::{calls, hands, points, scores},
    logs::logs,
    matches::matches,
    series::{by_elo, finder_documents, live, series, series_documents, sheets},
};
use described::{Descriptions, referred};
use kakukin_report::{EvalDocument, schema};
use kakukin_series::EvaluationOptions;
use serde::Serialize;
use serde_json::{Value, json};

/// What is described but cannot be shown here, or only with hours of work.
const NEVER_SEEN: &[&str] = &[
    // A draw and a discard after which the hand can never be completed.
    "ScoreStepDocument.shanten null",
    "WayStep.shanten null",
    // Only estimates of version 1, read back by `find`, lack the ends of their intervals.
    "Recommended.f_high left out",
    "Recommended.f_low left out",
    "Recommended.p_high left out",
    "Recommended.p_low left out",
    // Players who have not met are not listed.
    "Duel.first_score null",
    "MatchFigures.deviation null",
    "MatchFigures.los null",
    "MatchFigures.score null",
    // A rule that everybody knows has all that a rule has that was found, but is not ranked.
    "BaselineDocument.reason",
    // Only rules that everybody knows may leave every series undecided.
    "FoundDocument.bias null",
    "FoundDocument.decided null",
    // A draw that wins the series where a win does not.
    "NeedKind \"draw\"",
    // Draws that are played again leave some rule in every case, and all are ranked by their worst.
    "WorkbookCase.found null",
    "WorkbookFound.worst null",
];

fn components() -> Value {
    schema::components(schema::generator()).into()
}

#[test]
fn every_document_is_as_it_is_described() {
    let mut all = Descriptions::new(&components());
    series_documents(&mut all);
    finder_documents(&mut all);
    sheets(&mut all);
    live(&mut all);
    records(&mut all);
    leagues(&mut all);
    logs(&mut all);
    matches(&mut all);
    events(&mut all);
    hands(&mut all);
    scores(&mut all);
    calls(&mut all);
    points(&mut all);
    let unseen = all.unseen();
    let unexpected: Vec<_> = unseen.iter().filter(|x| !NEVER_SEEN.contains(&x.as_str())).collect();
    assert!(unexpected.is_empty(), "described, but never seen: {unexpected:#?}");
    let seen: Vec<_> =
        NEVER_SEEN.iter().filter(|x| !unseen.iter().any(|known| known == *x)).collect();
    assert!(seen.is_empty(), "seen after all: {seen:#?}");
}

fn check(all: &mut Descriptions, component: &str, document: &impl Serialize) {
    all.check(component, &serde_json::to_value(document).unwrap());
}

/// The check itself: whatever is put wrong in a document is found.
#[test]
fn what_is_not_described_is_refused() {
    let mut all = Descriptions::new(&components());
    let series = series(by_elo(), "1/2/3", "alternating", "pass");
    let options = EvaluationOptions { exact: true, ..EvaluationOptions::default() };
    let good =
        serde_json::to_value(EvalDocument::new(&series.evaluate(&options).unwrap())).unwrap();
    assert!(all.faults("EvalDocument", &good).is_empty());
    let mut refused = |pointer: &str, change: &dyn Fn(&mut Value)| {
        let mut bad = good.clone();
        change(bad.pointer_mut(pointer).unwrap());
        assert!(!all.faults("EvalDocument", &bad).is_empty(), "{pointer}: {bad}");
    };
    let objects = [
        "",
        "/model",
        "/model/a_first",
        "/rule",
        "/outcome",
        "/decided",
        "/exact",
        "/exact/outcome",
        "/games",
        "/games/distribution/0",
    ];
    for pointer in objects {
        refused(pointer, &|object| object["more"] = json!(1));
    }
    for (pointer, member) in
        [("", "bias"), ("/outcome", "none"), ("/outcome", "a"), ("/rule", "turns")]
    {
        refused(pointer, &|object| {
            object.as_object_mut().unwrap().remove(member);
        });
    }
    for pointer in
        ["/model", "/model/p", "/exact", "/rule/limit", "/outcome/none", "/games/distribution"]
    {
        refused(pointer, &|value| *value = Value::Null);
    }
    for pointer in ["/schema", "/model/p", "/rule/limit", "/exact/outcome/a", "/games/distribution"]
    {
        refused(pointer, &|value| *value = json!(true));
    }
    refused("/schema", &|value| *value = json!("kakukin/find/1"));
    refused("/rule/limit", &|value| *value = json!(-1));
    refused("/rule/limit", &|value| *value = json!(1.5));
}

/// Names of the registry of formats that are used, and none.
const FORMATS: [&str; 8] =
    ["", "double", "int32", "int64", "uint8", "uint32", "uint64", "date-time"];

/// A name stands for one schema only, every reference leads somewhere, and every property and
/// every component says in words what it is.
#[test]
fn names_are_unique_and_everything_is_explained() {
    let components = components();
    let components = components.as_object().unwrap();
    fn walk(place: &str, schema: &Value, components: &serde_json::Map<String, Value>) {
        match schema {
            Value::Object(members) => {
                if let Some(name) = members.get("$ref").and_then(referred) {
                    assert!(components.contains_key(name), "{place}: {name}");
                }
                // Unsigned numbers are called so: a seed does not fit into `int64`.
                let format = members.get("format").and_then(Value::as_str).unwrap_or("");
                assert!(FORMATS.contains(&format), "{place}: {format}");
                let unsigned = members.get("minimum") == Some(&json!(0));
                assert!(!unsigned || !format.starts_with("int"), "{place}: {format}");
                if let Some(properties) = members.get("properties").and_then(Value::as_object) {
                    for (name, property) in properties {
                        let said =
                            |x: &Value| x["description"].as_str().is_some_and(|x| !x.is_empty());
                        let branch =
                            property["oneOf"].as_array().is_some_and(|x| x.iter().any(said));
                        let tag = name == "kind" && property["const"].is_string();
                        // The content of a variant is explained where the variant is.
                        let variant = properties.len() == 1 && said(schema);
                        let explained = said(property) || branch || tag || variant;
                        assert!(explained, "{place}.{name}: {property}");
                    }
                }
                for (name, part) in members {
                    walk(&format!("{place}/{name}"), part, components);
                }
            }
            Value::Array(parts) => parts.iter().for_each(|part| walk(place, part, components)),
            _ => {}
        }
    }
    for (name, schema) in components {
        assert!(schema["description"].is_string(), "{name}: {schema}");
        // Of two types with one name the second would have a number.
        let base = name.trim_end_matches(|last: char| last.is_ascii_digit());
        assert!(base == name || !components.contains_key(base), "two types are called {base}");
        walk(name, schema, components);
    }
}
