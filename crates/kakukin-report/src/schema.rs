//! Names of the formats of all documents, and the shape of every document as JSON Schema.
//!
//! The types describe themselves (`schemars::JsonSchema`, beside their `Serialize`, with the
//! feature `schema`); `tests/schema/` holds real documents against these descriptions.

use crate::{
    AdviseDocument, CallDocument, ChainDocument, ChartAnswer, EpsilonDocument, EstimateDocument,
    EvalDocument, EventBracketDocument, EventFindDocument, EventPairDocument, EventStudyDocument,
    FindDocument, FormChainDocument, LeafDocument, LiveDocument, MahjongLogDocument, MatchDocument,
    ModelDocument, PlayTableDocument, PointsDocument, PresetsDocument, RecordDocument,
    RefusedHandDocument, ReviewDocument, RuleDocument, RuleSheetDocument, RuleWords, RulesDocument,
    ScoreDocument, ScoreSheetDocument, ShantenDocument, SimulateDocument, StandingsDocument,
    StudyDocument, TableDocument, WholeHandDocument, WinDocument, WorkbookDocument,
};
use kakukin_records::ReadSummary;
use kakukin_series::LiveRecord;
use serde::{Serialize, Serializer};
use std::{fmt, marker::PhantomData};

/// Something that is written as JSON on its own, with the name and version of its format.
pub trait Document {
    /// Name and version of the format.
    const SCHEMA: &'static str;
}

macro_rules! documents {
    ($($document:ty = $schema:literal,)*) => {
        $(impl Document for $document {
            const SCHEMA: &'static str = $schema;
        })*

        #[cfg(feature = "schema")]
        fn describe_documents(generator: &mut schemars::SchemaGenerator) {
            $(generator.subschema_for::<$document>();)*
        }
    };
}

documents! {
    AdviseDocument = "kakukin/advise/1",
    CallDocument = "kakukin/call/1",
    ChainDocument = "kakukin/mahjong-chain/1",
    ChartAnswer = "kakukin/chart/1",
    EpsilonDocument = "kakukin/epsilon-points/1",
    EstimateDocument = "kakukin/estimate/2",
    EvalDocument = "kakukin/eval/1",
    EventBracketDocument = "kakukin/event-bracket/1",
    EventFindDocument = "kakukin/event-find/1",
    EventPairDocument = "kakukin/event-pair/1",
    EventStudyDocument = "kakukin/event-study/1",
    FindDocument = "kakukin/find/1",
    FormChainDocument = "kakukin/mahjong-form-chain/1",
    LiveDocument = "kakukin/live-state/1",
    LiveRecord = "kakukin/live/1",
    MahjongLogDocument = "kakukin/mahjong-log/1",
    MatchDocument = "kakukin/match/1",
    PlayTableDocument = "kakukin/mahjong-table/1",
    PointsDocument = "kakukin/points/1",
    PresetsDocument = "kakukin/presets/1",
    RecordsDocument = "kakukin/records/1",
    RefusedHandDocument = "kakukin/refused-hand/1",
    ReviewDocument = "kakukin/mahjong-review/1",
    RuleSheetDocument = "kakukin/rule-sheet/1",
    RuleWords = "kakukin/rule/1",
    RulesDocument = "kakukin/mahjong-rules/1",
    ScoreDocument = "kakukin/score/1",
    ScoreSheetDocument = "kakukin/score-sheet/1",
    ShantenDocument = "kakukin/mahjong-shanten/1",
    SimulateDocument = "kakukin/simulate/1",
    StandingsDocument = "kakukin/epsilon-standings/1",
    StudyDocument = "kakukin/epsilon-study/1",
    TableDocument = "kakukin/table/1",
    TreeDocument = "kakukin/tree/1",
    WholeHandDocument = "kakukin/hand/1",
    WinDocument = "kakukin/mahjong-win/1",
    WorkbookDocument = "kakukin/workbook/1",
}

/// The outcome tree of a series, as `write_tree_json` streams it.
#[derive(Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// How one game goes.
    pub model: ModelDocument,
    /// How a series is scored.
    pub rule: RuleDocument,
    /// How many leaves there are.
    pub count: u64,
    /// The leaves: every course that the series can take.
    pub leaves: Vec<LeafDocument>,
}

/// Games of records one by one, as `kakukin records` streams them.
#[derive(Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordsDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The games, in the order of reading.
    pub games: Vec<RecordDocument<'static>>,
    /// What was read and left out.
    pub read: ReadSummary,
}

/// The field of a document that names its format: written as [`Document::SCHEMA`].
pub struct SchemaName<D>(PhantomData<fn() -> D>);

impl<D> Default for SchemaName<D> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<D> Clone for SchemaName<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for SchemaName<D> {}

