//! The expected score as people read it.

use crate::{
    Lang,
    hand::points::StakesDocument,
    hand::query::HandQuery,
    hand::score::{
        EachBest, OutcomesDocument, PointsChance, ScoreDocument, ScoreExplained, ScoreNow,
        ScoreStepDocument, ScoreVerifyDocument, ScoredDiscard, YakuShare, points, won_words,
    },
    hand::shanten::shanten_words,
    hand::tiles::TileStyle,
    hand::win::{COLUMNS, WIDTH},
    layout::{columns, percent, wrap},
};
use kakukin_mahjong::{Aim, ObservedMean, Ura, Yaku};

/// Wins that are a smaller part of all are left out of the text.
pub(crate) const LEAST_SHARE: f64 = 0.001;

impl ScoreDocument {
    /// The document as text.
    pub fn text(&self, lang: Lang, style: TileStyle) -> String {
        let mut text = self.head(lang, style);
        if !self.won.is_empty() {
            let words = won_words(&self.won, "score", lang);
            let words = words.unwrap_or_else(|| tr!(lang, "score.won_nothing"));
            text += &format!("\n{}\n", wrap(&words, WIDTH));
        }
        if self.waiting.is_some() {
            text += &format!("\n{}", self.waiting_table(lang));
        } else if !self.discards.is_empty() {
            text += &format!("\n{}\n", self.summary(lang, style));
            text += &self.turns_table(lang, style);
        }
        if let Some(outcomes) = self.outcomes.as_ref().filter(|outcomes| outcomes.win > 0.0) {
            text.push('\n');
            text += &outcomes_text(outcomes, &self.stakes, lang, style);
        }
        if let Some(explain) = self.explain.as_ref().filter(|explain| !explain.steps.is_empty()) {
            text.push('\n');
            text += &self.explain_text(explain, lang, style);
        }
        if let Some(verify) = &self.verify {
            text.push('\n');
            text += &self.verify_text(verify, lang, style);
        }
        text
    }

    fn head(&self, lang: Lang, style: TileStyle) -> String {
        let mut words = self.asked.premises(lang).to_vec();
        words.push(ura_words(self.ura, self.terms.riichi && self.ura_rule, lang));
        words.push(tr!(lang, "win.states", n = self.states));
        words.extend(self.terms.words(lang));
        head(&self.asked, &self.stakes, &words, lang, style)
    }

    fn header(group: &[&ScoredDiscard], style: TileStyle) -> String {
        let tiles: Vec<String> = group.iter().map(|x| style.named(&x.tile)).collect();
        tiles.join("=")
    }

    fn figures(now: &ScoreNow) -> Vec<String> {
        vec![
            points(now.score),
            percent(now.win),
            percent(now.tenpai),
            percent(now.tenpai_at_end),
            now.mean.map_or("-".into(), points),
        ]
    }

    fn best_figures(now: &ScoreNow) -> Vec<String> {
        now.each_best.as_ref().map_or(Vec::new(), |best| {
            vec![points(best.score), percent(best.win), percent(best.tenpai)]
        })
    }

    fn figure_names(lang: Lang) -> Vec<String> {
        let names =
            ["score.score", "score.win_rate", "score.tenpai_rate", "score.at_end", "score.mean"];
        names.map(|key| tr!(lang, key)).to_vec()
    }

    fn best_names(lang: Lang) -> Vec<String> {
        ["score.best_score", "score.best_win", "score.best_tenpai"].map(|key| tr!(lang, key)).into()
    }

    /// One row for each group of equal discards.
    fn summary(&self, lang: Lang, style: TileStyle) -> String {
        let mut header = vec![String::new()];
        header.extend(["mahjong.discard", "mahjong.shanten_word"].map(|key| tr!(lang, key)));
        header.extend(Self::figure_names(lang));
        let declares = self.discards.iter().any(|discard| discard.riichi);
        if declares {
            header.push(tr!(lang, "score.riichi"));
        }
        let best = self.discards.iter().any(|discard| discard.prospect.each_best.is_some());
        if best {
            header.extend(Self::best_names(lang));
        }
        let rows = self.groups().into_iter().map(|group| {
            let first = group[0];
            let now = first.prospect.now();
            let mut row = vec![
                if first.best { "*".into() } else { String::new() },
                Self::header(&group, style),
                first.shanten.map_or("-".into(), |shanten| shanten.to_string()),
            ];
            row.extend(Self::figures(&now));
            if declares {
                row.push(if first.riichi { tr!(lang, "score.declared") } else { String::new() });
            }
            row.extend(Self::best_figures(&now));
            row
        });
        let mut text = columns(header, rows.collect(), &[0, 1]);
        if best {
            text += &format!("{}\n", wrap(&tr!(lang, "score.best_note"), WIDTH));
        }
        text
    }

