//! The first page of a rule sheet, to be hung up: the rule as it is announced, one example, why the
//! points are what they are, and one picture. It fills one sheet of paper and no more.

use super::{RuleSheetDocument, joined};
use crate::{
    Lang,
    series::words::{Clauses, exact_percent, player_name},
};
use kakukin_series::{ComparedKind, ComparedRule, Draws, Example, Player, SheetPages};
use maud::{Markup, html};
use unicode_width::UnicodeWidthStr;

/// Names of more columns would not fit into the cells of the example; it says A and B instead.
const LONGEST_NAME: usize = 18;
/// Titles of more columns are set smaller, and again.
const LONG_TITLES: [usize; 2] = [44, 110];
/// So is the page where its sentences, title and date have more columns together.
const LONG_TEXTS: [usize; 2] = [480, 740];
/// The picture, in its own units.
const BAR: [f64; 2] = [720.0, 40.0];
const BAR_STEP: f64 = 70.0;

impl RuleSheetDocument {
    /// The page for the wall.
    pub(super) fn wall(&self, title: &str, lang: Lang) -> Markup {
        let sentences = self.announced(lang);
        let date = self.date.as_ref().map_or(0, |date| date.width());
        let width = sentences.iter().map(|text| text.width()).sum::<usize>() + title.width() + date;
        let class = format!("wall{}", smaller(width, LONG_TEXTS));
        html! {
            section class=(class) {
                header {
                    p class="kicker" {
                        span { (tr!(lang, "page.wall.kicker")) }
                        @if let Some(date) = &self.date { span class="date" { (date) } }
                    }
                    h1 class=(format!("title{}", smaller(title.width(), LONG_TITLES))) { (title) }
                }
                (self.numbers(lang))
                ol class="announced" { @for text in &sentences { li { (text) } } }
                div class="shown" {
                    @if let Some(example) = self.shown_example() { (self.course(example, lang)) }
                    (self.why(lang))
                }
                (self.picture(lang))
                p class="foot" {
                    @if self.pages == SheetPages::All {
                        span { (tr!(lang, "page.wall.annex")) }
                    }
                    span { (tr!(lang, "page.made", version = self.version)) }
                }
            }
        }
    }

    /// The points, large enough to be read from afar.
    fn numbers(&self, lang: Lang) -> Markup {
        let rule = &self.evaluation.rule;
        let parts = [("first", rule.first), ("second", rule.second), ("target", rule.target)];
        html! {
            div class="numbers" {
                @for (key, points) in parts {
                    @let points = rule.points(points);
                    @let unit = if points == "1" { "page.wall.point" } else { "page.wall.points" };
                    div class=(key) {
                        span class="label" { (tr!(lang, format!("page.wall.{key}"))) }
                        span class="number" { b { (points) } " " (tr!(lang, unit)) }
                    }
                }
            }
        }
    }

    /// The sentences of the rule beside its points, as they are announced.
    fn announced(&self, lang: Lang) -> Vec<String> {
        let Clauses { turns, draws, limit, ending, .. } = self.evaluation.rule.clauses(lang);
        let mut draws = vec![draws];
        draws.extend(self.both_reach(lang));
        let mut sentences = vec![self.players_sentence(lang), turns, joined(&draws, lang), limit];
        sentences.extend(ending);
        sentences
    }

    /// Who is A.
    pub(super) fn players_sentence(&self, lang: Lang) -> String {
        match &self.names {
            Some([a, b]) => tr!(lang, "page.articles.players_named", a = a, b = b),
            None => tr!(lang, "page.articles.players_lot"),
        }
    }

    /// What follows if a draw takes both to the target.
    pub(super) fn both_reach(&self, lang: Lang) -> Option<String> {
        let rule = &self.evaluation.rule;
        let equal = rule.equal_points(lang);
        matches!(rule.draws, Draws::Points { .. })
            .then(|| tr!(lang, "page.articles.draws_both", equal = equal))
    }

    fn shown_example(&self) -> Option<&Example> {
        self.telling.as_ref().or(self.examples.first().filter(|example| example.games.len() <= 7))
    }

    /// What a player is called where there is little room.
    fn short_name(&self, player: Player, lang: Lang) -> String {
        let name = self.name(player, lang);
        if name.width() <= LONGEST_NAME { name } else { player_name(player, lang) }
    }

    fn course(&self, example: &Example, lang: Lang) -> Markup {
        let [a, b] = Player::BOTH.map(|player| self.short_name(player, lang));
        let names = [a, b];
        html! {
            div class="course" {
                h2 { (tr!(lang, "page.wall.example")) }
                table {
                    thead {
                        tr {
                            th scope="col" { (tr!(lang, "term.game")) }
                            th scope="col" class="words" { (tr!(lang, "term.first")) }
                            th scope="col" class="words" { (tr!(lang, "term.result")) }
                            @for name in &names { th scope="col" class="score" { (name) } }
                        }
                    }
                    tbody {
                        @for (index, game) in example.games.iter().enumerate() {
                            @let row = self.example_row(index + 1, game, &names, lang);
                            tr {
                                td { (row[0]) }
                                td class="words" { (row[1]) }
                                td class="words" { (row[2]) }
                                td class="score" { (row[3]) }
                                td class="score" { (row[4]) }
                            }
                        }
                    }
                }
                p class="ending" { (self.ending_words(example, &names, lang)) }
            }
        }
    }

