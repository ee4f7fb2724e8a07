//! Score sheets as a page to be printed and filled in with a pen.

use super::{ScoreSheetDocument, joined, page};
use crate::{Lang, series::words::Clauses};
use kakukin_series::{Draws, Pairing, Player, Undecided, Wins, WinsNeeded};
use maud::{Markup, html};

/// Sheets of more games have lower rows, so that they stay on one page.
const HIGH_ROWS: usize = 8;
/// Half a page has room for so many needs.
const HALF_NEEDS: usize = 4;

impl ScoreSheetDocument {
    /// The page, or the pages.
    pub fn html(&self, lang: Lang) -> String {
        page(
            &self.heading(lang),
            "score-sheet",
            lang,
            self,
            &html! { main { (self.papers(lang)) } },
        )
    }

    /// The pages of several rounds, one after the other.
    pub fn html_of_rounds(rounds: &[Self], lang: Lang) -> String {
        if let [round] = rounds {
            return round.html(lang);
        }
        let title = rounds.first().map_or_else(String::new, |round| round.heading(lang));
        let body = html! { main { @for round in rounds { (round.papers(lang)) } } };
        page(&title, "score-sheet", lang, &rounds, &body)
    }

    fn heading(&self, lang: Lang) -> String {
        self.event.clone().unwrap_or_else(|| tr!(lang, "sheet.title"))
    }

    fn papers(&self, lang: Lang) -> Markup {
        let per_page = if self.half_pages { 2 } else { 1 };
        html! {
            @if self.overview { (self.overview_page(lang)) }
            @for sheets in self.pairings.chunks(per_page) {
                div class="paper" { @for pairing in sheets { (self.sheet(pairing, lang)) } }
            }
        }
    }

    fn sheet(&self, pairing: &Pairing, lang: Lang) -> Markup {
        let class = match (self.half_pages, self.first.len() > HIGH_ROWS) {
            (true, _) => "sheet half",
            (false, true) => "sheet many",
            (false, false) => "sheet",
        };
        let Clauses { points, turns, draws, limit, ending } = self.rule.clauses(lang);
        let mut last = vec![limit];
        last.extend(ending);
        html! {
            section class=(class) {
                (self.head(tr!(lang, "sheet.title"), Some(pairing), lang))
                div class="players" {
                    (blank(&tr!(lang, "player.a"), &pairing.a))
                    (blank(&tr!(lang, "player.b"), &pairing.b))
                }
                div class="rules" {
                    @if self.rule.is_single_game() {
                        p { (self.rule.single_game(lang)) }
                    } @else {
                        p { (points) } p { (joined(&[turns, draws], lang)) } p { (joined(&last, lang)) }
                    }
                }
                @if let Some(hint) = self.hint(lang) { p class="hint" { (hint) } }
                (self.games_table(pairing, lang))
                (self.decider(lang))
                div class="end" {
                    (self.needs_table(lang))
                    div class="final" {
                        (blank(&tr!(lang, "sheet.end"), ""))
                        div class="field" {
                            span class="label" { (tr!(lang, "sheet.final")) }
                            span class="line short" { "A" } span { ":" } span class="line short" { "B" }
                        }
                        div class="field" {
                            span class="label" { (tr!(lang, "sheet.winner")) }
                            (ticks(&self.winners(lang)))
                        }
                        // For those who keep a live record: what fixes it.
                        div class="seal" { (blank(&tr!(lang, "sheet.seal"), "")) }
                    }
                    div class="signatures" {
                        @for key in ["sheet.sign_a", "sheet.sign_b", "sheet.sign_arbiter"] {
                            (blank(&tr!(lang, key), ""))
                        }
                    }
                }
            }
        }
    }

    fn head(&self, title: String, pairing: Option<&Pairing>, lang: Lang) -> Markup {
        html! {
            header {
                h1 { (title) }
                div class="about" {
                    (blank(&tr!(lang, "term.event"), self.event.as_deref().unwrap_or("")))
                    (blank(&tr!(lang, "sheet.date"), self.date.as_deref().unwrap_or("")))
                    @if let Some(round) = self.round {
                        (blank(&tr!(lang, "sheet.of_round"), &round.to_string()))
                    }
                    @if let Some(pairing) = pairing {
                        (blank(&tr!(lang, "sheet.board"), &pairing.board))
                    }
                }
            }
        }
    }

