//! The expected score as people read it.

use crate::{
    Lang,
    hand::figures::{ByDiscard, Figures, Row, Thrown, WIDTH},
    hand::followed::{TreeStep, drawn, tree_text},
    hand::played::won_words,
    hand::points::StakesDocument,
    hand::score::{
        EachBest, OutcomesDocument, PointsChance, ProspectDocument, ScoreDocument, ScoreExplained,
        ScoreNow, ScoreStepDocument, ScoreVerifyDocument, ScoredDiscard, YakuShare, points,
    },
    hand::shanten::shanten_words,
    hand::tiles::TileStyle,
    layout::{columns, percent, wrap},
    table::{Columns, if_known, or_dash},
};
use kakukin_mahjong::{Aim, ObservedMean};

/// Wins that are a smaller part of all are left out of the text.
pub(crate) const LEAST_SHARE: f64 = 0.001;

impl ScoreDocument {
    /// The document as text.
    pub fn text(&self, lang: Lang, style: TileStyle) -> String {
        let states = tr!(lang, "win.states", n = self.played.states);
        let head = self.played.head(Some(states), lang, style);
        let paragraph = |text: String| wrap(&text, WIDTH) + "\n";
        let won = (!self.played.won.is_empty()).then(|| {
            let words = won_words(&self.played.won, "score", lang);
            paragraph(words.unwrap_or_else(|| tr!(lang, "score.won_nothing")))
        });
        let improved = self.played.asked.extra.is_some();
        let outcomes = self.outcomes.as_ref().filter(|outcomes| outcomes.win > 0.0);
        let outcomes = outcomes.map(|own| outcomes_text(own, &self.played.stakes, lang, style));
        let explain = self.explain.as_ref().and_then(|ScoreExplained { discard, steps }| {
            let note = if improved { "win.step_note" } else { "score.step_note" };
            tree_text(discard.as_ref(), steps, Some(note), lang, style)
        });
        let verify = self.verify.as_ref().map(|verify| {
            let note = improved.then(|| paragraph(tr!(lang, "score.verify_note")));
            verify.text(lang, style) + &note.unwrap_or_default()
        });
        let parts = [Some(head), won, self.tables(lang, style), outcomes, explain, verify];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    fn tables(&self, lang: Lang, style: TileStyle) -> Option<String> {
        let aim = self.played.terms.objective;
        let wanted = |now: &ScoreNow| match aim {
            Aim::Score | Aim::Balance => points(now.score),
            Aim::Win | Aim::Tenpai => format!("{:.2}%", 100.0 * now.wanted(aim)),
        };
        let mut prospects = self.discards.iter().map(|own| &own.prospect).chain(&self.waiting);
        let each_best = prospects.any(|prospect| prospect.each_best.is_some());
        let best_note = each_best.then(|| tr!(lang, "score.best_note"));
        let notes = [best_note, Some(tr!(lang, format!("score.note_{}", aim.name())))];
        self.figures().text(&Self::columns(lang, style), notes, wanted, lang, style)
    }
}

impl ByDiscard for ScoreDocument {
    type Now = ScoreNow;

    fn number(&mut self, line: usize) {
        self.line = Some(line);
    }

    fn figures(&self) -> Figures<'_, ScoreNow> {
        let by_turn = |prospect: &ProspectDocument| prospect.by_turn(&self.played.terms.terms);
        let discards = self.discards.iter().map(|own| {
            let ScoredDiscard { tile, shanten, best, riichi, prospect } = own;
            let thrown = Thrown { tile, shanten: *shanten, best: *best, riichi: *riichi };
            (thrown, by_turn(prospect))
        });
        Figures {
            asked: &self.played.asked,
            line: self.line,
            discards: discards.collect(),
            order: &self.order,
            waiting: self.waiting.as_ref().map(by_turn),
            dealt: self.dealt.clone(),
        }
    }

    fn columns<'a>(lang: Lang, style: TileStyle) -> Columns<'a, Row<'a, Self::Now>> {
        let best = |of: fn(&EachBest<f64>) -> f64| {
            move |row: &Row<'_, ScoreNow>| row.now.each_best.as_ref().map(of)
        };
        let declared = move |riichi: bool| {
            if riichi { tr!(lang, "score.declared") } else { String::new() }
        };
        Columns::<Row<'a, Self::Now>>::of_discards(style)
            .csv("riichi", |row| row.thrown.map(|thrown| thrown.riichi))
            .clock()
            .both("score", "score.score", |row| row.now.score, points)
            .both("win", "score.win_rate", |row| row.now.win, percent)
            .both("tenpai", "score.tenpai_rate", |row| row.now.tenpai, percent)
            .both("tenpai_at_end", "score.at_end", |row| row.now.tenpai_at_end, percent)
            .text("score.mean", |row| or_dash(points)(row.now.mean))
            .text("score.riichi", move |row| declared(row.thrown.is_some_and(|x| x.riichi)))
            .optional()
            .both("best_score", "score.best_score", best(|all| all.score), if_known(points))
            .optional()
            .both("best_win", "score.best_win", best(|all| all.win), if_known(percent))
            .optional()
            .both("best_tenpai", "score.best_tenpai", best(|all| all.tenpai), if_known(percent))
            .optional()
    }

    fn words(now: &Self::Now, lang: Lang) -> String {
        let (win, tenpai) = (percent(now.win), percent(now.tenpai));
        tr!(lang, "score.line", score = points(now.score), win = win, tenpai = tenpai)
    }
}

