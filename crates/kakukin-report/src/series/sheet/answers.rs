//! The usual objections to a rule, answered with its own figures, also where they speak
//! against it.

use super::{RuleSheetDocument, joined};
use crate::{
    Lang,
    layout::{about, hundredths, signed},
    series::words::exact_percent,
};
use kakukin_series::{ComparedKind, ComparedRule, Ending, Player, Undecided};
use std::{cmp::Ordering, ops::RangeInclusive};

/// Shares that differ by less than this look the same to everybody.
const HARDLY: f64 = 0.005;
/// Shares that "one in so many" says well: a rounded number is near them, and not too long.
const ONE_IN: RangeInclusive<f64> = 1e-9..=1.0 / 3.0;

/// Question and answer.
pub(super) struct Answer {
    pub(super) question: String,
    pub(super) answer: String,
}

impl Answer {
    fn new(question: String, sentences: &[String], lang: Lang) -> Self {
        Self { question, answer: joined(sentences, lang) }
    }
}

/// The questions that this rule raises.
pub(super) fn answers(sheet: &RuleSheetDocument, lang: Lang) -> Vec<Answer> {
    let mut answers = Vec::new();
    if sheet.equal_players {
        answers.extend(alternate(sheet, lang));
        answers.extend(win_is_a_win(sheet, lang));
        answers.extend(unequal_points(sheet, lang));
        answers.extend(another_rate(sheet, lang));
    }
    answers.push(too_long(sheet, lang));
    answers.extend(draws(sheet, lang));
    answers.push(nobody_wins(sheet, lang));
    answers.extend(better_player(sheet, lang));
    answers
}

fn alternate(sheet: &RuleSheetDocument, lang: Lang) -> Option<Answer> {
    let other = sheet.best_of().or(sheet.compared.first())?;
    let (own, theirs) = (sheet.evaluation.decided.as_ref()?.a, other.a_of_decided?);
    let name = sheet.name(Player::A, lang);
    let (own_text, their_text) = (hundredths(own), hundredths(theirs));
    let text = match other.kind {
        ComparedKind::BestOf => tr!(
            lang,
            "page.answer.alternate_text",
            n = other.limit,
            name = name,
            other = their_text,
            own = own_text
        ),
        _ => {
            tr!(lang, "page.answer.alternate_one", name = name, other = their_text, own = own_text)
        }
    };
    let fairer = (own - 0.5).abs() + sheet.evaluation.error_bound < (theirs - 0.5).abs();
    let verdict = if fairer { "page.answer.fairer" } else { "page.answer.not_fairer" };
    Some(Answer::new(tr!(lang, "page.answer.alternate"), &[text, tr!(lang, verdict)], lang))
}

/// The shares of the first and the second player in decided games.
fn shares(sheet: &RuleSheetDocument) -> Option<[String; 2]> {
    let p = sheet.first_share()?;
    Some([hundredths(p), hundredths(1.0 - p)])
}

fn bias(sheet: &RuleSheetDocument) -> Option<String> {
    sheet.evaluation.bias.map(|bias| hundredths(bias.abs()))
}

/// Whether wins of the side that wins less often earn more, as points that make up for the
/// first move must.
fn compensates(sheet: &RuleSheetDocument) -> Option<bool> {
    let (p, rule) = (sheet.first_share()?, &sheet.evaluation.rule);
    let more_for_second = rule.second.cmp(&rule.first);
    Some(more_for_second.is_ne() && p.partial_cmp(&0.5) == Some(more_for_second))
}