    /// Turns down, discards across: the figure aimed at, the best of each turn marked.
    fn turns_table(&self, lang: Lang, style: TileStyle) -> String {
        let groups = self.groups();
        let aim = self.terms.objective;
        let at = |group: &[&ScoredDiscard], k: usize| group[0].prospect.at(k);
        // The best of each turn: by the aim, then by the others.
        let best: Vec<[f64; 3]> = (0..self.asked.turns)
            .map(|k| {
                let all = groups.iter().map(|group| at(group, k));
                let better = |best, own| if aim.compare(own, best).is_gt() { own } else { best };
                all.reduce(better).unwrap_or_default()
            })
            .collect();
        let blocks = groups.len().div_ceil(COLUMNS).max(1);
        let mut text = String::new();
        for block in groups.chunks(groups.len().div_ceil(blocks).max(1)) {
            let mut header = vec![self.asked.clock_word(lang)];
            header.extend(block.iter().map(|group| Self::header(group, style) + " "));
            let rows = (0..self.asked.turns).map(|k| {
                let cells = block.iter().map(|group| {
                    let own = at(group, k);
                    let wanted = match aim {
                        Aim::Score => own[0],
                        Aim::Win => own[1],
                        Aim::Tenpai => own[2],
                    };
                    let is_best = wanted != 0.0 && aim.compare(own, best[k]).is_eq();
                    let mark = if is_best { "*" } else { " " };
                    if aim == Aim::Score {
                        format!("{}{mark}", points(wanted))
                    } else {
                        format!("{:.2}%{mark}", 100.0 * wanted)
                    }
                });
                std::iter::once(self.asked.row_name(k)).chain(cells).collect()
            });
            if !text.is_empty() {
                text.push('\n');
            }
            text += &columns(header, rows.collect(), &[]);
        }
        text + &wrap(&tr!(lang, format!("score.note_{}", aim.name())), WIDTH) + "\n"
    }

    fn waiting_table(&self, lang: Lang) -> String {
        let Some(waiting) = &self.waiting else { return String::new() };
        let mut header = vec![self.asked.clock_word(lang)];
        header.extend(Self::figure_names(lang));
        if waiting.each_best.is_some() {
            header.extend(Self::best_names(lang));
        }
        let dealt = self.dealt.iter().map(|dealt| {
            let name = vec!["0".to_string()];
            [name, Self::figures(dealt), Self::best_figures(dealt)].concat()
        });
        let rows = (0..self.asked.turns).map(|k| {
            let now = ScoreNow {
                score: waiting.score[k],
                win: waiting.win[k],
                tenpai: waiting.tenpai[k],
                tenpai_at_end: waiting.tenpai_at_end[k],
                mean: self.terms.terms.mean(waiting.score[k], waiting.win[k]),
                each_best: waiting.each_best.as_ref().map(|best| EachBest {
                    score: best.score[k],
                    win: best.win[k],
                    tenpai: best.tenpai[k],
                }),
            };
            let name = vec![self.asked.row_name(k)];
            [name, Self::figures(&now), Self::best_figures(&now)].concat()
        });
        let mut text = columns(header, dealt.chain(rows).collect(), &[]);
        if waiting.each_best.is_some() {
            text += &format!("{}\n", wrap(&tr!(lang, "score.best_note"), WIDTH));
        }
        text
    }

    fn explain_text(&self, explain: &ScoreExplained, lang: Lang, style: TileStyle) -> String {
        let mut text = match &explain.discard {
            Some(tile) => tr!(lang, "win.explain_discard", tile = style.named(tile)),
            None => tr!(lang, "win.explain_hand"),
        };
        text.push('\n');
        step_lines(&explain.steps, 1, lang, style, &mut text);
        let note = if self.asked.extra.is_some() { "win.step_note" } else { "score.step_note" };
        text + &wrap(&tr!(lang, note), WIDTH) + "\n"
    }

