//! What the finder found: the best rules, and those that everybody knows.

mod document;

pub use document::*;

use crate::{
    Lang, ModelDocument, OutcomeDocument, RuleDocument, SchemaName, Shares,
    csv::csv_table,
    lang::own_or_shared,
    layout::{columns, hundredths, percent, signed_points, wrap},
    page::joined,
    series::spread::{self, points, rate_percent},
    series::words::{TurnsChoice, exact_percent, that_occur, turns_words},
};
use kakukin_core::Fraction;
use kakukin_series::{
    Answer, BaselineKind, Belief, BestOf, Criterion, Draws, LEADS, Merit, RankBy, Ranked, Undecided,
};

/// A rule that is farther from even is not fair by any measure.
const HOPELESS: f64 = 0.1;
/// Prose is broken into lines of at most so many columns.
const WIDTH: usize = 100;

impl FindDocument {
    /// The document of an answer.
    pub fn new(answer: &Answer) -> Self {
        let question = &answer.question;
        let request = &question.request;
        let best = request.best_turns.then_some(TurnsChoice(None));
        let exact = |x: &kakukin_core::Probability| Fraction::from(x.exact());
        Self {
            schema: SchemaName::default(),
            model: ModelDocument::new(&answer.model),
            belief: match &question.belief {
                Belief::Known(_) => None,
                Belief::About { p, band } => Some(BeliefDocument::About {
                    p: exact(p),
                    band: exact(band),
                    range: question.belief.range(),
                }),
                Belief::Between(low, high) => {
                    Some(BeliefDocument::Interval { low: exact(low), high: exact(high) })
                }
                &Belief::Record { wins, losses } => {
                    let range = question.belief.range();
                    Some(BeliefDocument::Record { wins, losses, range })
                }
                Belief::Estimate { p, games } => Some(BeliefDocument::Estimate {
                    p: exact(p),
                    games: *games,
                    range: question.belief.range(),
                }),
            },
            asked: SearchCriteria {
                turns: request
                    .turns
                    .iter()
                    .cloned()
                    .map(Some)
                    .map(TurnsChoice)
                    .chain(best)
                    .collect(),
                aside: request.aside.clone(),
                draws: request.draws.clone(),
                undecided: request.undecided,
                limit: request.limit,
                free_limit: request.free_limit,
                any_points: request.larger_first,
                max_points: request.max_points,
                max_none: request.max_none.as_ref().map(exact),
                max_games: request.max_games.as_ref().map(Fraction::from),
                min_games: request.min_games.as_ref().map(Fraction::from),
                at_least: request.at_least,
                max_bias: request.max_bias.as_ref().map(exact),
                by: question.by,
                top: question.top,
            },
            searched: SearchedDocument {
                rules: answer.rules,
                of: answer.listed,
                behaviours: answer.behaviours,
                complete: answer.complete,
            },
            matching: answer.matching,
            proposals: answer
                .proposals
                .iter()
                .map(|proposal| ProposalDocument {
                    merits: proposal.merits.clone(),
                    found: FoundDocument::new(&proposal.ranked),
                })
                .collect(),
            fair_enough: answer.fair_enough,
            alternative: answer.alternative.as_ref().map(FoundDocument::new),
            rules: answer.ranked.iter().map(FoundDocument::new).collect(),
            uncertainty: answer.uncertainty.as_ref().map(|costs| UncertaintyDocument {
                expected: costs.expected,
                if_known: costs.if_known,
                point_choice: costs.point_choice.points().to_string(),
                point_choice_turns: costs.point_choice.turns().clone(),
                of_point_choice: costs.of_point_choice,
                cost: costs.cost(),
            }),
            baselines: answer
                .baselines
                .iter()
                .map(|baseline| BaselineDocument {
                    name: baseline.kind,
                    found: FoundDocument::new(&baseline.ranked),
                })
                .collect(),
        }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        // Rules, tables and commands keep their lines.
        let prose =
            |text: &str| -> String { text.lines().map(|line| wrap(line, WIDTH) + "\n").collect() };
        let mut text = prose(&self.head(lang)) + "\n";
        match self.rules.first() {
            None => text += &(prose(&self.nothing(lang)) + "\n"),
            Some(_) if self.asked.by == RankBy::Pareto => {}
            Some(best) => {
                let key = if self.searched.complete { "find.best" } else { "find.best_so_far" };
                text += &prose(&tr!(lang, key));
                for line in best.rule.sentences(lang).lines() {
                    text += &format!("  {line}\n");
                }
                text += &format!("  {}\n\n", tr!(lang, "find.lot"));
                text += &prose(&self.warnings(best, lang));
                text += &prose(
                    &best.spread.as_ref().map_or_else(String::new, |s| spread::words(s, lang)),
                );
                text += &prose(&best.words(lang));
                text += &format!("{}\n", tr!(lang, "find.check", command = self.eval(best, lang)));
                text += &(prose(&tr!(lang, "find.next")) + "\n");
                text += &prose(&self.others(lang));
            }
        }
        text += &self.table(lang);
        if self.asked.by == RankBy::Pareto {
            text += &self.reasons(lang);
        }
        text += &format!("\n{}", prose(&self.legend(lang)));
        if let Some(costs) = &self.uncertainty {
            text += &format!("\n{}", prose(&self.costs(costs, lang)));
        }
        text += &format!("\n{}", prose(&self.proof(lang)));
        text
    }