fn win_is_a_win(sheet: &RuleSheetDocument, lang: Lang) -> Option<Answer> {
    let rule = &sheet.evaluation.rule;
    let ([p, q], bias) = (shares(sheet)?, bias(sheet)?);
    let (first, second) = (rule.points(rule.first), rule.points(rule.second));
    let text = match compensates(sheet)? {
        _ if rule.first == rule.second => {
            tr!(lang, "page.answer.win_equal", first = first, bias = bias)
        }
        true if rule.first < rule.second => tr!(lang, "page.answer.win_text", p = p, q = q),
        true => tr!(lang, "page.answer.win_second", p = p, q = q),
        false => {
            let key = "page.answer.win_other";
            tr!(lang, key, p = p, q = q, first = first, second = second, bias = bias)
        }
    };
    Some(Answer::new(tr!(lang, "page.answer.win"), &[text], lang))
}

fn unequal_points(sheet: &RuleSheetDocument, lang: Lang) -> Option<Answer> {
    let rule = &sheet.evaluation.rule;
    let ([p, q], bias) = (shares(sheet)?, bias(sheet)?);
    let (question, less, more) = match rule.first.cmp(&rule.second) {
        Ordering::Less => ("second", rule.first, rule.second),
        Ordering::Greater => ("first", rule.second, rule.first),
        Ordering::Equal => return None,
    };
    let text = if compensates(sheet)? {
        let ratio = format!("{:.2}", f64::from(more) / f64::from(less));
        let ratio = ratio.trim_end_matches('0').trim_end_matches('.');
        let key = format!("page.answer.{question}_text");
        tr!(lang, key, p = p, q = q, ratio = ratio, bias = bias)
    } else {
        let (first, second) = (rule.points(rule.first), rule.points(rule.second));
        let key = "page.answer.not_rarer";
        tr!(lang, key, p = p, q = q, first = first, second = second, bias = bias)
    };
    Some(Answer::new(tr!(lang, format!("page.answer.{question}")), &[text], lang))
}

fn another_rate(sheet: &RuleSheetDocument, lang: Lang) -> Option<Answer> {
    let [slope, _] = sheet.slopes()?;
    let nearest =
        [5.0, 3.0, 1.0].into_iter().find(|&x| sheet.at(-x).is_some() && sheet.at(x).is_some())?;
    let (low, high) = (sheet.at(-nearest)?, sheet.at(nearest)?);
    let text = tr!(
        lang,
        "page.answer.rate_text",
        name = sheet.name(Player::A, lang),
        low = hundredths(low.p),
        low_share = hundredths(low.a_of_decided?),
        high = hundredths(high.p),
        high_share = hundredths(high.a_of_decided?),
        slope = signed(slope / 100.0, 2)
    );
    let within = sheet.rates.iter().filter(|rate| (low.p..=high.p).contains(&rate.p));
    let worst = within.filter_map(|rate| rate.bias).fold(0.0, |most: f64, x| most.max(x.abs()));
    let [low, high] = [low.p, high.p]
        .map(|p| hundredths(p).trim_end_matches('0').trim_end_matches('.').to_string());
    let worst = hundredths(worst);
    let worst = tr!(lang, "page.answer.rate_worst", low = low, high = high, worst = worst);
    let p = exact_percent(sheet.evaluation.model.p.as_ref()?);
    Some(Answer::new(tr!(lang, "page.answer.rate", p = p), &[text, worst], lang))
}

fn too_long(sheet: &RuleSheetDocument, lang: Lang) -> Answer {
    let games = &sheet.evaluation.games;
    let mut sentences = sheet.games_sentences(2, lang);
    // Bookings are of games really played.
    let varies = games.shortest < games.longest || sheet.replays();
    let ninety = games.booking.iter().find(|b| (b.probability - 0.9).abs() < 1e-9);
    match ninety.and_then(|booking| booking.games) {
        Some(1) if varies => sentences.push(tr!(lang, "page.answer.long_booked_one")),
        Some(n) if varies => sentences.push(tr!(lang, "page.answer.long_booked", booked = n)),
        _ => {}
    }
    if let Some(ComparedRule { limit, expected, .. }) = sheet.best_of() {
        let other = format!("{expected:.2}");
        sentences.push(tr!(lang, "page.answer.long_other", n = limit, other = other));
    }
    Answer::new(tr!(lang, "page.answer.long"), &sentences, lang)
}

