//! The OpenAPI document, made from the table of endpoints and the words of the help.

use super::{ENDPOINTS, Endpoint, FILES, Format};
use crate::{
    access::MARK,
    error::{ApiError, named},
    query::{parameters, preferred},
};
use axum::{
    extract::Request,
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
};
use kakukin_query::{Field, Kind};
use kakukin_report::{Lang, schema, translate, try_translate};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// Values that show how a parameter is written: endpoint, parameter, value. An empty endpoint is
/// any that has the parameter and is not named itself. Those of one endpoint make a request that
/// is answered.
const EXAMPLES: [(&str, &str, Option<&str>); 24] = [
    ("mahjong-points", "hand", Some("223344067789p55s")),
    ("mahjong-points", "win", Some("0p")),
    ("mahjong-points", "tsumo", Some("true")),
    // The chain is given by numbers, or by a hand and its form.
    ("mahjong-chain", "hand", None),
    ("mahjong-chain", "useful", Some("8,4")),
    ("chart-match", "sprt", Some("0,5")),
    // What takes long by itself is shown with a small number.
    ("simulate", "series", Some("1000")),
    ("workbook", "series", Some("10")),
    ("workbook", "limit", Some("5")),
    ("event-study", "stages", Some("groups:2 > 2 > knockout")),
    ("event-study", "field", Some("8")),
    ("event-study", "simulate", Some("100")),
    ("event-find", "stages", Some("knockout")),
    ("event-find", "simulate", Some("20")),
    ("event-pair", "stages", Some("league")),
    ("event-sheets", "stages", Some("swiss:2")),
    ("event-bracket", "stages", Some("knockout")),
    ("", "hours", Some("8")),
    ("", "minutes", Some("40")),
    ("", "field", Some("6")),
    ("", "hand", Some("234m456799p22678s")),
    ("", "p", Some("70%")),
    ("", "f", Some("10%")),
    ("", "points", Some("1/2/3")),
];

pub(super) async fn document(request: Request) -> Response {
    let preferred = preferred(request.headers());
    let lang = parameters(request.uri().query().unwrap_or(""))
        .and_then(|mut given| super::job::language(given.word("lang")?.as_deref(), preferred));
    match lang {
        Ok(lang) => ([(CONTENT_TYPE, "application/json")], lang.pick(TEXTS.each_ref()).as_str())
            .into_response(),
        Err(error) => ApiError::input(&error, preferred).into_response(),
    }
}

/// The document in both languages, written once.
static TEXTS: LazyLock<[String; 2]> =
    LazyLock::new(|| Lang::ALL.map(|lang| describe(lang).to_string()));

/// The whole API in one language.
pub(crate) fn describe(lang: Lang) -> Value {
    let mut generator = schema::generator();
    generator.subschema_for::<ApiError>();
    let schemas = schema::components(generator);
    let mut paths = Map::new();
    for endpoint in ENDPOINTS.iter() {
        let method = endpoint.method();
        let path = paths.entry(endpoint.path()).or_insert_with(|| json!({}));
        path[method] = operation(endpoint, lang);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Kakukin",
            "version": env!("CARGO_PKG_VERSION"),
            "description": translate(lang, "web.openapi.about"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        // A server has a key or not; the document is the same.
        "security": [{}, { "key": [] }],
        "components": {
            "schemas": schemas,
            "securitySchemes": { "key": {
                "type": "http", "scheme": "bearer",
                "description": translate(lang, "web.openapi.key"),
            } },
        },
    })
}

fn operation(endpoint: &Endpoint, lang: Lang) -> Value {
    let command = endpoint.command();
    let method = endpoint.method();
    let mut list: Vec<Value> =
        endpoint.fields.iter().map(|field| parameter(field, endpoint, lang)).collect();
    let names: Vec<&str> = endpoint.formats.iter().map(|format| format.name()).collect();
    list.push(choice("lang", &["ja", "en"], lang));
    list.push(choice("format", &names, lang));
    let mut content = Map::new();
    for format in endpoint.formats {
        let schema = match (format, &endpoint.schema) {
            (Format::Json, Some(name)) => json!({ "$ref": format!("#/components/schemas/{name}") }),
            _ => json!({ "type": "string" }),
        };
        content.insert(media(*format), json!({ "schema": schema }));
    }
    if endpoint.formats.contains(&Format::Json) {
        content.insert("text/event-stream".into(), json!({ "schema": { "type": "string" } }));
    }
    let refused = |key: &str| {
        let schema = json!({ "$ref": "#/components/schemas/ApiError" });
        json!({
            "description": translate(lang, &format!("web.openapi.{key}")),
            "content": { "application/json": { "schema": schema } },
        })
    };
    let mut responses = json!({
        "200": { "description": translate(lang, "web.openapi.answer"), "content": content },
        "401": refused("locked"),
        "403": refused("foreign"),
        "421": refused("misdirected"),
        "422": refused("refused"),
        "503": refused("full"),
    });
    if endpoint.formats.contains(&Format::Pdf) {
        responses["501"] = refused("no_printer");
        responses["502"] = refused("unprinted");
    }
    if endpoint.takes_files() {
        list.push(mark(lang));
    }
    let mut operation = json!({
        "operationId": format!("{method}-{command}"),
        "tags": [endpoint.name.split('/').next().unwrap_or_default()],
        "summary": about(method, &command, lang),
        "parameters": list,
    });
    if endpoint.takes_files() {
        for (status, key) in [("400", "multipart"), ("408", "slow"), ("413", "too_large")] {
            responses[status] = refused(key);
        }
        operation["requestBody"] = json!({
            "required": true,
            "content": { "multipart/form-data": { "schema": parts(endpoint, lang) } },
        });
    }
    operation["responses"] = responses;
    operation
}

