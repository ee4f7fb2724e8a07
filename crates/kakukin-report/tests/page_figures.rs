//! Every figure of a rule sheet, in its data and as printed, cell by cell, against series
//! played out course by course.

mod html;
mod plain;

use html::{Piece, data, inside, read, tables, texts};
use kakukin_report::{Lang, RuleSheetDocument, RuleSheetOptions};
use kakukin_series::{Model, Rule, Series};
use plain::{Draw, Order, Plain, Played};
use serde_json::Value;

const NAMES: [&str; 2] = ["Ann", "Ben"];
const BOOKED: [f64; 5] = [0.5, 0.8, 0.9, 0.95, 0.99];

/// A rule sheet, and the same rule as the oracle has it.
struct Case {
    lang: Lang,
    plain: Plain,
    played: Played,
    pieces: Vec<Piece>,
    data: Value,
}

impl Case {
    fn new(rates: [&str; 2], points: &str, turns: &str, draws: &str, lang: Lang) -> Self {
        let [p, f] = rates;
        let rule = Rule::parse(points, turns.parse().unwrap(), draws.parse().unwrap()).unwrap();
        let model = Model::new(p.parse().unwrap(), f.parse().unwrap()).unwrap();
        let series = Series::new(model, rule).unwrap();
        let names = Some(NAMES.map(String::from));
        let options = RuleSheetOptions { names, ..RuleSheetOptions::default() };
        let page = RuleSheetDocument::new(&series.rule_sheet().unwrap(), &options, lang).html();
        let pieces = read(&page);
        let data: Value = serde_json::from_str(&data(&pieces)).unwrap();
        let rate = |text: &str| text.trim_end_matches('%').parse::<f64>().unwrap() / 100.0;
        let order: Order = match turns {
            "fixed" => plain::fixed,
            "abba" => plain::abba,
            "loser-first" => plain::loser_first,
            _ => plain::alternating,
        };
        let numbers: Vec<u32> = points.split('/').map(|n| n.parse().unwrap()).collect();
        let plain = Plain {
            p: rate(p),
            f: rate(f),
            lead: 0.0,
            points: [numbers[0], numbers[1]],
            target: numbers[2],
            limit: data["evaluation"]["rule"]["limit"].as_u64().unwrap() as usize,
            order,
            draw: match draws {
                "replay" => Draw::Replay,
                "swap" => Draw::Swap,
                _ => Draw::Counts,
            },
        };
        Self { lang, plain, played: plain.play(), pieces, data }
    }

    fn all() -> impl Iterator<Item = Self> {
        let cases = [
            (["70%", "10%"], "1/2/3", "alternating", "pass"),
            (["40%", "5%"], "1/2/3", "fixed", "pass"),
            (["65%", "5%"], "2/3/7", "loser-first", "pass"),
            (["60%", "20%"], "1/1/3", "abba", "replay"),
            (["60%", "20%"], "1/2/3", "alternating", "swap"),
            (["75%", "0"], "1/3/6", "fixed", "pass"),
            (["30%", "10%"], "3/2/6", "alternating", "pass"),
        ];
        cases.into_iter().flat_map(|(rates, points, turns, draws)| {
            Lang::ALL.map(|lang| Self::new(rates, points, turns, draws, lang))
        })
    }

    /// Beside the rule: one game, one each, best of n up to the limit.
    fn compared(&self) -> Vec<(&'static str, Plain)> {
        let limit = self.plain.limit;
        let odd = limit - usize::from(limit.is_multiple_of(2));
        let one_each = Plain { limit: 2, ..self.plain.best_of(3) };
        let mut all = vec![("one_game", self.plain.best_of(1)), ("one_each", one_each)];
        let shorter = [3, 5, 7].into_iter().filter(|&n| n < odd);
        all.extend(shorter.chain([odd]).map(|n| ("best_of", self.plain.best_of(n))));
        all
    }

    fn at(&self, p: f64) -> Played {
        Plain { p, ..self.plain }.play()
    }

    fn rates(&self) -> Vec<f64> {
        [-10, -5, -3, -1, 0, 1, 3, 5, 10].map(|x| self.plain.p + f64::from(x) / 100.0).to_vec()
    }