    /// What to do where the sheet cannot say who is first.
    fn hint(&self, lang: Lang) -> Option<String> {
        match self.rule.draws {
            Draws::Swap if !self.scheduled.contains(&None) => Some(tr!(lang, "sheet.tick_swapped")),
            _ if self.first.contains(&None) => Some(tr!(lang, "sheet.tick_first")),
            _ => None,
        }
    }

    fn games_table(&self, pairing: &Pairing, lang: Lang) -> Markup {
        let plus = |points: u32| tr!(lang, "sheet.plus", points = self.rule.points(points));
        let (draw, worth) = match self.rule.draws {
            Draws::Replay | Draws::Swap => (tr!(lang, "sheet.replays"), String::new()),
            Draws::Second => (
                tr!(lang, "term.draw"),
                self.both("0".into(), self.rule.points(self.rule.second), lang),
            ),
            _ => match self.rule.draw_points() {
                Some([first, second]) => (tr!(lang, "term.draw"), self.both(first, second, lang)),
                None => (tr!(lang, "term.draw"), "0".into()),
            },
        };
        let counted = !self.rule.replays();
        let swaps = self.rule.draws == Draws::Swap;
        let swapped = [tr!(lang, "sheet.swapped")];
        html! {
            table class="games" {
                thead {
                    tr {
                        th rowspan="2" class="number" scope="col" { (tr!(lang, "term.game")) }
                        th rowspan="2" class="first" scope="col" { (tr!(lang, "term.first")) }
                        th colspan="3" scope="colgroup" { (tr!(lang, "sheet.result")) }
                        th rowspan="2" class="points" scope="col" { (tr!(lang, "sheet.points_a")) }
                        th rowspan="2" class="points" scope="col" { (tr!(lang, "sheet.points_b")) }
                    }
                    tr {
                        th class="tick" scope="col" { (tr!(lang, "sheet.first_won")) br; (plus(self.rule.first)) }
                        th class="tick" scope="col" { (tr!(lang, "sheet.second_won")) br; (plus(self.rule.second)) }
                        th class="tick" scope="col" { (draw) @if !worth.is_empty() { br; (worth) } }
                    }
                }
                tbody {
                    @for (index, &first) in self.scheduled.iter().enumerate() {
                        tr {
                            td class="number" { (index + 1) }
                            td class="first" { (first_cell(first, pairing)) }
                            td class="tick" { span class="box" {} }
                            td class="tick" { span class="box" {} }
                            td class="tick" {
                                @if counted { span class="box" {} }
                                @if swaps && first.is_some() { (ticks(&swapped)) }
                            }
                            td class="points" {}
                            td class="points" {}
                        }
                    }
                }
            }
        }
    }

    /// Who can win: where something decides, somebody does.
    fn winners(&self, lang: Lang) -> Vec<String> {
        let mut winners = vec!["A".to_string(), "B".to_string()];
        if self.rule.undecided == Undecided::None && !self.rule.always_won() {
            winners.push(tr!(lang, "sheet.nobody"));
        }
        winners
    }

    /// Where to note what decides if points are equal at the limit.
    fn decider(&self, lang: Lang) -> Markup {
        let both = ["A".to_string(), "B".to_string()];
        let played = matches!(self.rule.undecided, Undecided::Game | Undecided::Armageddon);
        html! {
            @if self.rule.undecided != Undecided::None && !self.rule.always_won() {
                div class="decider" {
                    p {
                        strong { (tr!(lang, "sheet.decider")) } " "
                        (self.rule.equal_points(lang))
                    }
                    @if played {
                        span class="label" { (tr!(lang, "term.first")) }
                        (ticks(&both))
                    }
                    @if self.rule.undecided != Undecided::Second {
                        span class="label" { (tr!(lang, "sheet.decider_won")) }
                        (ticks(&both))
                    }
                }
            }
        }
    }

    /// What a draw gives to both.
    fn both(&self, first: String, second: String, lang: Lang) -> String {
        tr!(lang, "sheet.both", first = first, second = second)
    }