    /// What to do where no rule meets the conditions.
    fn nothing(&self, lang: Lang) -> String {
        let open = self.asked.max_none.is_some() && self.asked.undecided == Undecided::None;
        tr!(lang, if open { "find.nothing_undecided" } else { "find.nothing" })
    }

    /// What may be a slip in the rates, and where nothing can help.
    fn warnings(&self, best: &FoundDocument, lang: Lang) -> String {
        let mut lines = String::new();
        let below_half = self.model.p.as_ref().is_some_and(|p| p.to_f64() < 0.5);
        if below_half && !self.asked.any_points {
            lines += &(tr!(lang, "find.below_half") + "\n");
        }
        let bias = best.spread.as_ref().map(|spread| spread.worst);
        let bias = bias.or(best.bias).unwrap_or(0.0).abs();
        if bias > HOPELESS {
            lines += &(tr!(lang, "find.hopeless", points = points(bias)) + "\n");
        }
        lines
    }

    /// The other rules to choose from, each with one sentence why; and what was tried aside.
    fn others(&self, lang: Lang) -> String {
        let mut lines = Vec::new();
        let line = |found: &FoundDocument, key: &str| {
            let rule = &found.rule;
            let bias = match &found.spread {
                Some(spread) => {
                    tr!(lang, "find.proposal.worst_bias", points = points(spread.worst))
                }
                None => {
                    let bias = found.bias.map_or("-".into(), |bias| points(bias.abs()));
                    tr!(lang, "find.proposal.bias", points = bias)
                }
            };
            let draws = tr!(lang, format!("draws_short.{}", draws_code(&rule.draws)));
            let counted = rule.replays();
            let most =
                if counted { "find.proposal.at_most_counted" } else { "find.proposal.at_most" };
            tr!(
                lang,
                key,
                points = rule.points_as_written(),
                turns = rule.turns_in("turns_short", lang),
                draws = draws,
                most = tr!(lang, most, limit = rule.limit),
                games = format!("{:.2}", found.games.expected_played),
                bias = bias,
                stronger = format!("{:.1}", 100.0 * found.skill.stronger[1].share)
            )
        };
        for proposal in &self.proposals[self.proposals.len().min(1)..] {
            let key = match proposal.merits[..] {
                [Merit::Shortest] => "find.proposal.shortest",
                [Merit::Strongest] => "find.proposal.strongest",
                _ => "find.proposal.both",
            };
            lines.push(line(&proposal.found, key));
        }
        if let Some(aside) = &self.alternative {
            lines.push(line(aside, "find.proposal.aside"));
        }
        match lines.is_empty() {
            true => String::new(),
            false => lines.join("\n") + "\n\n",
        }
    }