    /// The best of n that the stronger player's chance is compared with.
    fn contests(&self) -> Vec<usize> {
        let limit = self.plain.limit;
        let mut all = vec![1, 3, 5, 7, limit - usize::from(limit.is_multiple_of(2))];
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn close(found: &Value, wanted: f64) {
    let found = found.as_f64().unwrap_or_else(|| panic!("{found} for {wanted}"));
    assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
}

#[test]
fn data_as_played_out() {
    for case in Case::all() {
        let (data, played, evaluation) = (&case.data, &case.played, &case.data["evaluation"]);
        assert_eq!(data["schema"], "kakukin/rule-sheet/1");
        assert_eq!(data["lang"], case.lang.tag());
        assert_eq!(data["equal_players"], true);
        assert_eq!(data["left_out"], Value::Array(Vec::new()));
        let endings = ["a_reached", "b_reached", "a_on_points", "b_on_points", "none"];
        for (key, wanted) in endings.into_iter().zip(played.endings) {
            close(&evaluation["outcome"][key], wanted);
        }
        close(&evaluation["decided"]["a"], played.share());
        close(&evaluation["games"]["expected"], played.expected());
        close(&evaluation["games"]["expected_played"], case.plain.expected_played(played));
        let rates = data["rates"].as_array().unwrap();
        assert_eq!(rates.len(), 9);
        for (rate, p) in rates.iter().zip(case.rates()) {
            let there = case.at(p);
            close(&rate["p"], p);
            close(&rate["a_of_decided"], there.share());
            close(&rate["bias"], there.share() - 0.5);
            close(&rate["none"], there.endings[4]);
        }
        let compared = data["compared"].as_array().unwrap();
        assert_eq!(compared.len(), case.compared().len());
        for (found, (kind, wanted)) in compared.iter().zip(case.compared()) {
            let there = wanted.play();
            assert_eq!((&found["kind"], &found["limit"]), (&kind.into(), &wanted.limit.into()));
            close(&found["a_of_decided"], there.share());
            close(&found["none"], there.endings[4]);
            close(&found["expected"], there.expected());
        }
        if played.endings[4] > 0.0 {
            let longer = Plain { limit: case.plain.limit + 2, ..case.plain }.play();
            close(&data["longer"]["none"], longer.endings[4]);
        }
    }
}

#[test]
fn scores_as_played_out() {
    for case in Case::all() {
        let scores = case.data["scores"].as_array().unwrap();
        assert_eq!(scores.len(), case.played.scores.len());
        for (found, (score, wanted)) in scores.iter().zip(&case.played.scores) {
            let points = [&found["a_points"], &found["b_points"]].map(|x| x.as_u64().unwrap());
            assert_eq!(points, score.map(u64::from));
            close(&found["reached"], wanted[0]);
            for (key, wins) in ["a", "b", "none"].into_iter().zip(&wanted[1..]) {
                close(&found[key], wins / wanted[0]);
            }
        }
        let chart = &case.data["charts"][2];
        assert_eq!(chart["about"], "scores");
        let cells = chart["plot"]["panels"][0]["cells"].as_array().unwrap();
        let drawn = cells.iter().flat_map(|row| row.as_array().unwrap()).filter(|c| !c.is_null());
        for (found, wanted) in drawn.zip(case.played.scores.values()) {
            close(found, wanted[1] / wanted[0]);
        }
    }
}

#[test]
fn stronger_players_as_played_out() {
    for case in Case::all().filter(|case| case.lang == Lang::EN) {
        let stronger = &case.data["stronger"];
        for (k, lead) in [50.0, 100.0, 200.0].into_iter().enumerate() {
            close(&stronger["leads"][k], lead);
            close(&stronger["rule"][k], case.plain.stronger(lead));
            for (found, n) in stronger["best_of"].as_array().unwrap().iter().zip(case.contests()) {
                assert_eq!(found["n"], n);
                close(&found["shares"][k], case.plain.best_of(n).stronger(lead));
            }
        }
    }
}

#[test]
fn curves_as_played_out() {
    for case in Case::all().filter(|case| case.lang == Lang::EN) {
        let about: Vec<_> = case.data["charts"].as_array().unwrap().iter().collect();
        let [bias, games, _, stronger] = about[..] else { panic!("four charts") };
        let points = |line: &Value| -> Vec<[Value; 2]> {
            let points = line["points"].as_array().unwrap().iter();
            points.map(|point| [point[0].clone(), point[1].clone()]).collect()
        };
        let curve = points(&bias["plot"]["lines"][0]);
        assert!(curve.len() >= 46);
        for [p, bias] in curve {
            close(&bias, case.at(p.as_f64().unwrap()).share() - 0.5);
        }
        for bar in games["plot"]["bars"].as_array().unwrap() {
            close(&bar[1], case.played.games[bar[0].as_u64().unwrap() as usize]);
        }
        let contests = [1, 3, 5, 7].map(|n| case.plain.best_of(n));
        let lines = stronger["plot"]["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 5);
        for (line, plain) in lines.iter().zip([case.plain].into_iter().chain(contests)) {
            for [lead, share] in points(line) {
                close(&share, plain.stronger(lead.as_f64().unwrap()));
            }
        }
    }
}

/// Per cents with four decimals, as in the tables.
fn exact(x: f64) -> String {
    if x > 0.0 && x < 5e-7 { "<0.0001 %".into() } else { format!("{:.4} %", 100.0 * x) }
}

/// Per cents with two decimals.
fn brief(x: f64) -> String {
    if x > 0.0 && x < 5e-5 { "<0.01".into() } else { format!("{:.2}", 100.0 * x) }
}

fn signed(x: f64, decimals: usize) -> String {
    let text = format!("{:+.decimals$}", x);
    if text.trim_start_matches(['+', '-', '0', '.']).is_empty() { text[1..].into() } else { text }
}

#[test]
fn tables_as_played_out() {
    for case in Case::all() {
        let (plain, played) = (&case.plain, &case.played);
        let section = inside(&case.pieces, |_, attributes| {
            attributes.contains(&("id".into(), "figures".into()))
        });
        let [endings, games, booking, rates, compared, stronger] =
            <[_; 6]>::try_from(tables(section)).expect("six tables");
        let [a, b, a_points, b_points, none] = played.endings;
        let (share, empty) = (played.share(), String::new);
        let wanted = [
            [exact(played.wins(0)), exact(share)],
            [exact(a), empty()],
            [exact(a_points), empty()],
            [exact(played.wins(1)), exact(1.0 - share)],
            [exact(b), empty()],
            [exact(b_points), empty()],
            [exact(none), empty()],
        ];
        let printed: Vec<_> = endings.iter().map(|row| [row[1].clone(), row[2].clone()]).collect();
        assert_eq!(printed, wanted);
        assert!(endings[0][0].contains(NAMES[0]) && endings[3][0].contains(NAMES[1]));

        let mut so_far = 0.0;
        let wanted = played.games.iter().enumerate().filter(|(_, p)| **p > 0.0).map(|(n, &p)| {
            so_far += p;
            vec![n.to_string(), exact(p), exact(so_far)]
        });
        assert_eq!(games, wanted.collect::<Vec<_>>());

        let wanted = BOOKED.map(|wanted| {
            let books = plain.booking(wanted).to_string();
            vec![format!("{} %", 100.0 * wanted), books]
        });
        assert_eq!(booking, wanted);

        let wanted = case.rates().into_iter().map(|p| {
            let (share, none) = (case.at(p).share(), case.at(p).endings[4]);
            let bias = signed(100.0 * (share - 0.5), 4);
            vec![brief(p) + " %", exact(share), bias, exact(none)]
        });
        assert_eq!(rates, wanted.collect::<Vec<_>>());

        let row = |plain: &Plain, played: &Played| {
            vec![
                brief(played.share()) + " %",
                signed(100.0 * (played.share() - 0.5), 2),
                brief(played.endings[4]) + " %",
                plain.limit.to_string(),
                format!("{:.2}", plain.expected_played(played)),
            ]
        };
        let mut wanted = vec![row(plain, played)];
        wanted.extend(case.compared().iter().map(|(_, other)| row(other, &other.play())));
        let printed: Vec<_> = compared.iter().map(|row| row[1..].to_vec()).collect();
        assert_eq!(printed, wanted);

        let wanted = [50.0, 100.0, 200.0].map(|lead| {
            let others = case.contests().into_iter().map(|n| plain.best_of(n).stronger(lead));
            let shares = std::iter::once(plain.stronger(lead)).chain(others);
            let mut row = vec![lead.to_string()];
            row.extend(shares.map(|share| brief(share) + " %"));
            row
        });
        assert_eq!(stronger, wanted);
    }
}

/// The numbers with a decimal point, in their order, with signs.
fn decimals(text: &str) -> Vec<String> {
    let part = |c: char| c.is_ascii_digit() || ".+-<>".contains(c);
    let words = text.split(|c| !part(c)).map(|word| word.trim_end_matches('.'));
    words.filter(|word| word.contains('.')).map(str::to_string).collect()
}

/// What must be printed of these, where it has a decimal point.
fn only_decimals(figures: &[String]) -> Vec<String> {
    figures.iter().filter(|figure| figure.contains('.')).cloned().collect()
}

#[test]
fn tiles_as_played_out() {
    for case in Case::all() {
        let (played, bias) = (&case.played, case.played.share() - 0.5);
        let tiles = texts(&case.pieces, |name, _| name == "dd");
        let wanted = [
            brief(played.share()),
            brief(bias.abs()),
            brief(played.endings[4]),
            format!("{:.2}", played.expected()),
        ];
        assert_eq!(decimals(&tiles.join(" ")), wanted);
        assert!(tiles[1].contains(NAMES[usize::from(bias < 0.0)]), "{}", tiles[1]);
    }
}

/// The figures of every answer, in the order of its sentences.
#[test]
fn answers_as_played_out() {
    for case in Case::all() {
        let (plain, played, share) = (&case.plain, &case.played, case.played.share());
        let answers = texts(
            inside(&case.pieces, |_, attributes| {
                attributes.contains(&("id".into(), "questions".into()))
            }),
            |name, _| name == "p",
        );
        let odd = plain.limit - usize::from(plain.limit.is_multiple_of(2));
        let best = plain.best_of(odd);
        let (p, q) = (brief(plain.p), brief(1.0 - plain.p));
        let bias = brief((share - 0.5).abs());
        let [by_p, by_f] = plain.slopes().map(|slope| signed(slope, 2));
        let [first, second] = plain.points.map(f64::from);
        let made_up = (second - first) * (plain.p - 0.5) > 0.0;
        let mut wanted = vec![vec![brief(best.play().share()), brief(share)]];
        wanted.push(match (made_up, first == second) {
            (_, true) => vec![bias.clone()],
            (true, _) => vec![p.clone(), q.clone()],
            (false, _) => vec![p.clone(), q.clone(), bias.clone()],
        });
        if first != second {
            let ratio = format!("{:.2}", (first / second).max(second / first));
            let ratio = ratio.trim_end_matches('0').trim_end_matches('.').to_string();
            wanted.push(match made_up {
                true => vec![p, q, ratio, bias],
                false => vec![p, q, bias],
            });
        }
        let at = |x: f64| case.at(plain.p + x / 100.0).share();
        let trimmed = |p: f64| brief(p).trim_end_matches('0').trim_end_matches('.').to_string();
        let near = [-5.0, -3.0, -1.0, 0.0, 1.0, 3.0, 5.0];
        let worst = near.map(|x| (at(x) - 0.5).abs()).into_iter().fold(0.0, f64::max);
        wanted.push(vec![
            brief(plain.p - 0.05),
            brief(at(-5.0)),
            brief(plain.p + 0.05),
            brief(at(5.0)),
            by_p,
            trimmed(plain.p - 0.05),
            trimmed(plain.p + 0.05),
            brief(worst),
        ]);
        let mut long = vec![format!("{:.2}", played.expected())];
        if plain.draw != Draw::Counts {
            long.push(format!("{:.2}", plain.expected_played(played)));
        }
        long.push(format!("{:.2}", best.play().expected()));
        wanted.extend([long, vec![by_f]]);
        wanted.push(match played.endings[4] {
            0.0 => Vec::new(),
            none => {
                let longer = Plain { limit: plain.limit + 2, ..*plain }.play();
                vec![brief(none), brief(longer.endings[4])]
            }
        });
        let shares = [*plain, plain.best_of(1), best].map(|plain| brief(plain.stronger(100.0)));
        wanted.push(shares.to_vec());
        let printed: Vec<_> = answers.iter().map(|answer| decimals(answer)).collect();
        let wanted: Vec<_> = wanted.iter().map(|figures| only_decimals(figures)).collect();
        assert_eq!(printed, wanted);
        // Numbers of games have no decimal point.
        let long = &answers[answers.len() - 4];
        let booked = plain.booking(0.9).to_string();
        let is_booked = |word: &str| word.trim() == booked;
        assert!(long.split(|c: char| !c.is_ascii_digit()).any(is_booked), "{long}");
    }
}
