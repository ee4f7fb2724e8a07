//! The HTTP API: one table of endpoints, which makes the router and the OpenAPI document.

mod answer;
mod contest;
#[cfg(test)]
#[allow(clippy::print_stdout, reason = "what the search has found is worth reading")]
mod dearest;
mod event;
mod files;
mod hands;
mod job;
mod live;
mod mahjong;
mod openapi;
mod records;
mod series;

use crate::{access::own_site, app::State};
use axum::{
    Router,
    extract::{Request, State as Extract},
    middleware::from_fn,
    routing::{MethodFilter, get, on},
};
use job::{Context, Format, Job};
use kakukin_core::BadValue;
use kakukin_query::{AdviseQuery, Field, Fields, InputError, Params, ScoreQuery, WinQuery};
use kakukin_report as report;
use schemars::JsonSchema;
use std::{
    borrow::Cow,
    sync::{Arc, LazyLock},
};

/// Where the endpoints are.
const ROOT: &str = "/api/v1/";

type Ask = Box<dyn Fn(Params, &Context) -> Result<Job, InputError> + Send + Sync>;

/// One address of the API.
struct Endpoint {
    /// Its name, that of a command.
    name: &'static str,
    /// The parts in which files come with the request; none come if there are none.
    parts: &'static [&'static str],
    fields: Vec<Field>,
    /// Those without which no request is answered.
    required: &'static [&'static str],
    formats: &'static [Format],
    /// The name of the document that the JSON is.
    schema: Option<Cow<'static, str>>,
    ask: Ask,
}

impl Endpoint {
    fn get<Q: Fields + 'static>(
        name: &'static str,
        formats: &'static [Format],
        ask: fn(Q, &Context) -> Result<Job, InputError>,
    ) -> Self {
        Self {
            name,
            parts: &[],
            fields: Q::fields(),
            required: &[],
            formats,
            schema: None,
            ask: Box::new(move |params, context| ask(Q::read(params)?, context)),
        }
    }

    fn post<Q: Fields + 'static>(
        name: &'static str,
        formats: &'static [Format],
        ask: fn(Q, &Context) -> Result<Job, InputError>,
    ) -> Self {
        Self { parts: FILES, ..Self::get(name, formats, ask) }
    }

    /// Files come in parts of these names instead.
    fn of_parts(self, parts: &'static [&'static str]) -> Self {
        Self { parts, ..self }
    }

    /// The same without some of its fields: a file stands for them, or nothing may.
    fn without(self, hidden: impl Into<Cow<'static, [&'static str]>>) -> Self {
        let hidden = hidden.into();
        let (mut fields, ask) = (self.fields, self.ask);
        fields.retain(|field| !hidden.contains(&field.name));
        let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
        let names = names.join(", ");
        let ask: Ask = Box::new(move |params, context| {
            match hidden.iter().find(|name| params.get(name).is_some()) {
                Some(name) => {
                    let allowed = names.as_str();
                    Err(InputError::new("parameter", *name, BadValue::Unknown, allowed))
                }
                None => ask(params, context),
            }
        });
        Self { fields, ask, ..self }
    }

    /// How it is asked.
    fn method(&self) -> &'static str {
        if self.takes_files() { "post" } else { "get" }
    }

    /// Files come with the request.
    fn takes_files(&self) -> bool {
        !self.parts.is_empty()
    }

    /// The document that the JSON is.
    fn document<D: JsonSchema>(self) -> Self {
        Self { schema: Some(D::schema_name()), ..self }
    }

    /// Fields that nothing can stand in for.
    fn requires(self, required: &'static [&'static str]) -> Self {
        Self { required, ..self }
    }

    /// The name of its command, as the help has it.
    fn command(&self) -> String {
        self.name.replace('/', "-")
    }

    fn path(&self) -> String {
        format!("{ROOT}{}", self.name)
    }
}

/// The part in which files come where all of them are alike.
const FILES: &[&str] = &["files"];

/// Documents that are also tables.
const DOCUMENT: &[Format] = &[Format::Json, Format::Csv, Format::Text];