    fn needs_table(&self, lang: Lang) -> Markup {
        let most = if self.half_pages { HALF_NEEDS } else { usize::MAX };
        html! {
            div class="needs" {
                table {
                    caption { (tr!(lang, "sheet.needs")) }
                    thead {
                        tr {
                            th scope="col" { (tr!(lang, "sheet.missing")) }
                            th scope="col" class="words" { (tr!(lang, "sheet.suffices")) }
                        }
                    }
                    tbody {
                        @for need in self.needs.iter().take(most) {
                            tr {
                                td class="figure" { (self.rule.points(need.missing)) }
                                td class="words" { (self.ways(need, lang)) }
                            }
                        }
                    }
                }
                @if self.more_needs || self.needs.len() > most {
                    p {
                        (tr!(
                            lang,
                            "sheet.needs_rest",
                            first = self.rule.points(self.rule.first),
                            second = self.rule.points(self.rule.second)
                        ))
                    }
                }
            }
        }
    }

    fn ways(&self, need: &WinsNeeded, lang: Lang) -> String {
        let single =
            |first, second| need.ways.iter().any(|w| (w.first, w.second) == (first, second));
        if single(1, 0) && single(0, 1) {
            return tr!(lang, "sheet.any");
        }
        if self.rule.first == self.rule.second {
            return match need.missing.div_ceil(self.rule.first) {
                1 => tr!(lang, "sheet.any"),
                n => tr!(lang, "sheet.any_wins", n = n),
            };
        }
        let way = |wins: &Wins| {
            let parts = [(wins.first, "sheet.wins_first"), (wins.second, "sheet.wins_second")];
            let parts = parts.iter().filter(|(n, _)| *n > 0).map(|&(n, key)| tr!(lang, key, n = n));
            parts.collect::<Vec<_>>().join(&tr!(lang, "sheet.together"))
        };
        need.ways.iter().map(way).collect::<Vec<_>>().join(&tr!(lang, "sheet.or"))
    }

    fn overview_page(&self, lang: Lang) -> Markup {
        let columns = [
            ("board", "sheet.board"),
            ("player_a", "player.a"),
            ("player_b", "player.b"),
            ("points_a", "sheet.points_a"),
            ("points_b", "sheet.points_b"),
            ("winner", "sheet.winner"),
        ];
        html! {
            section class="sheet overview" {
                (self.head(tr!(lang, "sheet.round"), None, lang))
                table class="round" {
                    thead {
                        tr {
                            @for (class, key) in columns {
                                th class=(class) scope="col" { (tr!(lang, key)) }
                            }
                        }
                    }
                    tbody {
                        @for pairing in &self.pairings {
                            tr {
                                td class="board" { (pairing.board) }
                                td class="words" { bdi { (pairing.a) } }
                                td class="words" { bdi { (pairing.b) } }
                                td class="points_a" {}
                                td class="points_b" {}
                                td class="winner" {
                                    (ticks(&self.winners(lang)))
                                }
                            }
                        }
                    }
                }
                @if !self.byes.is_empty() {
                    p class="byes" {
                        (tr!(lang, "sheet.byes")) " "
                        @for (k, name) in self.byes.iter().enumerate() {
                            @if k > 0 { (tr!(lang, "list.comma")) }
                            bdi { (name) }
                        }
                    }
                }
            }
        }
    }
}

/// A word and a line to write on, or what is known already.
fn blank(label: &str, value: &str) -> Markup {
    html! {
        div class="field" {
            span class="label" { (label) }
            span class="line" { bdi { (value) } }
        }
    }
}

fn ticks(labels: &[String]) -> Markup {
    html! {
        span class="ticks" {
            @for label in labels { span { span class="box" {} " " (label) } }
        }
    }
}

/// Who is first, or a box to tick for each.
fn first_cell(first: Option<Player>, pairing: &Pairing) -> Markup {
    let letter = |player| if player == Player::A { "A" } else { "B" };
    let name = |player| if player == Player::A { &pairing.a } else { &pairing.b };
    match first {
        Some(player) => html! { b { (letter(player)) } " " bdi { (name(player)) } },
        None => ticks(&Player::BOTH.map(|player| letter(player).to_string())),
    }
}
