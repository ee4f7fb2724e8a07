//! JSON held against its description: nothing may be there that is not described, and whatever
//! is described must have been seen somewhere.

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What was seen of a property that is described.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    value: bool,
    null: bool,
    absent: bool,
}

/// The descriptions, and what has been held against them.
#[derive(Debug)]
pub(crate) struct Descriptions {
    /// Schemas by name, each object closed wherever it is used.
    components: Value,
    validators: BTreeMap<String, Validator>,
    /// By component and property.
    seen: BTreeMap<(String, String), Seen>,
    /// Words that were met, by component.
    words: BTreeMap<String, BTreeSet<String>>,
}

impl Descriptions {
    pub(crate) fn new(components: &Value) -> Self {
        let mut components = components.clone();
        for component in components.as_object_mut().unwrap().values_mut() {
            close_parts(component);
        }
        let (validators, seen, words) = Default::default();
        Self { components, validators, seen, words }
    }

    /// What a place of the descriptions says of a value; the place may be a component's name or a
    /// part of it (`Scale/oneOf/1`).
    pub(crate) fn faults(&mut self, place: &str, value: &Value) -> Vec<String> {
        if !self.validators.contains_key(place) {
            let schema = json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$ref": format!("#/components/schemas/{place}"),
                "unevaluatedProperties": false,
                "components": { "schemas": self.components },
            });
            let options = jsonschema::draft202012::options().should_validate_formats(true);
            let validator = options.build(&schema).unwrap();
            self.validators.insert(place.to_string(), validator);
        }
        let errors = self.validators[place].iter_errors(value);
        errors.map(|error| format!("{}: {error}", error.instance_path())).collect()
    }

    /// A document must be as it is described.
    pub(crate) fn check(&mut self, component: &str, value: &Value) {
        let faults = self.faults(component, value);
        let text: String = value.to_string().chars().take(3000).collect();
        assert!(faults.is_empty(), "{component}: {faults:#?}\n{text}");
        self.note(component, component, value);
    }

    /// Notes which parts of the description of `place` (in `component`) the value has.
    fn note(&mut self, component: &str, place: &str, value: &Value) {
        let pointer = format!("/{}", place);
        let Some(schema) = self.components.pointer(&pointer).cloned() else {
            panic!("no {place}");
        };
        if let Some(name) = schema.get("$ref").and_then(referred) {
            self.note(name, name, value);
        }
        for (k, _) in list(&schema, "allOf").iter().enumerate() {
            self.note(component, &format!("{place}/allOf/{k}"), value);
        }
        for (k, branch) in list(&schema, "oneOf").iter().enumerate() {
            let branch_place = format!("{place}/oneOf/{k}");
            let null = branch["type"] == "null";
            if !value.is_null() && !null && self.faults(&branch_place, value).is_empty() {
                self.note(component, &branch_place, value);
            }
        }
        if let (Some(_), Some(word)) = (schema.get("enum"), value.as_str()) {
            self.words.entry(place.to_string()).or_default().insert(word.to_string());
        }
        match value {
            Value::Object(members) => self.note_members(component, place, &schema, members),
            Value::Array(items) => {
                let prefix = list(&schema, "prefixItems").len();
                for (k, item) in items.iter().enumerate() {
                    if k < prefix {
                        self.note(component, &format!("{place}/prefixItems/{k}"), item);
                    } else if schema["items"].is_object() {
                        self.note(component, &format!("{place}/items"), item);
                    }
                }
            }
            _ => {}
        }
    }

    fn note_members(
        &mut self,
        component: &str,
        place: &str,
        schema: &Value,
        members: &Map<String, Value>,
    ) {
        let empty = Map::new();
        let described = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        for name in described.keys() {
            let seen = self.seen.entry((component.to_string(), name.clone())).or_default();
            match members.get(name) {
                None => seen.absent = true,
                Some(Value::Null) => seen.null = true,
                Some(_) => seen.value = true,
            }
            if let Some(value) = members.get(name) {
                self.note(component, &format!("{place}/properties/{name}"), value);
            }
        }
        if schema["additionalProperties"].is_object() {
            for value in members.values() {
                self.note(component, &format!("{place}/additionalProperties"), value);
            }
        }
    }

    /// What is described but was never seen: a property without a value, one that may be left
    /// out but never was, one that may be null but never was, a word.
    pub(crate) fn unseen(&self) -> Vec<String> {
        let mut unseen = Vec::new();
        for (component, schema) in self.components.as_object().unwrap() {
            let mut parts = Vec::new();
            properties(schema, &mut parts);
            for (name, property, required) in parts {
                let key = (component.clone(), name.clone());
                let seen = self.seen.get(&key).copied().unwrap_or_default();
                if !seen.value {
                    unseen.push(format!("{component}.{name}"));
                }
                if !required && !seen.absent {
                    unseen.push(format!("{component}.{name} left out"));
                }
                if may_be_null(&property) && !seen.null {
                    unseen.push(format!("{component}.{name} null"));
                }
            }
            if let Some(words) = schema.get("enum").and_then(Value::as_array) {
                let met = self.words.get(component);
                for word in words.iter().filter_map(Value::as_str) {
                    if !met.is_some_and(|met| met.contains(word)) {
                        unseen.push(format!("{component} \"{word}\""));
                    }
                }
            }
        }
        unseen
    }
}

/// Properties of a schema with their own schemas, and whether they must be there.
fn properties(schema: &Value, found: &mut Vec<(String, Value, bool)>) {
    for key in ["allOf", "oneOf"] {
        for part in list(schema, key) {
            properties(part, found);
        }
    }
    if let Some(own) = schema.get("properties").and_then(Value::as_object) {
        let required = list(schema, "required");
        for (name, property) in own {
            let must = required.iter().any(|wanted| wanted == name);
            found.push((name.clone(), property.clone(), must));
            // Objects described in place: the content of a variant.
            properties(property, found);
        }
    }
}

fn may_be_null(schema: &Value) -> bool {
    let null = |schema: &Value| match &schema["type"] {
        Value::Array(types) => types.iter().any(|x| x == "null"),
        one => one == "null",
    };
    null(schema) || list(schema, "oneOf").iter().any(null)
}

fn list<'s>(schema: &'s Value, key: &str) -> &'s [Value] {
    schema.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The component that a reference names.
pub(crate) fn referred(reference: &Value) -> Option<&str> {
    reference.as_str()?.strip_prefix("#/components/schemas/")
}

/// Every object that is used by these parts of a schema may have what is described and nothing
/// else. The schema itself stays open: a larger one may take it in (`allOf`).
fn close_parts(schema: &mut Value) {
    let Some(parts) = schema.as_object_mut() else { return };
    for key in ["allOf", "oneOf"] {
        if let Some(branches) = parts.get_mut(key).and_then(Value::as_array_mut) {
            branches.iter_mut().for_each(close_parts);
        }
    }
    if let Some(items) = parts.get_mut("prefixItems").and_then(Value::as_array_mut) {
        items.iter_mut().for_each(close);
    }
    if let Some(properties) = parts.get_mut("properties").and_then(Value::as_object_mut) {
        properties.values_mut().for_each(close);
    }
    for key in ["items", "additionalProperties"] {
        if let Some(part) = parts.get_mut(key) {
            close(part);
        }
    }
}

fn close(schema: &mut Value) {
    close_parts(schema);
    if let Some(parts) = schema.as_object_mut() {
        parts.insert("unevaluatedProperties".into(), false.into());
    }
}