    fn verify_text(&self, verify: &ScoreVerifyDocument, lang: Lang, style: TileStyle) -> String {
        let (games, seed) = (verify.games, verify.seed);
        let mut text = match &verify.discard {
            Some(tile) => {
                let tile = style.named(tile);
                tr!(lang, "win.verify_discard", games = games, tile = tile, seed = seed)
            }
            None => tr!(lang, "win.verify_hand", games = games, seed = seed),
        };
        text.push('\n');
        let header = ["", "figure", "observed", "low", "high", "inside"].map(|key| match key {
            "" => String::new(),
            "low" | "high" => tr!(lang, format!("win.{key}"), level = verify.confidence * 100.0),
            key => tr!(lang, format!("win.{key}")),
        });
        let inside = |inside: bool| tr!(lang, if inside { "win.yes" } else { "win.no" });
        let score = &verify.score;
        let bound = |k: usize| score.interval.map_or("-".into(), |interval| points(interval[k]));
        let mut rows = vec![vec![
            tr!(lang, "score.score"),
            points(score.figure),
            points(score.mean),
            bound(0),
            bound(1),
            score.inside.map_or("-".into(), inside),
        ]];
        let rates = [
            ("score.win_rate", &verify.win),
            ("score.tenpai_rate", &verify.tenpai),
            ("score.at_end", &verify.tenpai_at_end),
        ];
        rows.extend(rates.map(|(name, rate)| {
            let numbers = [rate.figure, rate.rate, rate.interval[0], rate.interval[1]].map(percent);
            let mut row = [&[tr!(lang, name)], &numbers[..]].concat();
            row.push(inside(rate.inside));
            row
        }));
        text += &columns(header.to_vec(), rows, &[0]);
        if score.interval.is_none() {
            let note = tr!(
                lang,
                "score.few_wins",
                wins = verify.win.count,
                least = ObservedMean::FEWEST_WINS
            );
            text += &format!("{}\n", wrap(&note, WIDTH));
        }
        if self.asked.extra.is_some() {
            text += &wrap(&tr!(lang, "score.verify_note"), WIDTH);
            text.push('\n');
        }
        text
    }

    /// One line of text for a hand among many.
    pub fn line_text(&self, lang: Lang, style: TileStyle) -> String {
        let shanten = shanten_words(self.asked.shanten, lang);
        let best: Vec<&ScoredDiscard> = self.discards.iter().filter(|x| x.best).collect();
        let tiles = Self::header(&best, style);
        let now = self.now(best.first().map(|x| x.tile.as_str()));
        let figures = now.map_or(String::new(), |now| {
            let score = points(now.score);
            let (win, tenpai) = (percent(now.win), percent(now.tenpai));
            tr!(lang, "score.line", score = score, win = win, tenpai = tenpai)
        });
        let parts = [self.asked.situation.line_in(lang, style), shanten, tiles, figures];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ") + "\n"
    }
}

/// How ura indicators are taken into account. `possible`: by hand and rules.
pub(crate) fn ura_words(ura: Ura, possible: bool, lang: Lang) -> String {
    let key = if ura == Ura::None && possible { "unknown" } else { ura.name() };
    tr!(lang, format!("score.ura.{key}"))
}

/// The lines above the tables: the hand, what is played for, and what the figures rest on.
pub(crate) fn head(
    asked: &HandQuery,
    stakes: &StakesDocument,
    words: &[String],
    lang: Lang,
    style: TileStyle,
) -> String {
    let and = tr!(lang, "win.and");
    let table = stakes.table(&asked.situation, "", lang, style);
    let mut notes = String::new();
    if asked.situation.players == 3 && stakes.north && asked.holds_north() {
        notes = format!("{}\n", wrap(&tr!(lang, "score.note_north"), WIDTH));
    }
    format!(
        "{}  {}\n{}\n{}\n{notes}",
        asked.situation.line_in(lang, style),
        shanten_words(asked.shanten, lang),
        wrap(&table.join(&and), WIDTH),
        wrap(&words.join(&and), WIDTH)
    )
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
            let han = if is_yakuman(yaku.id) {
                tr!(lang, "points.limit.yakuman")
            } else {
                format!("{:.2}", yaku.han)
            };
            vec![stakes.yaku(yaku.id, [yaku.en, yaku.ja], lang), share(yaku.share), han]
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

/// Whether a yaku is a yakuman, so that it has no han.
fn is_yakuman(id: &str) -> bool {
    Yaku::ALL.iter().any(|yaku| yaku.id() == id && yaku.is_yakuman())
}

fn step_lines(
    steps: &[ScoreStepDocument],
    depth: usize,
    lang: Lang,
    style: TileStyle,
    text: &mut String,
) {
    for step in steps {
        let indent = "  ".repeat(depth);
        let mark = if step.useful { "" } else { "~" };
        let draw = format!("{mark}{}", style.named(&step.draw));
        let line = if step.discards.is_empty() {
            let points = step.score.to_string();
            tr!(lang, "score.step_win", draw = draw, left = step.left, points = points)
        } else {
            let discards: Vec<_> = step.discards.iter().map(|x| style.named(x)).collect();
            tr!(
                lang,
                if step.riichi { "score.step_riichi" } else { "score.step" },
                draw = draw,
                left = step.left,
                discard = discards.join("="),
                shanten = shanten_words(step.shanten, lang),
                score = points(step.score),
                win = percent(step.win)
            )
        };
        *text += &format!("{indent}{line}\n");
        step_lines(&step.next, depth + 1, lang, style, text);
    }
}
