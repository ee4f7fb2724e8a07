//! What a match says: head-to-head, crosstable, pairs of games, the test of two hypotheses.

use crate::{
    Axis, Chart, Lang, Line, Lines, Mark, Plot, SchemaName, Unit,
    csv::csv_table,
    layout::columns,
    records::{
        estimate::short,
        games::{MARK, left_out_alert, read_text},
    },
};
use kakukin_records::{
    ApartTally, Contest, Counting, Decision, Duel, DuelGroup, DuelGroups, DuelPairs, EloModel,
    MatchFigures, ReadSummary, Results, Sprt, Standing,
};
use serde::Serialize;

/// How many rows of a kind a text shows.
const SHOWN: usize = 40;
/// The most players whose results a text shows in a square.
const SQUARE: usize = 12;

/// What matches say.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The level of all intervals.
    pub confidence: f64,
    /// Games that count.
    pub games: u64,
    /// Games of these players counted apart, never as draws.
    pub apart: ApartTally,
    /// Games between others than the players asked for.
    pub elsewhere: u64,
    /// Games of players without a name, or of one against itself.
    pub nameless: u64,
    /// Games that were not wanted.
    pub unwanted: u64,
    /// Which games count although they were not simply played to their end.
    pub counting: Counting,
    /// The players by their points.
    pub players: Vec<Standing>,
    /// The matches of two: of the player asked for, the most games first; or of all.
    pub duels: Vec<Duel>,
    /// What was read.
    pub read: ReadSummary,
}

impl MatchDocument {
    /// The document of a contest, and of what was read for it.
    pub fn new(contest: &Contest, counting: Counting, unwanted: u64, read: &ReadSummary) -> Self {
        Self {
            schema: SchemaName::default(),
            confidence: contest.confidence.level(),
            games: contest.games,
            apart: contest.apart,
            elsewhere: contest.elsewhere,
            nameless: contest.nameless,
            unwanted,
            counting,
            players: contest.players.clone(),
            duels: contest.duels.clone(),
            read: read.clone(),
        }
    }

    /// What stands above everything else: what was left out.
    pub fn alerts(&self, lang: Lang) -> Vec<String> {
        left_out_alert(Some(&self.read.omitted), &[], lang).into_iter().collect()
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let mut text = match self.duels.as_slice() {
            [duel] => format!("{}\n", verdict(duel, lang).join("\n")),
            duels => {
                let (games, players) = (self.games, self.players.len());
                let line = tr!(lang, "match.table", games = games, players = players);
                format!("{line}{}\n", tr!(lang, "match.matches", count = duels.len()))
            }
        };
        text.extend(self.alerts(lang).iter().map(|alert| format!("{MARK} {alert}\n")));
        text.push('\n');
        match self.duels.as_slice() {
            [duel] => text += &self.duel_text(duel, lang),
            duels => {
                text += &self.players_text(lang);
                text += &format!("\n{}", self.duels_text(duels, lang));
                for duel in duels.iter().take(SHOWN).filter(|duel| !duel.groups.is_empty()) {
                    text += &format!("\n{}\n", between(duel, lang));
                    text += &groups_text(duel, lang);
                }
            }
        }
        for (key, games) in [
            ("elsewhere", self.elsewhere),
            ("nameless", self.nameless),
            ("apart", self.apart.games()),
            ("unwanted", self.unwanted),
        ] {
            if games > 0 {
                text += &format!("\n{}", tr!(lang, format!("match.{key}"), games = games));
            }
        }
        text + &format!("\n{}", read_text(&self.read, lang))
    }