fn draws(sheet: &RuleSheetDocument, lang: Lang) -> Option<Answer> {
    let [_, slope] = sheet.slopes()?;
    let clause = sheet.evaluation.rule.clauses(lang).draws;
    let text = tr!(
        lang,
        "page.answer.draws_text",
        clause = clause,
        f = exact_percent(sheet.evaluation.model.f.as_ref()?),
        name = sheet.name(Player::A, lang),
        slope = signed(slope / 100.0, 2)
    );
    Some(Answer::new(tr!(lang, "page.answer.draws"), &[text], lang))
}

fn nobody_wins(sheet: &RuleSheetDocument, lang: Lang) -> Answer {
    let none = sheet.none();
    let question = tr!(lang, "page.answer.none");
    let rule = &sheet.evaluation.rule;
    if rule.always_won() {
        return Answer::new(question, &[tr!(lang, "page.answer.none_always")], lang);
    }
    if rule.undecided != Undecided::None {
        let [a, b] = [Ending::AByDecider, Ending::BByDecider]
            .map(|ending| *sheet.evaluation.outcome.endings.of(ending));
        let (equal, share) = (rule.equal_points(lang), hundredths(a + b));
        let text = tr!(lang, "page.answer.none_decided", equal = equal, share = share);
        return Answer::new(question, &[text], lang);
    }
    if none == 0.0 {
        return Answer::new(question, &[tr!(lang, "page.answer.none_never")], lang);
    }
    let share = share_words(none, lang);
    let mut sentences = vec![match ONE_IN.contains(&none) {
        true => {
            let one_in = about(1.0 / none, lang);
            tr!(lang, "page.answer.none_text", none = share, one_in = one_in)
        }
        false => tr!(lang, "page.answer.none_share", none = share),
    }];
    sentences.push(tr!(lang, "page.answer.none_then"));
    if let Some(longer) = &sheet.longer {
        let then = share_words(longer.none, lang);
        // A limit that changes nothing to be seen is no advice.
        if then != share {
            sentences.push(tr!(lang, "page.answer.none_longer", limit = longer.limit, none = then));
        }
    }
    Answer::new(question, &sentences, lang)
}

/// A share in running text: `0.12 %`, or that it is less than can be shown.
fn share_words(x: f64, lang: Lang) -> String {
    match hundredths(x) {
        below if below.starts_with('<') => tr!(lang, "page.answer.below", percent = &below[1..]),
        percent => format!("{percent} %"),
    }
}

fn better_player(sheet: &RuleSheetDocument, lang: Lang) -> Option<Answer> {
    let stronger = sheet.stronger.as_ref()?;
    let lead = stronger.leads.iter().position(|&lead| lead == 100.0)?;
    let own = *stronger.rule.get(lead)?;
    let share = |n: u32| {
        let best_of = stronger.best_of.iter().find(|best_of| best_of.n == n)?;
        best_of.shares.get(lead).copied()
    };
    let (own_text, one) = (hundredths(own), hundredths(share(1)?));
    let best_of = sheet.best_of().and_then(|best_of| Some((best_of.limit, share(best_of.limit)?)));
    let sentences = match best_of {
        None => vec![tr!(lang, "page.answer.better_one", own = own_text, one = one)],
        Some((n, other)) => {
            let verdict = match own - other {
                x if x > HARDLY => "page.answer.better_more",
                x if x < -HARDLY => "page.answer.better_less",
                _ => "page.answer.better_same",
            };
            let other = hundredths(other);
            let key = "page.answer.better_text";
            vec![
                tr!(lang, key, own = own_text, one = one, n = n, other = other),
                tr!(lang, verdict, n = n),
            ]
        }
    };
    Some(Answer::new(tr!(lang, "page.answer.better"), &sentences, lang))
}
