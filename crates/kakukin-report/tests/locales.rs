//! The two locale files have the same keys and the same placeholders.

use kakukin_report::Lang;
use std::collections::{BTreeMap, BTreeSet};

fn flatten(prefix: &str, table: &toml::Table, into: &mut BTreeMap<String, String>) {
    for (key, value) in table {
        let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            toml::Value::Table(table) => flatten(&key, table, into),
            toml::Value::String(text) => {
                into.insert(key, text.clone());
            }
            other => panic!("{key} is not text: {other}"),
        }
    }
}

fn locale(lang: Lang) -> BTreeMap<String, String> {
    let path = format!("{}/locales/{}.toml", env!("CARGO_MANIFEST_DIR"), lang.tag());
    let table: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let mut keys = BTreeMap::new();
    flatten("", &table, &mut keys);
    keys
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.match_indices("%{")
        .filter_map(|(at, _)| text[at..].split_once('}'))
        .map(|(x, _)| x)
        .collect()
}

#[test]
fn both_languages_have_the_same_keys_and_placeholders() {
    let (en, ja) = (locale(Lang::EN), locale(Lang::JA));
    let keys = |locale: &BTreeMap<String, String>| locale.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(keys(&en), keys(&ja));
    for (key, text) in &en {
        assert_eq!(placeholders(text), placeholders(&ja[key]), "{key}");
        assert!(!text.is_empty() && !ja[key].is_empty(), "{key}");
    }
}