    fn duel_text(&self, duel: &Duel, lang: Lang) -> String {
        let mut header = headed(&["games", "wins", "draws", "losses", "points", "score"], lang);
        header.insert(0, String::new());
        let row = |key: &str, results: Results| {
            let mut row = vec![tr!(lang, format!("match.side.{key}"), name = seen(&duel.player))];
            row.extend(result_cells(results));
            row
        };
        let rows = vec![
            row("all", duel.results),
            row("first", duel.as_first),
            row("second", duel.as_second),
        ];
        let mut text = columns(header, rows, &[0]);
        if let Some(score) = duel.first_score {
            let [low, high] = duel.draw_rate.wilson.map(percent);
            text += &tr!(
                lang,
                "match.shares",
                first = percent(score),
                draws = duel.draw_rate.rate.map(percent).unwrap_or_default(),
                low = low,
                high = high
            );
            text.push('\n');
        }
        let level = tr!(lang, "match.level", level = short(100.0 * self.confidence));
        let mut header = headed(&["elo", "interval", "nelo", "interval", "los"], lang);
        header.insert(0, level);
        let row = |key: &str, figures: &MatchFigures| {
            let mut row = vec![tr!(lang, format!("match.by.{key}"))];
            row.extend(figure_cells(figures));
            row.extend([
                figures.normalized_elo.map_or("-".into(), elo),
                ends(figures.normalized_elo_interval),
                figures.los.map_or("-".into(), percent),
            ]);
            row
        };
        let mut rows = vec![row("games", &duel.by_games)];
        rows.extend(duel.pairs.as_ref().map(|pairs| row("pairs", &pairs.figures)));
        text += &format!("\n{}", columns(header, rows, &[0]));
        text += &match &duel.pairs {
            Some(pairs) => pairs_text(pairs, lang),
            None => format!("{}\n", tr!(lang, "match.no_pairs")),
        };
        if let Some(sprt) = &duel.sprt {
            text += &format!("\n{}", sprt_text(sprt, lang));
        }
        text + &groups_text(duel, lang)
    }

    fn players_text(&self, lang: Lang) -> String {
        let square = self.players.len() <= SQUARE && self.is_of_all();
        let mut header =
            headed(&["rank", "name", "games", "wins", "draws", "losses", "points", "score"], lang);
        if square {
            header.extend((1..=self.players.len()).map(|number| number.to_string()));
        }
        let row = |(index, player): (usize, &Standing)| {
            let mut row = vec![(index + 1).to_string(), seen(&player.name)];
            row.extend(result_cells(player.results));
            if square {
                row.extend(self.players.iter().map(|other| self.cell(player, other)));
            }
            row
        };
        let rows = self.players.iter().take(SHOWN).enumerate().map(row).collect();
        columns(header, rows, &[1]) + &more(self.players.len(), lang)
    }

    /// Whether all have met all, so to say: not only one player's matches were asked for.
    fn is_of_all(&self) -> bool {
        self.elsewhere == 0
    }

    /// The points of the one against the other, and of how many games.
    fn cell(&self, player: &Standing, other: &Standing) -> String {
        let found = self.duels.iter().find_map(|duel| {
            if duel.player == player.name && duel.opponent == other.name {
                Some(duel.results)
            } else if duel.opponent == player.name && duel.player == other.name {
                Some(duel.results.turned())
            } else {
                None
            }
        });
        let of = |results: Results| format!("{}/{}", results.points(), results.games());
        found.map_or_else(|| if player.name == other.name { "*" } else { "" }.into(), of)
    }

    fn duels_text(&self, duels: &[Duel], lang: Lang) -> String {
        let names =
            ["player", "opponent", "games", "wins", "draws", "losses", "points", "score", "elo"];
        let mut header = headed(&names, lang);
        header.extend(headed(&["interval", "los", "pairs"], lang));
        let row = |duel: &Duel| {
            let mut row = vec![seen(&duel.player), seen(&duel.opponent)];
            row.extend(result_cells(duel.results));
            let figures = best(duel);
            row.extend(figure_cells(figures));
            row.push(figures.los.map_or("-".into(), percent));
            row.push(duel.pairs.as_ref().map_or("-".into(), |pairs| counts(pairs.counts)));
            row
        };
        let rows = duels.iter().take(SHOWN).map(row).collect();
        columns(header, rows, &[0, 1]) + &more(duels.len(), lang)
    }