    /// The command that evaluates a rule in full.
    fn eval(&self, found: &FoundDocument, lang: Lang) -> String {
        let rule = &found.rule;
        let points = rule.points_as_written();
        let rate = |x: &Option<Fraction>| x.as_ref().map(Fraction::to_string).unwrap_or_default();
        // Only for its words: the rates, and what is done about draws, stand beside it.
        let game = lang.game().map_or(String::new(), |game| format!(" --game {}", game.code()));
        let mut command = format!(
            "kakukin eval{game} --p {} --f {} --points {points} --turns {} --limit {}",
            rate(&self.model.p),
            rate(&self.model.f),
            rule.turns,
            rule.limit
        );
        if rule.draws != Draws::Pass {
            command += &format!(" --draws {}", rule.draws_as_written());
        }
        if rule.undecided != Undecided::None {
            command += &format!(" --undecided {}", rule.undecided);
        }
        command
    }

    /// What was asked.
    fn head(&self, lang: Lang) -> String {
        let mut text = format!("{}\n", self.model.sentence(lang));
        let percent = |x: f64| format!("{:.2}", 100.0 * x);
        match &self.belief {
            None => {}
            Some(BeliefDocument::About { range, .. }) => {
                let [low, high] = range.map(rate_percent);
                let key = match self.asked.by {
                    RankBy::Bias => "find.about_mean",
                    _ => "find.about",
                };
                text += &format!("{}\n", tr!(lang, key, low = low, high = high));
            }
            Some(BeliefDocument::Interval { low, high }) => {
                let (low, high) = (exact_percent(low), exact_percent(high));
                let key = match self.asked.by {
                    RankBy::Worst => "find.interval",
                    _ => "find.interval_mean",
                };
                text += &format!("{}\n", tr!(lang, key, low = low, high = high));
                text += &format!("{}\n", self.point_note(lang));
            }
            Some(BeliefDocument::Record { wins, losses, range: [low, high] }) => {
                let (low, high) = (percent(*low), percent(*high));
                let (wins, losses) = (*wins, *losses);
                let line =
                    tr!(lang, "find.record", wins = wins, losses = losses, low = low, high = high);
                text += &format!("{line}\n{}\n", self.point_note(lang));
            }
            Some(BeliefDocument::Estimate { games, range: [low, high], .. }) => {
                let (low, high) = (percent(*low), percent(*high));
                let line = tr!(lang, "find.estimate", games = *games, low = low, high = high);
                text += &format!("{line}\n{}\n", self.point_note(lang));
            }
        }
        let asked = &self.asked;
        let separator = tr!(lang, "list.comma");
        let proposed = asked
            .turns
            .iter()
            .filter(|turns| turns.0.as_ref().is_none_or(|turns| !asked.aside.contains(turns)));
        let turns = proposed.map(|turns| turns_words("turns", turns.0.as_ref(), lang));
        let mut parts = vec![turns.collect::<Vec<_>>().join(&separator)];
        if asked.draws != [Draws::Pass] {
            let draws: Vec<_> = asked.draws.iter().map(Draws::as_written).collect();
            parts.push(tr!(lang, "find.asked.draws", draws = draws.join(&separator)));
        }
        let limit = if asked.free_limit { "find.asked.free_limit" } else { "find.asked.limit" };
        parts.push(tr!(lang, limit, limit = asked.limit));
        if asked.any_points {
            parts.push(tr!(lang, "find.asked.any_points"));
        }
        if let Some(points) = asked.max_points {
            parts.push(tr!(lang, "find.asked.max_points", points = points));
        }
        if let Some(none) = &asked.max_none {
            parts.push(tr!(lang, "find.asked.max_none", none = exact_percent(none)));
        }
        if let Some(games) = &asked.max_games {
            parts.push(tr!(lang, "find.asked.max_games", games = games.to_f64()));
        }
        if let Some(games) = &asked.min_games {
            parts.push(tr!(lang, "find.asked.min_games", games = games.to_f64()));
        }
        if let Some(games) = asked.at_least {
            parts.push(tr!(lang, "find.asked.at_least", games = games));
        }
        if asked.undecided != Undecided::None {
            let equal = tr!(lang, format!("rule.undecided.{}", asked.undecided));
            parts.push(tr!(lang, "find.asked.undecided", equal = equal));
        }
        if let Some(bias) = &asked.max_bias {
            let about = matches!(self.belief, Some(BeliefDocument::About { .. }));
            let what = if about || asked.by == RankBy::Worst {
                "find.column.worst"
            } else {
                "find.column.bias"
            };
            let (what, bias) = (tr!(lang, what), exact_percent(bias));
            parts.push(tr!(lang, "find.asked.max_bias", what = what, bias = bias));
        }
        let parts = parts.join(&tr!(lang, "find.asked.separator"));
        text + &format!("{}\n", tr!(lang, "find.asked.sentence", parts = parts))
    }