    /// The plain match that the rule is held against: as long as it, and every win counting alike.
    fn plain(&self) -> Option<&ComparedRule> {
        let rule = &self.evaluation.rule;
        let differ = rule.first != rule.second && self.equal_players;
        let of_games = self.compared.iter().find(|other| other.kind == ComparedKind::OneGame);
        self.best_of().or(of_games).filter(|_| differ)
    }

    fn why(&self, lang: Lang) -> Markup {
        let mut sentences = Vec::new();
        if let Some(p) = self.first_share() {
            let p = self.evaluation.model.p.as_ref().map_or_else(|| tenths(p), exact_percent);
            sentences.push(tr!(lang, "page.wall.why_first", p = p));
        }
        let name = self.short_name(Player::A, lang);
        let own = self.evaluation.decided.as_ref().map(|decided| tenths(decided.a));
        match (self.plain().and_then(|plain| Some((plain, plain.a_of_decided?))), own) {
            (Some((plain, share)), Some(own)) => {
                let (other, plain) = (tenths(share), self.plain_name(plain, lang));
                let key = "page.wall.why_plain";
                sentences.push(tr!(lang, key, plain = plain, name = name, other = other));
                sentences.push(tr!(lang, "page.wall.why_own", own = own));
            }
            (None, Some(own)) => {
                sentences.push(tr!(lang, "page.wall.why_alone", name = name, own = own));
            }
            (_, None) => {}
        }
        if let Some(nearby) = &self.nearby {
            let [low, high] = nearby.range.map(whole_percent);
            let [least, most] = [0.5 - nearby.worst, 0.5 + nearby.worst].map(tenths);
            let key = "page.wall.why_nearby";
            sentences.push(tr!(lang, key, low = low, high = high, least = least, most = most));
        }
        html! {
            div class="why" {
                h2 { (tr!(lang, "page.wall.why")) }
                @for sentence in &sentences { p { (sentence) } }
            }
        }
    }

    fn plain_name(&self, plain: &ComparedRule, lang: Lang) -> String {
        match plain.kind {
            ComparedKind::BestOf => tr!(lang, "compared.best_of", n = plain.limit),
            _ => tr!(lang, "compared.one_game"),
        }
    }

    /// How often each player wins, with equal points and under this rule.
    fn picture(&self, lang: Lang) -> Markup {
        let plain = self.plain().and_then(|plain| {
            let name = self.plain_name(plain, lang);
            Some((tr!(lang, "page.wall.bar_plain", plain = name), plain.a_of_decided?))
        });
        let own = self.evaluation.decided.as_ref();
        let own = own.map(|decided| (tr!(lang, "page.wall.bar_own"), decided.a));
        let bars: Vec<(String, f64)> = [plain, own].into_iter().flatten().collect();
        let names = Player::BOTH.map(|player| self.short_name(player, lang));
        let none = self.none() > 0.0;
        html! {
            @if !bars.is_empty() {
                figure class="picture" {
                    h2 { (tr!(lang, "page.wall.picture")) }
                    (drawn(&bars, &names))
                    @if none { p class="note" { (tr!(lang, "page.wall.decided_only")) } }
                }
            }
        }
    }
}

/// Two players' shares as bars with the middle marked.
fn drawn(bars: &[(String, f64)], names: &[String; 2]) -> Markup {
    let [width, high] = BAR;
    let height = BAR_STEP * bars.len() as f64 + 8.0;
    let label = |name: &str, share: f64| format!("{name} {} %", tenths(share));
    let told: Vec<String> = bars
        .iter()
        .map(|(name, a)| format!("{name}: {}, {}", label(&names[0], *a), label(&names[1], 1.0 - a)))
        .collect();
    html! {
        svg class="chart" xmlns="http://www.w3.org/2000/svg" role="img"
            viewBox=(format!("0 0 {width} {height}")) aria-label=(told.join("; ")) {
            @for (k, (name, a)) in bars.iter().enumerate() {
                @let top = BAR_STEP * k as f64;
                @let bar = top + 22.0;
                @let middle = bar + high / 2.0 + 6.0;
                @let part = width * a;
                text class="ink" x="0" y=(top + 15.0) font-size="15" fill="#1a1a1a" { (name) }
                rect x="0" y=(bar) width=(format!("{part:.2}")) height=(high) fill="#1d5fa8" {}
                rect x=(format!("{part:.2}")) y=(bar) width=(format!("{:.2}", width - part)) height=(high) fill="#b8561b" {}
                text x="12" y=(middle) font-size="18" font-weight="700" fill="#fff" { (label(&names[0], *a)) }
                text x=(width - 12.0) y=(middle) font-size="18" font-weight="700" text-anchor="end" fill="#fff" { (label(&names[1], 1.0 - a)) }
                line x1=(width / 2.0) x2=(width / 2.0) y1=(bar - 5.0) y2=(bar + high + 5.0) stroke="#1a1a1a" stroke-width="2" stroke-dasharray="5 4" class="axis" {}
            }
        }
    }
}

/// `57.3`, in per cent: as exact as anybody reads on a wall.
fn tenths(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// `65`, or `64.5` where that is so.
fn whole_percent(rate: f64) -> String {
    ((rate * 1e4).round() / 100.0).to_string()
}

/// The class of a text that is too long for its usual size.
fn smaller(width: usize, [long, longer]: [usize; 2]) -> &'static str {
    match width {
        w if w > longer => " smallest",
        w if w > long => " smaller",
        _ => "",
    }
}