static ENDPOINTS: LazyLock<Vec<Endpoint>> = LazyLock::new(|| {
    use Format::{Csv, Html, Json, Jsonl, Pdf, Svg, Text, Trf, Xlsx};
    vec![
        Endpoint::get("eval", DOCUMENT, series::eval)
            .document::<report::EvalDocument>()
            .requires(&["points"]),
        Endpoint::get("find", DOCUMENT, series::find).document::<report::FindDocument>(),
        Endpoint::get("tree", DOCUMENT, series::tree)
            .document::<report::schema::TreeDocument>()
            .requires(&["points"]),
        Endpoint::get("simulate", DOCUMENT, series::simulate)
            .document::<report::SimulateDocument>()
            .requires(&["points"]),
        Endpoint::get("presets", DOCUMENT, series::presets).document::<report::PresetsDocument>(),
        Endpoint::get("rule", &[Json, Text], series::rule)
            .document::<report::RuleWords>()
            .requires(&["points"]),
        Endpoint::get("chart/eval", &[Svg, Json], series::eval_chart)
            .document::<report::ChartAnswer>()
            .requires(&["points"]),
        Endpoint::get("chart/find", &[Svg, Json], series::find_chart)
            .document::<report::ChartAnswer>(),
        Endpoint::get("workbook", &[Xlsx], series::workbook),
        Endpoint::get("report/rule", &[Html, Json, Pdf], series::rule_sheet)
            .document::<report::RuleSheetDocument>(),
        Endpoint::get("report/score-sheet", &[Html, Json, Pdf], series::score_sheet)
            .document::<report::ScoreSheetDocument>(),
        Endpoint::post("report/score-sheet", &[Html, Json, Pdf], series::score_sheets)
            .document::<report::ScoreSheetDocument>(),
        Endpoint::get("epsilon/points", DOCUMENT, series::epsilon)
            .document::<report::EpsilonDocument>(),
        Endpoint::post("epsilon/standings", &[Json, Csv, Text, Html, Xlsx], records::standings)
            .document::<report::StandingsDocument>(),
        Endpoint::get("event/study", &[Json, Csv, Text, Html, Pdf], event::study)
            .document::<report::EventStudyDocument>()
            .without(event::FILES)
            .requires(&["stages", "field", "p"]),
        Endpoint::post("event/study", &[Json, Csv, Text, Html, Pdf], event::study_of_files)
            .document::<report::EventStudyDocument>()
            .of_parts(event::PLAYERS)
            .without(event::TYPICAL)
            .requires(&["stages"]),
        Endpoint::get("event/find", DOCUMENT, event::find)
            .document::<report::EventFindDocument>()
            .without(event::FILES)
            .requires(&["hours", "minutes", "field", "p"]),
        Endpoint::post("event/find", DOCUMENT, event::find_for_files)
            .document::<report::EventFindDocument>()
            .of_parts(event::PLAYERS)
            .without(event::TYPICAL)
            .requires(&["hours", "minutes"]),
        Endpoint::get("chart/event/find", &[Svg, Json], event::find_chart)
            .document::<report::ChartAnswer>()
            .without(event::FILES)
            .requires(&["hours", "minutes", "field", "p"]),
        Endpoint::post("chart/event/find", &[Svg, Json], event::find_chart_for_files)
            .document::<report::ChartAnswer>()
            .of_parts(event::PLAYERS)
            .without(event::TYPICAL)
            .requires(&["hours", "minutes"]),
        Endpoint::get("event/pair", &[Json, Csv, Text, Html, Pdf, Trf], event::pair)
            .document::<report::EventPairDocument>()
            .without(event::FILES)
            .requires(&["stages", "field"]),
        Endpoint::post("event/pair", &[Json, Csv, Text, Html, Pdf, Trf], event::pair_files)
            .document::<report::EventPairDocument>()
            .of_parts(event::PAIRED)
            .without(event::TYPICAL)
            .requires(&["stages"]),
        Endpoint::get("event/sheets", &[Html, Pdf], event::sheets)
            .without(event::FILES)
            .requires(&["stages", "field"]),
        Endpoint::post("event/sheets", &[Html, Pdf], event::sheets_for_files)
            .of_parts(event::PAIRED)
            .without(event::TYPICAL)
            .requires(&["stages"]),
        Endpoint::get("event/bracket", &[Json, Csv, Text, Svg, Html, Pdf], event::bracket)
            .document::<report::EventBracketDocument>()
            .without(event::FILES)
            .requires(&["stages", "field"]),
        Endpoint::post(
            "event/bracket",
            &[Json, Csv, Text, Svg, Html, Pdf],
            event::bracket_of_files,
        )
        .document::<report::EventBracketDocument>()
        .of_parts(event::PAIRED)
        .without(event::TYPICAL)
        .requires(&["stages"]),
        Endpoint::post("estimate", DOCUMENT, records::estimate)
            .document::<report::EstimateDocument>(),
        Endpoint::post("chart/estimate", &[Svg, Json], records::estimate_chart)
            .document::<report::ChartAnswer>(),
        Endpoint::post("match", DOCUMENT, contest::contest).document::<report::MatchDocument>(),
        Endpoint::post("chart/match", &[Svg, Json], contest::course)
            .document::<report::ChartAnswer>()
            .requires(&["sprt"]),
        Endpoint::post("records", &[Json, Jsonl, Csv, Text], records::records)
            .document::<report::schema::RecordsDocument>(),
        Endpoint::get("live", DOCUMENT, live::of_results).document::<report::LiveDocument>(),
        Endpoint::post("live", DOCUMENT, live::of_record).document::<report::LiveDocument>(),
        Endpoint::get("live/record", &[Json], live::new_record)
            .document::<kakukin_series::LiveRecord>(),
        Endpoint::post("live/record", &[Json], live::change_record)
            .document::<kakukin_series::LiveRecord>(),
        Endpoint::get("mahjong/shanten", DOCUMENT, mahjong::shanten)
            .document::<report::ShantenDocument>()
            .requires(&["hand"]),
        Endpoint::get("mahjong/win", DOCUMENT, mahjong::win)
            .document::<report::WinDocument>()
            .requires(&["hand"]),
        Endpoint::get("mahjong/score", DOCUMENT, mahjong::score)
            .document::<report::ScoreDocument>()
            .requires(&["hand"]),
        Endpoint::get("mahjong/advise", DOCUMENT, mahjong::advise)
            .document::<report::AdviseDocument>()
            .requires(&["hand"]),
        Endpoint::post("mahjong/win", &[Jsonl, Csv], hands::win)
            .of_parts(hands::PART)
            .without(hands::of_lines::<WinQuery>()),
        Endpoint::post("mahjong/score", &[Jsonl, Csv], hands::score)
            .of_parts(hands::PART)
            .without(hands::of_lines::<ScoreQuery>()),
        Endpoint::post("mahjong/advise", &[Jsonl, Csv], hands::advise)
            .of_parts(hands::PART)
            .without(hands::of_lines::<AdviseQuery>()),
        Endpoint::get("mahjong/hand", &[Json], mahjong::hand)
            .document::<report::WholeHandDocument>()
            .requires(&["hand"]),
        Endpoint::get("mahjong/points", DOCUMENT, mahjong::points)
            .document::<report::PointsDocument>()
            .requires(&["hand", "win"]),
        Endpoint::get("mahjong/rules", DOCUMENT, mahjong::rules)
            .document::<report::RulesDocument>(),
        Endpoint::get("mahjong/chain", DOCUMENT, mahjong::chain).document::<report::ChainAnswer>(),
        Endpoint::get("chart/mahjong/win", &[Svg, Json], mahjong::win_over_turns)
            .document::<report::ChartAnswer>()
            .requires(&["hand"]),
        Endpoint::get("chart/mahjong/score", &[Svg, Json], mahjong::score_over_turns)
            .document::<report::ChartAnswer>()
            .requires(&["hand"]),
        Endpoint::get("chart/live", &[Svg, Json], live::chart).document::<report::ChartAnswer>(),
    ]
});

/// The endpoints, and their description.
pub(crate) fn routes(mut router: Router<Arc<State>>) -> Router<Arc<State>> {
    for endpoint in ENDPOINTS.iter() {
        let method = if endpoint.takes_files() { MethodFilter::POST } else { MethodFilter::GET };
        let handler = move |Extract(state): Extract<Arc<State>>, request: Request| {
            answer::answer(endpoint, state, request)
        };
        let handler = on(method, handler).route_layer(from_fn(own_site));
        router = router.route(&endpoint.path(), handler);
    }
    router.route("/api/openapi.json", get(openapi::document))
}