    /// Which figures are those of a single p.
    fn point_note(&self, lang: Lang) -> String {
        let p = self.model.p.as_ref().map(exact_percent).unwrap_or_default();
        let by = tr!(
            lang,
            if self.asked.by == RankBy::Worst { "find.column.worst" } else { "find.column.mean" }
        );
        tr!(lang, "find.point", p = p, by = by)
    }

    fn table(&self, lang: Lang) -> String {
        let spread = self.belief.is_some();
        let draws = self.asked.draws.len() > 1;
        let mut keys = vec!["rank", "points", "turns"];
        keys.extend(draws.then_some("draws"));
        keys.extend(["games", "expected", "a", "bias"]);
        keys.extend(spread.then_some(["mean", "worst"]).into_iter().flatten());
        keys.extend(["none", "stronger", "best_of", "elo"]);
        let header = keys.iter().map(|key| own_or_shared(lang, ["find.column", "column"], key));
        let row = |rank: String, name: Option<String>, found: &FoundDocument| {
            let rule = &found.rule;
            let points = rule.points_as_written();
            let turns = rule.turns_in("turns_short", lang);
            let mut cells = vec![rank, name.unwrap_or(points), turns];
            cells.extend(draws.then(|| rule.draws_as_written()));
            let (shortest, limit) = (found.games.shortest, found.games.limit);
            cells.push(match shortest == limit {
                true => limit.to_string(),
                false => format!("{shortest}-{limit}"),
            });
            cells.push(format!("{:.2}", found.games.expected_played));
            cells.push(found.decided.as_ref().map_or("-".into(), |shares| short_percent(shares.a)));
            cells.push(found.bias.map_or("-".into(), signed_points));
            if let Some(spread) = &found.spread {
                cells.extend([spread.expected, spread.worst].map(|x| format!("{:.4}", 100.0 * x)));
            }
            cells.push(short_percent(found.outcome.endings.none));
            let middle = &found.skill.stronger[1];
            cells.extend([middle.share, middle.best_of].map(|x| format!("{:.1} %", 100.0 * x)));
            cells.push(found.skill.elo_for_75.map_or("-".into(), |elo| format!("{elo:.0}")));
            cells
        };
        let mut rows = Vec::new();
        for (index, found) in self.rules.iter().enumerate() {
            rows.push(row((index + 1).to_string(), None, found));
        }
        for baseline in &self.baselines {
            let name = baseline_name(baseline.name, lang);
            rows.push(row("-".into(), Some(name), &baseline.found));
        }
        let left: Vec<usize> = keys
            .iter()
            .enumerate()
            .filter(|(_, key)| matches!(**key, "points" | "turns" | "draws"))
            .map(|(index, _)| index)
            .collect();
        columns(header.collect(), rows, &left)
    }

    /// Why each rule is on the frontier.
    fn reasons(&self, lang: Lang) -> String {
        let mut text = format!("\n{}\n", tr!(lang, "find.reason.title"));
        let width = self.rules.len().to_string().len();
        for (index, found) in self.rules.iter().enumerate() {
            text += &format!("{:>width$}  {}\n", index + 1, found.reason_words(lang));
        }
        text
    }

    fn legend(&self, lang: Lang) -> String {
        let mut text = tr!(lang, "find.legend.all");
        if self.belief.is_some() {
            text += &format!("\n{}", tr!(lang, "find.legend.spread"));
        }
        if self.asked.by == RankBy::Pareto {
            let (count, shown) = (self.matching, self.rules.len());
            let line = tr!(lang, "find.legend.pareto", count = count, shown = shown);
            text += &format!("\n{line}");
        }
        text
    }