    /// The matches as CSV, with a row for each, and for each of its groups.
    pub fn csv(&self) -> String {
        type Row<'d> = (&'d Duel, Option<(&'d DuelGroups, &'d DuelGroup)>);
        let rows = self.duels.iter().flat_map(|duel| {
            let groups = duel.groups.iter().flat_map(move |groups| {
                groups.rows.iter().map(move |row| -> Row<'_> { (duel, Some((groups, row))) })
            });
            std::iter::once((duel, None)).chain(groups)
        });
        let of = |(duel, group): Row<'_>| match group {
            None => (duel.results, duel.as_first, duel.as_second, duel.by_games),
            Some((_, row)) => (row.results, row.as_first, row.as_second, row.figures),
        };
        csv_table!(rows, |row| {
            player: &row.0.player,
            opponent: &row.0.opponent,
            by: row.1.map(|(groups, _)| groups.by.name()),
            name: row.1.map(|(_, group)| group.key.to_string()),
            games: of(row).0.games(),
            wins: of(row).0.wins,
            draws: of(row).0.draws,
            losses: of(row).0.losses,
            first_wins: of(row).1.wins,
            first_draws: of(row).1.draws,
            first_losses: of(row).1.losses,
            second_wins: of(row).2.wins,
            second_draws: of(row).2.draws,
            second_losses: of(row).2.losses,
            score: of(row).3.score,
            elo: of(row).3.elo,
            elo_low: of(row).3.elo_interval[0],
            elo_high: of(row).3.elo_interval[1],
            normalized_elo: of(row).3.normalized_elo,
            los: of(row).3.los,
            pairs_by: whole(row).map(|pairs| pairs.evidence.name()),
            pairs_0: whole(row).map(|pairs| pairs.counts[0]),
            pairs_half: whole(row).map(|pairs| pairs.counts[1]),
            pairs_1: whole(row).map(|pairs| pairs.counts[2]),
            pairs_1_half: whole(row).map(|pairs| pairs.counts[3]),
            pairs_2: whole(row).map(|pairs| pairs.counts[4]),
            pairs_ratio: whole(row).and_then(|pairs| pairs.ratio),
            pairs_elo_low: whole(row).and_then(|pairs| pairs.figures.elo_interval[0]),
            pairs_elo_high: whole(row).and_then(|pairs| pairs.figures.elo_interval[1]),
            pairs_normalized_elo: whole(row).and_then(|pairs| pairs.figures.normalized_elo),
            pairs_los: whole(row).and_then(|pairs| pairs.figures.los),
            llr: row.1.map_or(row.0.sprt.as_ref().map(|sprt| sprt.llr), |_| None),
            decision: row.1.map_or(row.0.sprt.as_ref().map(|sprt| name(sprt.decision)), |_| None),
        })
    }
}

/// The pairs of a match, in its own row.
fn whole<'d>(row: (&'d Duel, Option<(&DuelGroups, &DuelGroup)>)) -> Option<&'d DuelPairs> {
    row.0.pairs.as_ref().filter(|_| row.1.is_none())
}

fn name(decision: Decision) -> &'static str {
    match decision {
        Decision::H0 => "h0",
        Decision::H1 => "h1",
        Decision::Continue => "continue",
    }
}

/// What pairs say where there are any, else what games say.
fn best(duel: &Duel) -> &MatchFigures {
    duel.pairs.as_ref().map_or(&duel.by_games, |pairs| &pairs.figures)
}