/// The parts in which files come: any number of one, or one of each.
fn parts(endpoint: &Endpoint, lang: Lang) -> Value {
    if endpoint.parts == FILES {
        let files = json!({ "type": "array", "items": { "type": "string", "format": "binary" } });
        return json!({
            "type": "object", "required": FILES, "properties": { "files": files },
        });
    }
    let part = |name: &&str| {
        let words = translate(lang, &format!("web.openapi.part-{name}"));
        (name.to_string(), json!({ "type": "string", "format": "binary", "description": words }))
    };
    let properties: Map<String, Value> = endpoint.parts.iter().map(part).collect();
    json!({ "type": "object", "minProperties": 1, "properties": properties })
}

/// What a command is for, as its help says; endpoints that are no commands have words of their
/// own.
fn about(method: &str, command: &str, lang: Lang) -> String {
    let own = [format!("{method}-{command}"), command.to_string()];
    let own = own.iter().find_map(|key| try_translate(lang, &format!("web.openapi.about-{key}")));
    named(&own.unwrap_or_else(|| translate(lang, &format!("help.about.{command}"))))
}

/// The header without which nothing that sends files is answered.
fn mark(lang: Lang) -> Value {
    let (name, value) = MARK;
    json!({
        "name": name, "in": "header", "required": true,
        "description": translate(lang, "web.openapi.mark"),
        "schema": { "type": "string", "enum": [value] },
    })
}

/// A parameter, with the words that the help of the command line has for it.
fn parameter(field: &Field, endpoint: &Endpoint, lang: Lang) -> Value {
    let option = field.name.replace('_', "-");
    let required = endpoint.required.contains(&field.name);
    let endpoint = endpoint.command();
    // A chart has the options of what it shows.
    let command = endpoint.trim_start_matches("chart-");
    let group = command.split('-').next().unwrap_or_default();
    let own = [
        // Where the server has a bound of its own.
        format!("web.openapi.of.{endpoint}.{option}"),
        format!("web.openapi.of.{group}.{option}"),
        format!("help.arg.{command}-{option}"),
        format!("help.arg.{group}-{option}"),
        format!("web.openapi.{option}"),
        format!("help.arg.{option}"),
    ];
    let words = own.iter().find_map(|key| try_translate(lang, key)).unwrap_or_default();
    let words = named(&words);
    let schema = match field.kind {
        Kind::Text => json!({ "type": "string" }),
        Kind::List => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Flag => json!({ "type": "boolean" }),
    };
    let mut parameter = json!({
        "name": field.name, "in": "query", "required": required,
        "description": words, "schema": schema,
    });
    if let Some(example) = example(field, &endpoint) {
        parameter["example"] = example;
    }
    if field.kind == Kind::List {
        parameter["style"] = json!("form");
        parameter["explode"] = json!(true);
    }
    parameter
}

/// How the value of a parameter is written.
fn example(field: &Field, command: &str) -> Option<Value> {
    let of = |endpoint: &str| {
        EXAMPLES.iter().find(|(of, name, _)| *of == endpoint && *name == field.name)
    };
    let (_, _, value) = of(command).or_else(|| of(""))?;
    Some(match field.kind {
        Kind::Text => json!(value.as_ref()?),
        Kind::List => json!([value.as_ref()?]),
        Kind::Flag => json!(value.is_some()),
    })
}

fn choice(name: &str, values: &[&str], lang: Lang) -> Value {
    json!({
        "name": name, "in": "query", "required": false,
        "description": translate(lang, &format!("web.openapi.{name}")),
        "schema": { "type": "string", "enum": values },
    })
}

/// The media type without its parameters.
fn media(format: Format) -> String {
    format.content_type().split(';').next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_endpoint_and_parameter_has_words_in_both_languages() {
        for lang in Lang::ALL {
            let document = describe(lang);
            for (path, methods) in document["paths"].as_object().unwrap() {
                for operation in methods.as_object().unwrap().values() {
                    let summary = operation["summary"].as_str().unwrap();
                    assert!(!summary.is_empty() && !summary.contains("help."), "{path} {summary}");
                    for parameter in operation["parameters"].as_array().unwrap() {
                        let words = parameter["description"].as_str().unwrap();
                        assert!(!words.is_empty(), "{path} {} {lang:?}", parameter["name"]);
                    }
                }
            }
        }
    }

    #[test]
    fn every_reference_is_resolved() {
        fn walk(value: &Value, root: &Value) {
            if let Some(Value::String(reference)) = value.get("$ref") {
                let pointer = reference.trim_start_matches('#');
                assert!(root.pointer(pointer).is_some(), "{reference}");
            }
            match value {
                Value::Array(list) => list.iter().for_each(|value| walk(value, root)),
                Value::Object(map) => map.values().for_each(|value| walk(value, root)),
                _ => {}
            }
        }
        let document = describe(Lang::EN);
        walk(&document, &document);
    }
}