    fn costs(&self, costs: &UncertaintyDocument, lang: Lang) -> String {
        let points = |x: f64| format!("{:.4}", 100.0 * x);
        let p = self.model.p.as_ref().map(exact_percent).unwrap_or_default();
        tr!(
            lang,
            "find.costs",
            expected = points(costs.expected),
            if_known = points(costs.if_known),
            cost = points(costs.cost),
            p = p,
            rule = costs.point_choice,
            turns = turns_words("turns_short", Some(&costs.point_choice_turns), lang),
            of_point_choice = points(costs.of_point_choice)
        )
    }

    /// How far the search went, and what follows from it.
    fn proof(&self, lang: Lang) -> String {
        let searched = &self.searched;
        let key = match (searched.complete, self.asked.by) {
            (true, RankBy::Bias) if self.belief.is_none() && !self.rules.is_empty() => {
                "find.proof.fairest"
            }
            (true, RankBy::Worst) if !self.rules.is_empty() => "find.proof.worst",
            (true, _) => "find.proof.all",
            (false, _) if searched.rules < searched.of => "find.proof.interrupted",
            (false, _) => "find.proof.bounded",
        };
        let (rules, of, behaviours) = (searched.rules, searched.of, searched.behaviours);
        let mut text = tr!(lang, key, rules = rules, of = of, behaviours = behaviours);
        if self.asked.turns.iter().any(|turns| turns.0.is_none()) {
            text += &tr!(lang, "find.proof.orders");
        }
        text
    }

    /// One CSV row for each rule, and for each that everybody knows.
    pub fn csv(&self) -> String {
        let rules = self.rules.iter().enumerate();
        let rules = rules.map(|(index, found)| ((index + 1).to_string(), found));
        let baselines = self.baselines.iter().map(|known| (known.name.to_string(), &known.found));
        csv_table!(rules.chain(baselines), |(name, found)| {
            name: name,
            p: self.model.p,
            f: self.model.f,
            complete: self.searched.complete,
            turns: found.rule.turns,
            draws: found.rule.draws,
            undecided: found.rule.undecided,
            first: found.rule.first,
            second: found.rule.second,
            target: found.rule.target,
            scale: found.rule.scale,
            shortest: found.rule.shortest,
            limit_without_draws: found.rule.limit_without_draws,
            limit: found.rule.limit,
            a: found.outcome.a,
            b: found.outcome.b,
            none: found.outcome.endings.none,
            decided_a: found.decided.as_ref().map(|shares| shares.a),
            bias: found.bias,
            expected_games: found.games.expected,
            expected_played: found.games.expected_played,
            mean_bias: found.spread.as_ref().map(|spread| spread.expected),
            worst_bias: found.spread.as_ref().map(|spread| spread.worst),
            worst_p: found.spread.as_ref().map(|spread| spread.worst_p),
            stronger_50: found.skill.stronger[0].share,
            stronger_100: found.skill.stronger[1].share,
            stronger_200: found.skill.stronger[2].share,
            best_of: found.skill.best_of,
            best_of_50: found.skill.stronger[0].best_of,
            best_of_100: found.skill.stronger[1].best_of,
            best_of_200: found.skill.stronger[2].best_of,
            elo_for_75: found.skill.elo_for_75,
            reason: found.reason.as_ref().map(|reason| {
                reason.iter().map(|criterion| criterion.name()).collect::<Vec<_>>().join(" ")
            }),
        })
    }
}

impl FoundDocument {
    fn new(ranked: &Ranked) -> Self {
        let Ranked { series, figures, played, spread, skill, best_of, reason } = ranked;
        let BestOf { games: n, stronger: in_best_of } = best_of;
        let shares = LEADS.iter().zip(&skill.stronger).zip(in_best_of);
        let rule = RuleDocument::new(series);
        Self {
            outcome: OutcomeDocument::new(figures, |x| *x),
            decided: Shares::new(figures, |x| *x),
            bias: figures.bias(),
            games: FoundGames {
                shortest: rule.shortest,
                limit: rule.limit,
                expected: figures.expected_games(),
                expected_played: *played,
                distribution: that_occur(&figures.games),
            },
            spread: spread.clone(),
            skill: SkillDocument {
                stronger: shares
                    .map(|((&elo, &share), &best_of)| StrongerDocument { elo, share, best_of })
                    .collect(),
                best_of: *n,
                elo_for_75: skill.elo_for_three_quarters,
            },
            reason: reason.clone(),
            rule,
        }
    }

