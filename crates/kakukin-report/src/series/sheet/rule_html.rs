//! The rule sheet as a page.

use super::{ChartDocument, RuleSheetDocument, answers::answers, joined, page, table};
use crate::{
    DataTable, Lang,
    lang::own_or_shared,
    layout::{hundredths, percent, signed, signed_points},
    series::eval::grouped,
    series::words::{Clauses, EndingLine, player_name},
};
use kakukin_core::Fraction;
use kakukin_series::{
    ComparedKind, Draws, Ending, Example, ExampleCriterion, ExampleGame, GameResult, LeftOut,
    Player, RuleChart, SheetGap, SheetPages, SheetPart, Undecided,
};
use maud::{Markup, PreEscaped, html};

/// Longer fractions are for machines; the data block has them.
const LONGEST_FRACTION: usize = 31;
/// A course of more games is shown by its beginning and its end.
const MOST_ROWS: usize = 20;

impl RuleSheetDocument {
    /// The page.
    pub fn html(&self) -> String {
        let lang = self.lang;
        let title = self.title.clone().unwrap_or_else(|| tr!(lang, "page.rule.title"));
        let body = html! {
            main {
                @if self.pages != SheetPages::Annex { (self.wall(&title, lang)) }
                @if self.pages != SheetPages::Wall { (self.annex(&title, lang)) }
            }
        };
        page(&title, "rule-sheet", lang, self, &body)
    }

    /// All that stands behind the first page.
    fn annex(&self, title: &str, lang: Lang) -> Markup {
        let annex = tr!(lang, "page.wall.annex_title");
        html! {
            div class="annex" {
                header {
                    @if self.pages == SheetPages::Annex {
                        p class="kicker" { span { (annex) } }
                        h1 { (title) }
                    } @else {
                        h2 class="annex-title" { (annex) }
                    }
                    p class="lead" { (self.lead(lang)) }
                }
                (self.tiles(lang))
                (self.articles(lang))
                (self.examples_section(lang))
                (self.figures_section(lang))
                (self.charts_section(lang))
                (self.answers_section(lang))
                (self.method_section(lang))
            }
        }
    }

    /// What a player is called on this page.
    pub(super) fn name(&self, player: Player, lang: Lang) -> String {
        match &self.names {
            Some(names) => names[player as usize].clone(),
            None => player_name(player, lang),
        }
    }

    fn names(&self, lang: Lang) -> [String; 2] {
        Player::BOTH.map(|player| self.name(player, lang))
    }

    fn lead(&self, lang: Lang) -> String {
        let rule = &self.evaluation.rule;
        let key = if rule.limit == 1 { "page.rule.lead_one" } else { "page.rule.lead" };
        tr!(
            lang,
            key,
            first = rule.points(rule.first),
            second = rule.points(rule.second),
            target = rule.points(rule.target),
            turns = rule.turns_name(lang),
            limit = rule.limit
        )
    }

    /// The few figures that are asked for first.
    fn tiles(&self, lang: Lang) -> Markup {
        let evaluation = &self.evaluation;
        let games = &evaluation.games;
        let a = self.name(Player::A, lang);
        let share = evaluation.decided.as_ref().map_or("-".into(), |d| hundredths(d.a) + " %");
        let expected = format!("{:.2}", games.expected);
        // Every series may be over before the limit.
        let (shortest, limit) = (games.shortest, games.longest);
        let length = if shortest == limit {
            tr!(lang, "page.tile.games_fixed", limit = limit)
        } else {
            let key = "page.tile.games_value";
            tr!(lang, key, shortest = shortest, limit = limit, expected = expected)
        };
        let fair = if self.equal_players { "page.tile.bias" } else { "page.tile.bias_unequal" };
        let counted =
            if self.replays() { "page.tile.games_counted" } else { "column.number_of_games" };
        let tiles = [
            (share, tr!(lang, "page.tile.share", name = a)),
            (self.bias_words(lang), tr!(lang, fair)),
            (hundredths(self.none()) + " %", tr!(lang, "page.tile.none")),
            (length, tr!(lang, counted)),
        ];
        html! {
            dl class="tiles" {
                @for (value, label) in &tiles { div { dt { (label) } dd { (value) } } }
            }
        }
    }