impl<D> PartialEq for SchemaName<D> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<D: Document> fmt::Debug for SchemaName<D> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(D::SCHEMA)
    }
}

impl<D: Document> Serialize for SchemaName<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(D::SCHEMA)
    }
}

#[cfg(feature = "schema")]
pub use described::{components, generator};

#[cfg(feature = "schema")]
mod described {
    use super::{Document, SchemaName, describe_documents};
    use crate::{ChainAnswer, Chart};
    use schemars::{
        JsonSchema, Schema, SchemaGenerator,
        generate::SchemaSettings,
        json_schema,
        transform::{Transform, transform_subschemas},
    };
    use serde_json::{Map, Value, json};
    use std::borrow::Cow;

    impl<D: Document> JsonSchema for SchemaName<D> {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> Cow<'static, str> {
            format!("SchemaName_{}", D::SCHEMA).into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({ "type": "string", "const": D::SCHEMA })
        }
    }

    /// What describes types as they are written, with references to the components of an OpenAPI
    /// document.
    pub fn generator() -> SchemaGenerator {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let settings = settings.with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        settings.with_transform(Exactly).into_generator()
    }

    /// Every document with all its parts, by name, and whatever else was described before.
    pub fn components(mut generator: SchemaGenerator) -> Map<String, Value> {
        describe_documents(&mut generator);
        generator.subschema_for::<ChainAnswer>();
        generator.subschema_for::<Chart>();
        generator.take_definitions(true)
    }

    /// Says exactly what schemars only nearly says.
    #[derive(Debug, Clone)]
    struct Exactly;

    impl Transform for Exactly {
        fn transform(&mut self, schema: &mut Schema) {
            transform_subschemas(self, schema);
            let Some(parts) = schema.as_object_mut() else { return };
            // Nothing is read by these descriptions, so nothing is left to its default.
            parts.remove("default");
            // A number of things has no size of its own.
            if parts.get("format").is_some_and(|format| format == "uint") {
                parts.remove("format");
            }
            if let Some(Value::String(words)) = parts.get_mut("description") {
                *words = first_paragraph(words);
            }
            one_of(parts);
            words(parts);
            properties(parts);
        }
    }

    /// What follows in the documentation is for those who program.
    fn first_paragraph(words: &str) -> String {
        let lines = words.lines().map(str::trim).take_while(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join(" ")
    }

    /// Alternatives never overlap in a document.
    fn one_of(parts: &mut Map<String, Value>) {
        if let Some(branches) = parts.remove("anyOf") {
            parts.insert("oneOf".into(), branches);
        }
    }

    /// An enum of words, whether or not its variants are explained one by one.
    fn words(parts: &mut Map<String, Value>) {
        let Some(Value::Array(branches)) = parts.get("oneOf") else { return };
        let mut words = Vec::new();
        for branch in branches {
            match (branch.get("const"), branch.get("enum")) {
                (Some(word @ Value::String(_)), None) => words.push(word.clone()),
                (None, Some(Value::Array(more))) => words.extend(more.iter().cloned()),
                _ => return,
            }
        }
        parts.remove("oneOf");
        parts.insert("type".into(), json!("string"));
        parts.insert("enum".into(), Value::Array(words));
    }

    /// What may be left out is left out, and never null. A type can say of one of its properties
    /// that it knows better: `x-always` is always there, `x-or-null` may be both.
    fn properties(parts: &mut Map<String, Value>) {
        let mut required = match parts.remove("required") {
            Some(Value::Array(names)) => names,
            _ => Vec::new(),
        };
        if let Some(Value::Object(properties)) = parts.get_mut("properties") {
            for (name, property) in properties {
                let Some(property) = property.as_object_mut() else { continue };
                if property.remove("x-always").is_some() {
                    required.push(json!(name));
                }
                if property.remove("x-or-null").is_none() && !required.contains(&json!(name)) {
                    never_null(property);
                }
            }
        }
        if !required.is_empty() {
            parts.insert("required".into(), Value::Array(required));
        }
    }

    fn never_null(property: &mut Map<String, Value>) {
        for key in ["type", "enum"] {
            if let Some(Value::Array(list)) = property.get_mut(key) {
                list.retain(|x| !x.is_null() && x != "null");
            }
        }
        if let Some(Value::Array(types)) = property.get("type")
            && let [only] = &types[..]
        {
            let only = only.clone();
            property.insert("type".into(), only);
        }
        let Some(Value::Array(mut branches)) = property.remove("oneOf") else { return };
        branches.retain(|branch| branch["type"] != "null");
        match &mut branches[..] {
            [Value::Object(only)] => property.append(only),
            _ => {
                property.insert("oneOf".into(), Value::Array(branches));
            }
        }
    }
}