/// Who is stronger, by how much, how surely, and whether to stop: a sentence each.
fn verdict(duel: &Duel, lang: Lang) -> Vec<String> {
    let figures = best(duel);
    let [player, opponent] = [&duel.player, &duel.opponent].map(|name| seen(name));
    let found = figures.elo.zip(figures.los);
    let mut sentences = vec![match (found, figures.elo_interval) {
        (Some((value, _)), [Some(low), Some(high)]) if low > 0.0 || high < 0.0 => {
            let won = low > 0.0;
            let (stronger, weaker) = if won { (player, opponent) } else { (opponent, player) };
            let (low, high) = if won { (low, high) } else { (-high, -low) };
            let [value, low, high] = [value.abs(), low, high].map(|x| format!("{x:.0}"));
            tr!(
                lang,
                "match.stronger",
                stronger = stronger,
                weaker = weaker,
                elo = value,
                low = low,
                high = high
            )
        }
        (Some((value, los)), interval) => tr!(
            lang,
            "match.unclear",
            player = player,
            opponent = opponent,
            elo = crate::layout::whole_signed(value),
            low = interval[0].map_or("-∞".into(), crate::layout::whole_signed),
            high = interval[1].map_or("∞".into(), crate::layout::whole_signed),
            los = percent(los)
        ),
        (None, interval) => {
            let won = duel.results.losses == 0;
            let (stronger, least) =
                if won { (player, interval[0]) } else { (opponent, interval[1]) };
            let least = least.map_or_else(|| "-".into(), |least| format!("{:.0}", least.abs()));
            tr!(lang, "match.every_point", name = stronger, least = least)
        }
    }];
    if let Some(sprt) = &duel.sprt {
        let plan = &sprt.plan;
        let [elo0, elo1] = [plan.elo0, plan.elo1].map(short);
        sentences.push(match (sprt.decision, sprt.expected) {
            (Decision::H0, _) => tr!(lang, "match.h0", elo0 = elo0, elo1 = elo1),
            (Decision::H1, _) => tr!(lang, "match.h1", elo0 = elo0, elo1 = elo1),
            (Decision::Continue, Some(expected)) => {
                let games = crate::layout::about(expected.as_now, lang);
                tr!(lang, "match.continue_for", games = games)
            }
            (Decision::Continue, None) => tr!(lang, "match.continue"),
        });
    }
    sentences
}

fn between(duel: &Duel, lang: Lang) -> String {
    tr!(lang, "match.between", player = seen(&duel.player), opponent = seen(&duel.opponent))
}

fn pairs_text(pairs: &DuelPairs, lang: Lang) -> String {
    let evidence = tr!(lang, format!("match.evidence.{}", pairs.evidence.name()));
    let mut text = tr!(
        lang,
        "match.pairs",
        evidence = evidence,
        count = pairs.counts.iter().sum::<u64>(),
        counts = counts(pairs.counts),
        single = pairs.single
    );
    if let Some(ratio) = pairs.ratio {
        text += &format!("\n{}", tr!(lang, "match.ratio", ratio = format!("{ratio:.2}")));
    }
    text + "\n"
}

fn sprt_text(sprt: &Sprt, lang: Lang) -> String {
    let plan = &sprt.plan;
    let model = match plan.elo_model {
        EloModel::Logistic => "logistic",
        EloModel::Normalized => "normalized",
    };
    let [low, high] = sprt.bounds.map(|bound| format!("{bound:.2}"));
    let mut text = tr!(
        lang,
        "match.test",
        elo0 = short(plan.elo0),
        elo1 = short(plan.elo1),
        model = tr!(lang, format!("match.model.{model}")),
        alpha = short(100.0 * plan.alpha),
        beta = short(100.0 * plan.beta),
        unit = tr!(lang, if sprt.by_pairs { "match.by.pairs" } else { "match.by.games" }),
        llr = format!("{:.2}", sprt.llr),
        low = low,
        high = high
    );
    let stopped = sprt.course.as_ref().and_then(|course| course.stopped);
    if let Some(stopped) = stopped {
        let decision = name(stopped.decision).to_uppercase();
        let llr = format!("{:.2}", stopped.llr);
        let (games, key) = (stopped.games, "match.stopped");
        text += &format!("\n{}", tr!(lang, key, games = games, decision = decision, llr = llr));
    }
    if let Some(expected) = sprt.expected {
        let [h0, h1, now] = [expected.if_h0, expected.if_h1, expected.as_now]
            .map(|games| crate::layout::about(games, lang));
        text += &format!("\n{}", tr!(lang, "match.expected", h0 = h0, h1 = h1, now = now));
    }
    text + "\n"
}

fn groups_text(duel: &Duel, lang: Lang) -> String {
    duel.groups.iter().map(|groups| format!("\n{}", group_text(groups, lang))).collect()
}