impl ScoreVerifyDocument {
    fn text(&self, lang: Lang, style: TileStyle) -> String {
        let rows = vec![
            self.score.row("score.score", lang),
            self.win.row("score.win_rate", lang),
            self.tenpai.row("score.tenpai_rate", lang),
            self.tenpai_at_end.row("score.at_end", lang),
        ];
        let text = self.dealt.text(rows, lang, style);
        if self.score.interval.is_some() {
            return text;
        }
        let (wins, least) = (self.win.count, ObservedMean::FEWEST_WINS);
        text + &wrap(&tr!(lang, "score.few_wins", wins = wins, least = least), WIDTH) + "\n"
    }
}

/// Points of the wins beside their yaku.
fn outcomes_text(
    outcomes: &OutcomesDocument,
    stakes: &StakesDocument,
    lang: Lang,
    style: TileStyle,
) -> String {
    let mut text = match &outcomes.tile {
        Some(tile) => tr!(lang, "score.outcomes_discard", tile = style.named(tile)),
        None => tr!(lang, "score.outcomes_hand"),
    };
    let (win, mean) = (percent(outcomes.win), points(outcomes.mean));
    text += &tr!(lang, "score.outcomes", win = win, mean = mean);
    if outcomes.riichi > 0.0 {
        text += &tr!(lang, "score.outcomes_riichi", riichi = percent(outcomes.riichi));
    }
    text = wrap(&text, WIDTH) + "\n";
    let header = ["score.points", "score.share", "score.or_more"];
    let header = header.map(|key| tr!(lang, key)).into_iter().chain([String::new()]);
    let header = header.chain(["points.yaku", "score.share", "points.han"].map(|k| tr!(lang, k)));
    let share = |x: f64| format!("{:.1} %", 100.0 * x);
    let mut or_more = 1.0;
    let mut left: Vec<Vec<String>> = Vec::new();
    for PointsChance { points, chance } in &outcomes.points {
        let part = chance / outcomes.win;
        if part >= LEAST_SHARE {
            left.push(vec![points.to_string(), share(part), share(or_more)]);
        }
        or_more -= part;
    }
    let mut yaku: Vec<&YakuShare> =
        outcomes.yaku.iter().filter(|yaku| yaku.share >= LEAST_SHARE).collect();
    yaku.sort_by(|a, b| b.share.total_cmp(&a.share));
    let right: Vec<Vec<String>> = yaku
        .iter()
        .map(|yaku| {
            let han = if yaku.id.is_yakuman() {
                tr!(lang, "points.limit.yakuman")
            } else {
                format!("{:.2}", yaku.han)
            };
            vec![stakes.yaku(yaku.id, lang), share(yaku.share), han]
        })
        .collect();
    let empty = || vec![String::new(); 3];
    let rows = (0..left.len().max(right.len())).map(|k| {
        let mut row = left.get(k).cloned().unwrap_or_else(empty);
        row.push(String::new());
        row.extend(right.get(k).cloned().unwrap_or_else(empty));
        row
    });
    text += &columns(header.collect(), rows.collect(), &[4]);
    let all = outcomes.points.len() == left.len() && outcomes.yaku.len() == right.len();
    let mut note = tr!(lang, "score.shares");
    if !all {
        note += &tr!(lang, "score.left_out");
    }
    text + &wrap(&note, WIDTH) + "\n"
}

impl TreeStep for ScoreStepDocument {
    fn line(&self, lang: Lang, style: TileStyle) -> String {
        let draw = drawn(&self.draw, self.useful, style);
        if self.discards.is_empty() {
            let points = self.score.to_string();
            return tr!(lang, "score.step_win", draw = draw, left = self.left, points = points);
        }
        tr!(
            lang,
            if self.riichi { "score.step_riichi" } else { "score.step" },
            draw = draw,
            left = self.left,
            discard = style.equal(&self.discards),
            shanten = shanten_words(self.shanten, lang),
            score = points(self.score),
            win = percent(self.win)
        )
    }

    fn next(&self) -> &[Self] {
        &self.next
    }
}
