//! The two locale files have the same keys and the same placeholders, and one word for one thing.

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

/// The words of the glossary in CONTRIBUTING.md, behind those that it replaced.
const REPLACED: [(Lang, &[&str], &str); 22] = [
    (Lang::JA, &["対局数の期待値", "平均対局数", "対局数の平均"], "平均局数"),
    (Lang::JA, &["最大対局数", "上限対局数", "最大の局数"], "最大局数"),
    (Lang::JA, &["勝つ見込み"], "シリーズ勝率"),
    (Lang::JA, &["スコアシート"], "記録用紙"),
    (Lang::JA, &["ルールシート", "説明ページ"], "ルール説明書"),
    (Lang::JA, &["ワークブック"], "Excel ブック"),
    (Lang::JA, &["ツリー"], "樹形図"),
    (Lang::JA, &["手番の決め方"], "手番の順"),
    (Lang::JA, &["試行", "シミュレート"], "シミュレーション"),
    (Lang::JA, &["引き分け"], "引分け"),
    (Lang::JA, &["0 が均等", "正確な", "正確に", "理論値"], "公平、厳密"),
    (Lang::JA, &["おなじみ"], "よくある"),
    (Lang::JA, &["だれ"], "誰"),
    (Lang::JA, &["失敗込", "失敗抜"], "全シリーズ、決着したシリーズ"),
    (Lang::JA, &["封印"], "改ざん防止コード"),
    (Lang::JA, &["互角の"], "同じ強さの"),
    (Lang::JA, &["％", "０", "１", "２", "３", "４", "５", "６", "７", "８", "９"], "half width"),
    (Lang::EN, &["Most games", "argest number of games"], "maximum games"),
    (Lang::EN, &["with dice", "throw dice", "by dice"], "simulated"),
    (Lang::EN, &["Throw", "in silence", "or silence"], "discard, damaten"),
    (Lang::EN, &["everybody knows", "strength taken out", "laid down"], "common, adjusted, agreed"),
    (Lang::EN, &["reckon", "Reckon", " so many", " he ", " his ", "by itself"], "plain English"),
];

#[test]
fn one_word_for_one_thing() {
    for (lang, replaced, wanted) in REPLACED {
        for (key, text) in locale(lang) {
            let found = replaced.iter().find(|word| text.contains(**word));
            assert_eq!(found, None, "{key}: {wanted}");
        }
    }
}

/// The same in what users read beside the program, but for code and what may be typed.
#[test]
fn documents_use_the_same_words() {
    let root = format!("{}/../..", env!("CARGO_MANIFEST_DIR"));
    let files = [root.clone(), format!("{root}/docs")].into_iter().flat_map(|folder| {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{folder}: {e}"));
        entries.map(|entry| entry.expect("an entry").path())
    });
    let mut read = 0;
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // These tell of the code, and of the past.
        let for_users = !["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"].contains(&&*name);
        let lang = if name.ends_with(".ja.md") { Lang::JA } else { Lang::EN };
        if !name.ends_with(".md") || !for_users {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a document");
        read += 1;
        for (number, line) in (1..).zip(text.lines()) {
            let said: String = line.split('`').step_by(2).collect();
            let replaced = REPLACED.iter().filter(|(of, ..)| *of == lang);
            for (_, words, wanted) in replaced.filter(|_| !line.starts_with("    ")) {
                let found = words.iter().find(|word| said.contains(**word));
                assert_eq!(found, None, "{name}:{number}: {wanted}");
            }
        }
    }
    assert!(read > 20, "{read} documents");
}

/// The word for the ratings of players, which is not that of a rate.
#[test]
fn ratings_are_written_out() {
    for (key, text) in locale(Lang::JA) {
        let short = text.replace("レーティング", "").replace("パレート", "").contains("レート");
        assert!(!short, "{key}: レーティング");
    }
}