fn group_text(groups: &DuelGroups, lang: Lang) -> String {
    let mut header = headed(&["games", "wins", "draws", "losses", "points", "score"], lang);
    header.insert(0, tr!(lang, format!("estimate.by.{}", groups.by.name())));
    header.extend(headed(&["elo", "interval"], lang));
    let row = |group: &DuelGroup| {
        let mut row = vec![seen(&group.key.to_string())];
        row.extend(result_cells(group.results));
        row.extend(figure_cells(&group.figures));
        row
    };
    let mut rows: Vec<Vec<String>> = groups.rows.iter().take(SHOWN).map(row).collect();
    for (key, results) in [("others", groups.others), ("unsaid", groups.unsaid)] {
        if results.games() > 0 {
            let mut row = vec![tr!(lang, format!("estimate.{key}"))];
            row.extend(result_cells(results));
            row.extend([String::new(), String::new()]);
            rows.push(row);
        }
    }
    columns(header, rows, &[0]) + &more(groups.rows.len(), lang)
}

fn more(all: usize, lang: Lang) -> String {
    match all.saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("{}\n", tr!(lang, "match.more", more = more)),
    }
}

fn headed(keys: &[&str], lang: Lang) -> Vec<String> {
    keys.iter().map(|key| tr!(lang, format!("match.column.{key}"))).collect()
}

fn seen(name: &str) -> String {
    crate::sanitize(name)
}

fn result_cells(results: Results) -> Vec<String> {
    let Results { wins, draws, losses } = results;
    let games = results.games();
    let score = if games > 0 { percent(results.points() / games as f64) } else { "-".into() };
    let mut cells: Vec<String> =
        [games, wins, draws, losses].iter().map(ToString::to_string).collect();
    cells.extend([results.points().to_string(), score]);
    cells
}

fn figure_cells(figures: &MatchFigures) -> [String; 2] {
    [figures.elo.map_or("-".into(), elo), ends(figures.elo_interval)]
}

fn counts(counts: [u64; 5]) -> String {
    counts.map(|count| count.to_string()).join("-")
}

/// `52.61`, in per cent.
fn percent(x: f64) -> String {
    format!("{:.2}", 100.0 * x)
}

/// `+18.0`.
fn elo(x: f64) -> String {
    format!("{x:+.1}").replace("-0.0", "0.0").replace("+0.0", "0.0")
}

fn ends([low, high]: [Option<f64>; 2]) -> String {
    format!("{}..{}", low.map_or("-∞".into(), elo), high.map_or("+∞".into(), elo))
}

impl Chart {
    /// How the test went, between its bounds; nothing where there is no course.
    pub fn course(document: &MatchDocument, lang: Lang) -> Option<Self> {
        let [duel] = document.duels.as_slice() else { return None };
        let sprt = duel.sprt.as_ref()?;
        let course = sprt.course.as_ref()?;
        let last = course.points.last()?.games as f64;
        let mut points = vec![[0.0, 0.0]];
        points.extend(course.points.iter().map(|point| [point.games as f64, point.llr]));
        let level = |key: &str, bound: f64| Line {
            name: tr!(lang, format!("match.chart.{key}")),
            points: vec![[0.0, bound], [last, bound]],
        };
        let [low, high] = sprt.bounds;
        let mark = course.stopped.map(|stopped| Mark {
            at: stopped.games as f64,
            label: tr!(lang, "match.chart.stopped", games = stopped.games),
        });
        let llr = tr!(lang, "match.chart.llr");
        Some(Self {
            title: tr!(lang, "match.chart.title"),
            subtitle: between(duel, lang),
            plot: Plot::Lines(Lines {
                x: Axis::new(tr!(lang, "chart.games"), Unit::Number).between(0.0, last),
                y: Axis::new(llr.clone(), Unit::Number),
                lines: vec![Line { name: llr, points }, level("h1", high), level("h0", low)],
                marks: mark.into_iter().collect(),
                band: None,
            }),
        })
    }
}
