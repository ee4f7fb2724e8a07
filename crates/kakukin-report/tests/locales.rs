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
    let (en, ja) = (locale(Lang::En), locale(Lang::Ja));
    let keys = |locale: &BTreeMap<String, String>| locale.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(keys(&en), keys(&ja));
    for (key, text) in &en {
        assert_eq!(placeholders(text), placeholders(&ja[key]), "{key}");
        assert!(!text.is_empty() && !ja[key].is_empty(), "{key}");
    }
}

/// The words of the glossary in CONTRIBUTING.md, behind those that it replaced.
const REPLACED: [(Lang, &[&str], &str); 22] = [
    (Lang::Ja, &["対局数の期待値", "平均対局数", "対局数の平均"], "平均局数"),
    (Lang::Ja, &["最大対局数", "上限対局数", "最大の局数"], "最大局数"),
    (Lang::Ja, &["勝つ見込み"], "シリーズ勝率"),
    (Lang::Ja, &["スコアシート"], "記録用紙"),
    (Lang::Ja, &["ルールシート", "説明ページ"], "ルール説明書"),
    (Lang::Ja, &["ワークブック"], "Excel ブック"),
    (Lang::Ja, &["ツリー"], "樹形図"),
    (Lang::Ja, &["手番の決め方"], "手番の順"),
    (Lang::Ja, &["試行", "シミュレート"], "シミュレーション"),
    (Lang::Ja, &["引き分け"], "引分け"),
    (Lang::Ja, &["0 が均等", "正確な", "正確に", "理論値"], "公平、厳密"),
    (Lang::Ja, &["おなじみ"], "よくある"),
    (Lang::Ja, &["だれ"], "誰"),
    (Lang::Ja, &["失敗込", "失敗抜"], "全シリーズ、決着したシリーズ"),
    (Lang::Ja, &["封印"], "改ざん防止コード"),
    (Lang::Ja, &["互角の"], "同じ強さの"),
    (Lang::Ja, &["％", "０", "１", "２", "３", "４", "５", "６", "７", "８", "９"], "half width"),
    (Lang::En, &["Most games", "argest number of games"], "maximum games"),
    (Lang::En, &["with dice", "throw dice", "by dice"], "simulated"),
    (Lang::En, &["Throw", "in silence", "or silence"], "discard, damaten"),
    (Lang::En, &["everybody knows", "strength taken out", "laid down"], "common, adjusted, agreed"),
    (Lang::En, &["reckon", " so many", " he ", " his ", "by itself"], "plain English"),
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

/// The word for the ratings of players, which is not that of a rate.
#[test]
fn ratings_are_written_out() {
    for (key, text) in locale(Lang::Ja) {
        let short = text.replace("レーティング", "").replace("パレート", "").contains("レート");
        assert!(!short, "{key}: レーティング");
    }
}