    /// What is to be said of the best rule.
    fn words(&self, lang: Lang) -> String {
        let share = |x: f64| format!("{:.1}", 100.0 * x);
        let mut lines = Vec::new();
        if let (Some(decided), Some(bias)) = (&self.decided, self.bias) {
            // A bias of rounding errors is none; one too small to print is said to be small.
            let points = match bias.abs() {
                x if x < 0.000_000_5 => "<0.0001".to_string(),
                x => format!("{:.4}", 100.0 * x),
            };
            let key = match bias {
                x if x.abs() < 1e-14 => "eval.even",
                x if x > 0.0 => "eval.bias_for_a",
                _ => "eval.bias_for_b",
            };
            let (a, b) = (percent(decided.a), percent(decided.b));
            let none = percent(self.outcome.endings.none);
            lines.push(tr!(lang, "find.shares", a = a, b = b, none = none));
            lines.push(tr!(lang, key, bias = points));
        }
        let FoundGames { expected, expected_played, .. } = self.games;
        let (shortest, limit) = (self.games.shortest, self.games.limit);
        let longest = self.games.distribution.last().map_or(limit, |entry| entry.games);
        let key = if shortest == limit { "find.games" } else { "eval.games" };
        let mut games = vec![tr!(
            lang,
            key,
            shortest = shortest,
            longest = longest,
            limit = limit,
            expected = format!("{expected:.2}")
        )];
        if expected_played > expected * (1.0 + 1e-9) {
            games.push(self.rule.played_words(&format!("{expected_played:.2}"), lang));
        }
        lines.push(joined(&games, lang));
        let [x, y, z] = [0, 1, 2].map(|k| share(self.skill.stronger[k].share));
        let n = format!("{:.1}", self.skill.best_of);
        let best_of = share(self.skill.stronger[1].best_of);
        let mut line = tr!(lang, "find.stronger", x = x, y = y, z = z, n = n, best_of = best_of);
        if let Some(elo) = self.skill.elo_for_75 {
            line += &tr!(lang, "find.three_quarters", elo = format!("{elo:.0}"));
        }
        lines.push(line);
        lines.join("\n")
    }

    /// Why the rule is on the frontier.
    fn reason_words(&self, lang: Lang) -> String {
        let Some(reason) = &self.reason else {
            return String::new();
        };
        use Criterion::{Bias, Games, Limit, None, Skill};
        let priority = [Bias, Skill, None, Games, Limit];
        let mut named = priority.into_iter().filter(|criterion| reason.contains(criterion));
        let main = tr!(lang, format!("find.reason.{}", named.next().unwrap_or(Bias).name()));
        let conditions: Vec<String> = named
            .map(|criterion| {
                let value = match criterion {
                    Skill => format!("{:.4}", 100.0 * self.skill.stronger[1].share),
                    None => match self.outcome.endings.none {
                        x if x > 0.0 && x < 0.000_01 => format!("{:.2e} %", 100.0 * x),
                        x => percent(x),
                    },
                    Games => format!("{:.4}", self.games.expected_played),
                    Bias | Limit => self.games.limit.to_string(),
                };
                tr!(lang, format!("find.condition.{}", criterion.name()), value = value)
            })
            .collect();
        if conditions.is_empty() {
            return tr!(lang, "find.reason.alone", main = main);
        }
        let conditions = conditions.join(&tr!(lang, "find.condition.and"));
        tr!(lang, "find.reason.with", main = main, conditions = conditions)
    }
}

/// The name of a draw policy, whatever its points.
fn draws_code(draws: &Draws) -> &'static str {
    match draws {
        Draws::Pass => "pass",
        Draws::Keep => "keep",
        Draws::Replay => "replay",
        Draws::Swap => "swap",
        Draws::Points { .. } => "points",
        Draws::Second => "second",
    }
}

/// `51.92 %`: the table has the exact bias beside it.
fn short_percent(x: f64) -> String {
    hundredths(x) + " %"
}

/// A rule that everybody knows, in words.
pub(crate) fn baseline_name(kind: BaselineKind, lang: Lang) -> String {
    match kind {
        BaselineKind::BestOf(n) => tr!(lang, "find.baseline.best_of", n = n),
        other => tr!(lang, format!("find.baseline.{other}")),
    }
}
