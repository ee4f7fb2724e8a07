//! The licences and origins of everything that is depended on, against the lists of `deny.toml`:
//! what `cargo deny` checks without a network, so that it is checked everywhere.

use crate::root;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::Command,
};

/// The only place that crates may come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub(crate) fn check() -> Result<(), String> {
    let deny =
        fs::read_to_string(root().join("deny.toml")).map_err(|e| format!("deny.toml: {e}"))?;
    let deny: toml::Table = deny.parse().map_err(|e| format!("deny.toml: {e}"))?;
    let words = |section: &str, key: &str| -> BTreeSet<String> {
        let list = deny.get(section).and_then(|section| section.get(key)?.as_array());
        list.into_iter().flatten().filter_map(|word| Some(word.as_str()?.to_string())).collect()
    };
    let (allowed, excluded) = (words("licenses", "allow"), words("graph", "exclude"));
    let packages = packages(&excluded)?;
    let mut problems = Vec::new();
    for Package { name, version, licence, source } in &packages {
        // Those of the workspace are our own.
        let Some(source) = source else { continue };
        if source != REGISTRY {
            problems.push(format!("{name} {version} comes from {source}"));
        }
        match licence.as_deref().map(|licence| is_allowed(licence, &allowed)) {
            Some(Ok(true)) => {}
            Some(Ok(false)) => {
                problems.push(format!("{name} {version}: {}", licence.as_deref().unwrap_or("")))
            }
            Some(Err(why)) => problems.push(format!("{name} {version}: {why}")),
            None => problems.push(format!("{name} {version} says no licence")),
        }
    }
    if !problems.is_empty() {
        return Err(format!("not allowed by deny.toml:\n  {}", problems.join("\n  ")));
    }
    println!("{} packages have licences that deny.toml allows", packages.len());
    Ok(())
}

struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    source: Option<String>,
}

/// Everything that the members of the workspace depend on, but for the excluded members.
fn packages(excluded: &BTreeSet<String>) -> Result<Vec<Package>, String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--all-features", "--locked"])
        .current_dir(root())
        .output()
        .map_err(|e| format!("cargo metadata: {e}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_string);
    let by_id = |value: &Value| -> BTreeMap<String, Value> {
        list(value).into_iter().filter_map(|item| Some((text(&item["id"])?, item))).collect()
    };
    let (packages, nodes) = (by_id(&metadata["packages"]), by_id(&metadata["resolve"]["nodes"]));
    let is_excluded =
        |id: &String| packages[id]["name"].as_str().is_some_and(|n| excluded.contains(n));
    let members = list(&metadata["workspace_members"]);
    let mut waiting: Vec<String> =
        members.iter().filter_map(text).filter(|id| !is_excluded(id)).collect();
    let mut found = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if found.insert(id.clone()) {
            waiting.extend(list(&nodes[&id]["dependencies"]).iter().filter_map(text));
        }
    }
    let package = |id: &String| {
        let about = &packages[id];
        Package {
            name: text(&about["name"]).unwrap_or_default(),
            version: text(&about["version"]).unwrap_or_default(),
            licence: text(&about["license"]),
            source: text(&about["source"]),
        }
    };
    Ok(found.iter().map(package).collect())
}

/// Whether an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` can be met by licences of
/// the list.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> Result<bool, String> {
    // Older crates write a slash for OR.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words, allowed };
    match reader.any() {
        Some(met) if reader.words.is_empty() => Ok(met),
        _ => Err(format!("{expression:?} cannot be read")),
    }
}

struct Reader<'w> {
    words: &'w [&'w str],
    allowed: &'w BTreeSet<String>,
}

impl<'w> Reader<'w> {
    fn next(&mut self) -> Option<&'w str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    fn skip(&mut self, word: &str) -> bool {
        let found = self.words.first() == Some(&word);
        if found {
            self.words = &self.words[1..];
        }
        found
    }

    fn any(&mut self) -> Option<bool> {
        let mut met = self.all()?;
        while self.skip("OR") {
            met |= self.all()?;
        }
        Some(met)
    }

    fn all(&mut self) -> Option<bool> {
        let mut met = self.one()?;
        while self.skip("AND") {
            met &= self.one()?;
        }
        Some(met)
    }

    fn one(&mut self) -> Option<bool> {
        if self.skip("(") {
            let met = self.any()?;
            return self.skip(")").then_some(met);
        }
        let mut licence = self.next()?.to_string();
        if matches!(&*licence, ")" | "OR" | "AND" | "WITH") {
            return None;
        }
        if self.skip("WITH") {
            licence += &format!(" WITH {}", self.next()?);
        }
        Some(self.allowed.contains(&licence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_or_not() {
        let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(String::from).into();
        for (expression, met) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("MIT OR GPL-3.0", true),
            ("GPL-3.0/MIT", true),
            ("MIT AND GPL-3.0", false),
            ("GPL-3.0 OR MIT AND Zlib", true),
            ("(GPL-3.0 OR MIT) AND BSL-1.0", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("Apache-2.0", false),
        ] {
            assert_eq!(is_allowed(expression, &allowed), Ok(met), "{expression}");
        }
        for expression in ["", "MIT OR", "(MIT", "MIT)", "MIT Zlib", "AND", "MIT WITH"] {
            assert!(is_allowed(expression, &allowed).is_err(), "{expression}");
        }
    }
}
