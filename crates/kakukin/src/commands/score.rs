//! `kakukin mahjong score`: what a hand can expect in points.

use super::{hands, input, mahjong};
use crate::{
    InputError,
    args::ScoreArgs,
    failure::Failure,
    output::{Format, Output},
    progress::Progress,
    threads,
};
use kakukin_core::BadValue;
use kakukin_mahjong::{Aim, Hand, ScoreQuestion, ScoreResult, ScoreSolver, Stopped};
use kakukin_query::{MahjongBounds, ScoreChartQuery, ScoreQuery};
use kakukin_report::{ByDiscard, Chart, ScoreDocument};

pub(super) fn run(mut args: ScoreArgs, output: &Output) -> Result<(), Failure> {
    input::table(&mut args.query.moves.others, output.lang)?;
    if let Some(file) = &args.many.hands {
        return many(&args, file, output);
    }
    let style = mahjong::style(args.tiles.as_deref())?;
    mahjong::hand_not_depth(&mut args.query.hand, &mut args.query.play);
    let plot = mahjong::plot(&args.many)?;
    let query = ScoreChartQuery { query: args.query, chart: args.many.chart };
    let (job, figure) = query.job(&MahjongBounds::default())?;
    let pool = threads::pool(args.many.threads.as_deref())?;
    let result = output.watched(|progress| pool.install(|| job.run(progress)));
    let blame = mahjong::blame(&query.query.moves);
    let result = result.map_err(|stopped| stopped.map(blame))?;
    let document = ScoreDocument::new(&result);
    output.document(&document, |x, lang| x.text(lang, style), ScoreDocument::csv)?;
    if let Some(plot) = plot {
        plot.write(&Chart::score_over_turns(&document, figure, output.lang))?;
    }
    if result.is_finished() { Ok(()) } else { Err(Failure::Interrupted) }
}

/// Many hands of a file.
fn many(args: &ScoreArgs, file: &str, output: &Output) -> Result<(), Failure> {
    let query = &args.query;
    let conflicts = [
        ("hand", query.hand.is_some()),
        ("meld", !query.context.meld.is_empty()),
        ("plot", args.many.plot.is_some()),
        ("chart", args.many.chart.is_some()),
    ];
    hands::alone(&conflicts, &query.play)?;
    if query.each_best && output.format == Format::Text {
        // A line has no room for it.
        let allowed = "--format csv, --format jsonl";
        return Err(InputError::new("each-best", "--hands", BadValue::Conflict, allowed).into());
    }
    let style = mahjong::style(args.tiles.as_deref())?;
    hands::run(&ScoreHands { query }, file, args.many.threads.as_deref(), style, output)
}

struct ScoreHands<'a> {
    query: &'a ScoreQuery,
}

impl hands::Batch for ScoreHands<'_> {
    type Question = ScoreQuestion;
    type Document = ScoreDocument;

    fn question(&self, hand: Hand) -> Result<ScoreQuestion, kakukin_query::InputError> {
        self.query.question(hand, &MahjongBounds::default())
    }

    fn is_told(question: &ScoreQuestion) -> bool {
        question.question().others().is_told()
    }

    fn hand(question: &ScoreQuestion) -> &Hand {
        question.question().situation().hand()
    }

    fn answers(&self, questions: &[ScoreQuestion]) -> Vec<Result<ScoreDocument, Stopped>> {
        let solve = |list: &[_]| ScoreSolver::answer_all_until(list, &Progress::go_on);
        // One list of answers for each other aim, if each figure's best is asked for.
        let own_aim = questions.first().map(|question| question.terms().aim);
        let mut each: Vec<_> = own_aim
            .into_iter()
            .flat_map(Aim::beside)
            .filter(|_| self.query.each_best)
            .map(|aim| {
                let list: Vec<_> = questions.iter().map(|own| own.clone().with_aim(aim)).collect();
                (aim, solve(&list).into_iter())
            })
            .collect();
        let answers = questions.iter().zip(solve(questions)).map(|(question, answer)| {
            let others: Vec<_> = each
                .iter_mut()
                .filter_map(|(aim, list)| list.next().map(|answer| answer.map(|x| (*aim, x))))
                .collect();
            let answer = answer?;
            let mut result = ScoreResult::new(question.clone(), answer);
            if self.query.each_best {
                result.each_best = others.into_iter().collect::<Result<_, _>>()?;
                result.each_best.push((question.terms().aim, result.answer.clone()));
            }
            Ok(ScoreDocument::new(&result))
        });
        let blame = |error: kakukin_mahjong::InputError| {
            let field = mahjong::blamed(error.field, &self.query.moves);
            error.in_field(field)
        };
        answers
            .map(|answer: Result<_, Stopped>| answer.map_err(|stopped| stopped.map(blame)))
            .collect()
    }
}