    /// The player whom the rule favours; `None` where the figures are too close to tell.
    fn favoured(&self) -> Option<(Player, f64)> {
        let bias = self.evaluation.bias?;
        let player = if bias > 0.0 { Player::A } else { Player::B };
        (bias.abs() > self.evaluation.error_bound).then_some((player, bias.abs()))
    }

    fn bias_words(&self, lang: Lang) -> String {
        match self.favoured() {
            _ if self.evaluation.bias.is_none() => "-".into(),
            None => tr!(lang, "term.no_bias"),
            Some((player, bias)) => {
                let (name, points) = (self.name(player, lang), hundredths(bias));
                tr!(lang, "term.bias_for", points = points, name = name)
            }
        }
    }

    fn articles(&self, lang: Lang) -> Markup {
        let rule = &self.evaluation.rule;
        let Clauses { points, turns, mut draws, limit, ending } = rule.clauses(lang);
        if let Some(both) = self.both_reach(lang) {
            draws = joined(&[draws, both], lang);
        }
        // Where the rule leaves a series without a winner, the organiser may still decide it.
        let open = rule.undecided == Undecided::None && !rule.always_won();
        let mut articles = vec![
            ("players", self.players_sentence(lang)),
            ("points", points),
            ("turns", turns),
            ("draws", draws),
            ("limit", limit),
        ];
        articles.extend(ending.map(|ending| ("ending", ending)));
        if open {
            articles.push(("none", tr!(lang, "page.articles.none_text")));
        }
        let articles = articles.into_iter().map(|(key, text)| {
            let heading = own_or_shared(lang, ["page.articles", "term"], key);
            // What the heading says the sentence need not say again.
            let text = text.strip_prefix(&format!("{heading}: ")).unwrap_or(&text).to_string();
            (heading, text)
        });
        let choices = ["lot", "game", "shared", "other"];
        html! {
            section id="rule" {
                h2 { (tr!(lang, "term.the_rule")) }
                p class="note" { (tr!(lang, "page.articles.note")) }
                ol class="articles" {
                    @for (heading, text) in articles {
                        li { strong { (heading) } " " (text) }
                    }
                }
                @if open {
                    div class="decision" {
                        p { (tr!(lang, "page.articles.decision")) }
                        ul {
                            @for key in choices {
                                li class=(key) {
                                    span class="box" {} " " (tr!(lang, format!("page.articles.decision_{key}")))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// A note, with more of it where draws do not count.
    fn noted(&self, note: &str, replays: &str, lang: Lang) -> String {
        let mut notes = vec![tr!(lang, note)];
        notes.extend(self.replays().then(|| tr!(lang, replays)));
        joined(&notes, lang)
    }

    fn examples_section(&self, lang: Lang) -> Markup {
        html! {
            @if !self.examples.is_empty() {
                section id="examples" {
                    h2 { (tr!(lang, "page.example.heading")) }
                    p class="note" { (self.noted("page.example.note", "page.example.replays", lang)) }
                    div class="examples" {
                        @for example in &self.examples { (self.example(example, lang)) }
                    }
                }
            }
        }
    }

    fn example(&self, example: &Example, lang: Lang) -> Markup {
        let names = self.names(lang);
        let title = match example.criterion {
            ExampleCriterion::Likeliest => tr!(lang, "page.example.likeliest"),
            ExampleCriterion::OtherWinner => {
                let winner = example.result.winner().map(|winner| self.name(winner, lang));
                tr!(lang, "page.example.other_winner", name = winner.unwrap_or_default())
            }
            ExampleCriterion::OnPoints => tr!(lang, "page.example.on_points"),
            ExampleCriterion::None if self.evaluation.rule.undecided != Undecided::None => {
                tr!(lang, "page.example.equal")
            }
            ExampleCriterion::None => tr!(lang, "page.example.none"),
            ExampleCriterion::Longest => tr!(lang, "page.example.longest"),
            ExampleCriterion::Telling => tr!(lang, "page.wall.example"),
        };
        let ending = self.ending_words(example, &names, lang);
        let header = vec![
            tr!(lang, "term.game"),
            tr!(lang, "term.first"),
            tr!(lang, "term.result"),
            tr!(lang, "page.example.points_of", name = names[0]),
            tr!(lang, "page.example.points_of", name = names[1]),
        ];
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (index, game) in example.games.iter().enumerate() {
            let from_end = example.games.len() - index;
            if example.games.len() <= MOST_ROWS
                || index < MOST_ROWS / 2
                || from_end <= MOST_ROWS / 2
            {
                rows.push(self.example_row(index + 1, game, &names, lang));
            } else if index == MOST_ROWS / 2 {
                rows.push(vec!["…".into(); 5]);
            }
        }
        let probability = percent(example.probability);
        html! {
            article class="example" {
                h3 { (title) }
                (table(&header, &rows, 3))
                p { (joined(&[ending, tr!(lang, "page.example.probability", probability = probability)], lang)) }
            }
        }
    }

    /// How a course ends.
    pub(super) fn ending_words(
        &self,
        example: &Example,
        names: &[String; 2],
        lang: Lang,
    ) -> String {
        match example.result {
            Ending::None if self.evaluation.rule.undecided != Undecided::None => {
                let equal = self.evaluation.rule.equal_points(lang);
                tr!(lang, "page.example.ended_equal", equal = equal)
            }
            Ending::None => tr!(lang, "page.example.ended_none"),
            ending => {
                let key = format!("page.example.{}", ending.code());
                tr!(lang, key, a = names[0], b = names[1])
            }
        }
    }

    /// A game of a course: its number, who is first, what happens, and the points after it.
    pub(super) fn example_row(
        &self,
        number: usize,
        game: &ExampleGame,
        names: &[String; 2],
        lang: Lang,
    ) -> Vec<String> {
        let rule = &self.evaluation.rule;
        let [first, second] =
            [game.first, game.first.other()].map(|player| names[player as usize].clone());
        let result = match game.result {
            GameResult::First => tr!(lang, "page.example.first_won", name = first),
            GameResult::Second => tr!(lang, "page.example.second_won", name = second),
            GameResult::Draw if rule.draws == Draws::Second => {
                tr!(lang, "page.example.draw_second")
            }
            GameResult::Draw => tr!(lang, "term.draw"),
        };
        let result = match game.swapped {
            true => tr!(lang, "page.example.swapped", result = result),
            false => result,
        };
        vec![number.to_string(), first, result, rule.points(game.a), rule.points(game.b)]
    }

    fn figures_section(&self, lang: Lang) -> Markup {
        html! {
            section id="figures" {
                h2 { (tr!(lang, "page.figures.heading")) }
                p class="note" {
                    strong { (tr!(lang, "page.rule.assumed")) } ": "
                    @for line in self.evaluation.model.sentence(lang).lines() { (line) " " }
                }
                (self.endings(lang))
                (self.games(lang))
                (self.rates(lang))
                (self.compared_table(lang))
                (self.stronger_table(lang))
            }
        }
    }

    fn endings(&self, lang: Lang) -> Markup {
        let (evaluation, names) = (&self.evaluation, self.names(lang));
        let outcome = &evaluation.outcome;
        let exact = evaluation.exact.as_ref();
        let share = |pick: fn(&crate::Shares<f64>) -> f64| {
            evaluation.decided.as_ref().map_or("-".into(), |decided| percent(pick(decided)))
        };
        let short = |fraction: Option<&Fraction>| {
            let text = fraction.map(Fraction::to_string);
            text.filter(|text| text.len() <= LONGEST_FRACTION).unwrap_or_default()
        };
        let wins = |name: &String| tr!(lang, "page.player.wins", name = name);
        let won = |player: Player| match player {
            Player::A => (outcome.a, share(|d| d.a), exact.map(|e| &e.outcome.a)),
            Player::B => (outcome.b, share(|d| d.b), exact.map(|e| &e.outcome.b)),
        };
        let rows = self.evaluation.rule.endings().into_iter().map(|line| match line {
            EndingLine::Won(player) => {
                let (chance, share, exact) = won(player);
                vec![wins(&names[player as usize]), percent(chance), share, short(exact)]
            }
            EndingLine::By(ending) => {
                let words = match ending {
                    Ending::None => tr!(lang, "term.none"),
                    Ending::AReached | Ending::BReached => {
                        format!("– {}", tr!(lang, "page.figures.by_target"))
                    }
                    Ending::AOnPoints | Ending::BOnPoints => {
                        format!("– {}", tr!(lang, "page.figures.by_points"))
                    }
                    Ending::AByDecider | Ending::BByDecider => {
                        format!("– {}", tr!(lang, "page.figures.by_decider"))
                    }
                };
                let chance = match ending {
                    Ending::None => self.none(),
                    _ => *outcome.endings.of(ending),
                };
                let fraction = short(exact.map(|exact| exact.outcome.endings.of(ending)));
                vec![words, percent(chance), String::new(), fraction]
            }
        });
        let mut rows: Vec<Vec<String>> = rows.collect();
        let mut header =
            ["term.result", "page.figures.all", "page.figures.decided", "term.exactly"]
                .map(|key| tr!(lang, key))
                .to_vec();
        if rows.iter().all(|row| row[3].is_empty()) {
            header.pop();
            rows.iter_mut().for_each(|row| row.truncate(3));
        }
        let bias = match self.favoured() {
            _ if evaluation.bias.is_none() => tr!(lang, "page.figures.undecided"),
            None => tr!(lang, "page.figures.even"),
            Some((player, bias)) => {
                let points = format!("{:.4}", 100.0 * bias);
                let name = self.name(player, lang);
                tr!(lang, "page.figures.bias", points = points, name = name)
            }
        };
        html! {
            div class="block" {
                h3 { (tr!(lang, "page.figures.endings")) }
                div class="wide" { (table(&header, &rows, 1)) }
                p {
                    (bias)
                    @if !self.equal_players && evaluation.bias.is_some() {
                        " " (tr!(lang, "page.figures.lead"))
                    }
                }
            }
        }
    }

    /// How long a series takes, with so many decimals: the games that count, and all that are
    /// played if those are more.
    pub(super) fn games_sentences(&self, decimals: usize, lang: Lang) -> Vec<String> {
        let games = &self.evaluation.games;
        let (shortest, limit) = (games.shortest, games.longest);
        let kind = if self.replays() { "counted" } else { "games" };
        let expected = format!("{:.decimals$}", games.expected);
        let mut sentences = vec![match (shortest == limit, limit) {
            (true, 1) => tr!(lang, format!("page.figures.{kind}_one")),
            (true, _) => tr!(lang, format!("page.figures.{kind}_fixed"), limit = limit),
            (false, _) => {
                let key = format!("page.figures.{kind}_text");
                tr!(lang, key, shortest = shortest, limit = limit, expected = expected)
            }
        }];
        if games.expected_played > games.expected * (1.0 + 1e-9) {
            let played = format!("{:.decimals$}", games.expected_played);
            sentences.push(self.evaluation.rule.played_words(&played, lang));
        }
        sentences
    }

    fn games(&self, lang: Lang) -> Markup {
        let games = &self.evaluation.games;
        let (mut so_far, groups) = grouped(&games.distribution);
        let rows: Vec<Vec<String>> = groups
            .iter()
            .map(|&(from, to, probability)| {
                so_far += probability;
                let range = if from == to { from.to_string() } else { format!("{from}–{to}") };
                vec![range, percent(probability), percent(so_far.min(1.0))]
            })
            .collect();
        let header = ["term.games", "page.figures.exactly", "page.figures.at_most"]
            .map(|key| tr!(lang, key));
        let booked: Vec<Vec<String>> = games
            .booking
            .iter()
            .map(|booking| {
                let games = match booking.games {
                    Some(games) => games.to_string(),
                    None if booking.probability >= 1.0 => tr!(lang, "page.figures.never"),
                    None => tr!(lang, "page.figures.unknown"),
                };
                vec![format!("{} %", (booking.probability * 1e6).round() / 1e4), games]
            })
            .collect();
        let booking_header = ["chance", "book"].map(|key| tr!(lang, format!("page.figures.{key}")));
        html! {
            div class="block" {
                h3 { (tr!(lang, "page.figures.games")) }
                p { (joined(&self.games_sentences(4, lang), lang)) }
                div class="beside" {
                    div { (table(&header, &rows, 0)) }
                    div {
                        h4 { (tr!(lang, "term.booking")) }
                        (table(&booking_header, &booked, 0))
                    }
                }
            }
        }
    }

    fn rates(&self, lang: Lang) -> Markup {
        let name = self.name(Player::A, lang);
        let header = [
            tr!(lang, "page.figures.p"),
            tr!(lang, "page.figures.share", name = name),
            tr!(lang, "page.figures.bias_column"),
            tr!(lang, "term.none"),
        ];
        let rows: Vec<Vec<String>> = self
            .rates
            .iter()
            .map(|rate| {
                vec![
                    hundredths(rate.p) + " %",
                    rate.a_of_decided.map_or("-".into(), percent),
                    rate.bias.map_or("-".into(), signed_points),
                    percent(rate.none),
                ]
            })
            .collect();
        html! {
            @if !rows.is_empty() {
                div class="block" {
                    h3 { (tr!(lang, "page.figures.rates")) }
                    p { (tr!(lang, "page.figures.rates_note")) }
                    div class="wide" { (table(&header, &rows, 0)) }
                }
            }
        }
    }

    fn compared_table(&self, lang: Lang) -> Markup {
        let name = self.name(Player::A, lang);
        let header = [
            tr!(lang, "term.rule"),
            tr!(lang, "page.figures.share", name = name),
            tr!(lang, "page.figures.bias_column"),
            tr!(lang, "term.none"),
            tr!(lang, "page.figures.limit_column"),
            tr!(lang, "page.figures.expected_column"),
        ];
        let evaluation = &self.evaluation;
        let row = |words: String, share: Option<f64>, none: f64, limit: u32, expected: f64| {
            vec![
                words,
                share.map_or("-".into(), |x| hundredths(x) + " %"),
                share.map_or("-".into(), |x| signed(x - 0.5, 2)),
                hundredths(none) + " %",
                limit.to_string(),
                format!("{expected:.2}"),
            ]
        };
        let mut rows = vec![row(
            tr!(lang, "compared.this_rule"),
            evaluation.decided.as_ref().map(|decided| decided.a),
            self.none(),
            evaluation.rule.limit,
            evaluation.games.expected_played,
        )];
        for other in &self.compared {
            let words = match other.kind {
                ComparedKind::OneGame => tr!(lang, "compared.one_game"),
                ComparedKind::OneEach => tr!(lang, "compared.one_each"),
                ComparedKind::BestOf => tr!(lang, "compared.best_of", n = other.limit),
                ComparedKind::Longer => tr!(lang, "page.left_out.part.longer"),
            };
            rows.push(row(words, other.a_of_decided, other.none, other.limit, other.expected));
        }
        html! {
            div class="block" {
                h3 { (tr!(lang, "page.figures.compared")) }
                p { (self.noted("page.figures.compared_note", "page.figures.compared_played", lang)) }
                div class="wide" { (table(&header, &rows, 1)) }
            }
        }
    }

    fn stronger_table(&self, lang: Lang) -> Markup {
        let Some(stronger) = &self.stronger else {
            return html! {};
        };
        let mut header =
            vec![tr!(lang, "page.figures.lead_column"), tr!(lang, "compared.this_rule")];
        header.extend(stronger.best_of.iter().map(|best_of| match best_of.n {
            1 => tr!(lang, "compared.one_game"),
            n => tr!(lang, "compared.best_of", n = n),
        }));
        let rows: Vec<Vec<String>> = stronger
            .leads
            .iter()
            .enumerate()
            .map(|(k, lead)| {
                let shares = stronger.best_of.iter().map(|best_of| best_of.shares[k]);
                let shares = std::iter::once(stronger.rule[k]).chain(shares);
                let mut row = vec![lead.to_string()];
                row.extend(shares.map(|share| hundredths(share) + " %"));
                row
            })
            .collect();
        html! {
            div class="block" {
                h3 { (tr!(lang, "page.figures.stronger")) }
                p { (tr!(lang, "page.figures.stronger_note")) }
                div class="wide" { (table(&header, &rows, 0)) }
            }
        }
    }

    fn charts_section(&self, lang: Lang) -> Markup {
        html! {
            section id="charts" {
                h2 { (tr!(lang, "term.charts")) }
                @for ChartDocument { about, chart } in &self.charts {
                    figure {
                        div class="wide" { (PreEscaped(chart.svg())) }
                        figcaption { (self.caption(*about, lang)) }
                        (data_table(&chart.table(), lang))
                    }
                }
                (self.left_out_note(lang))
            }
        }
    }

    fn caption(&self, about: RuleChart, lang: Lang) -> String {
        let key = match about {
            RuleChart::Bias if !self.equal_players => "page.chart.bias_unequal",
            RuleChart::Bias => "page.chart.bias",
            RuleChart::Games if self.replays() => "page.chart.games_counted",
            RuleChart::Games => "page.chart.games",
            RuleChart::Scores => "page.chart.scores",
            RuleChart::Stronger => "page.chart.stronger",
        };
        tr!(lang, key)
    }

    /// What a reader might miss, and why it is not there.
    fn left_out_note(&self, lang: Lang) -> Markup {
        let item = |left_out: &LeftOut| {
            let part = match left_out.part {
                SheetPart::Examples => "examples",
                SheetPart::Longer => "longer",
                SheetPart::Rates => "rates",
                SheetPart::Stronger => "stronger",
                SheetPart::Scores => "scores",
                SheetPart::ScoreChart => "score_chart",
            };
            let reason = match left_out.reason {
                SheetGap::Work => "work",
                SheetGap::Length => "length",
                SheetGap::NoRate => "no_rate",
            };
            let part = tr!(lang, format!("page.left_out.part.{part}"));
            let reason = tr!(lang, format!("page.left_out.reason.{reason}"));
            tr!(lang, "page.left_out.item", part = part, reason = reason)
        };
        html! {
            @if !self.left_out.is_empty() {
                div class="note left-out" {
                    p { (tr!(lang, "page.left_out.heading")) }
                    ul { @for left_out in &self.left_out { li { (item(left_out)) } } }
                }
            }
        }
    }

    fn answers_section(&self, lang: Lang) -> Markup {
        html! {
            section id="questions" {
                h2 { (tr!(lang, "page.answer.heading")) }
                @for item in answers(self, lang) {
                    div class="answer" { h3 { (item.question) } p { (item.answer) } }
                }
            }
        }
    }

    fn method_section(&self, lang: Lang) -> Markup {
        // Rounded up, as a bound must be.
        let bound = |bound: f64| format!("{:.0e}", 10f64.powi(bound.log10().ceil() as i32));
        let accuracy = match self.evaluation.exact {
            Some(_) => tr!(lang, "page.method.exact", bound = bound(self.error_bound)),
            None => {
                let largest = self.error_bound.max(self.evaluation.error_bound);
                tr!(lang, "page.method.bound", bound = bound(largest))
            }
        };
        html! {
            section id="method" {
                h2 { (tr!(lang, "page.method.heading")) }
                p { (joined(&[tr!(lang, "page.method.text"), accuracy], lang)) }
                p { (tr!(lang, "page.method.again")) }
                pre { code { (self.command) } }
                p class="note" { (tr!(lang, "page.made", version = self.version)) }
            }
        }
    }
}

/// The figures of a chart for those who cannot see it, or want them.
fn data_table(data: &DataTable, lang: Lang) -> Markup {
    html! {
        details {
            summary { (tr!(lang, "page.data")) }
            div class="wide" { (table(&data.header, &data.rows, 0)) }
        }
    }
}
