//! The command line as text: the fields of the questions (`kakukin-query`), and where results go.
//! The words of the help are in `locales/`.

use crate::{InputError, Problem};
use clap::{Args, Parser, Subcommand};
use kakukin_query::{
    AdviseQuery, CallQuery, ChainQuery, EpsilonQuery, EstimateQuery, EvalQuery, EventBracketQuery,
    EventFindQuery, EventPairQuery, EventStudyQuery, FindQuery, LiveStart, LogsQuery, MatchQuery,
    NoteFields, PlayTableQuery, PointsQuery, RecordsQuery, ReviewQuery, RuleSheetQuery, RulesQuery,
    ScoreQuery, ScoreSheetQuery, ShantenQuery, SimulateQuery, StandingsQuery, StudyQuery,
    TableQuery, TreeQuery, WinQuery, WorkbookQuery,
};

#[derive(Debug, Parser)]
#[command(name = "kakukin", version)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Args)]
pub(crate) struct Global {
    #[arg(long, global = true, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    #[arg(long, global = true, value_name = "LANG")]
    pub(crate) lang: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Find(FindArgs),
    Eval(EvalArgs),
    Tree(TreeQuery),
    Simulate(SimulateArgs),
    Table(TableArgs),
    Workbook(Box<WorkbookArgs>),
    Report(ReportArgs),
    Live(LiveArgs),
    Estimate(EstimateArgs),
    Match(Box<MatchArgs>),
    Records(RecordsArgs),
    Epsilon(EpsilonArgs),
    Event(EventArgs),
    Presets(PresetsArgs),
    Mahjong(MahjongArgs),
    Serve(ServeArgs),
    Completions(CompletionsArgs),
}

/// Which records are read.
#[derive(Debug, Args)]
pub(crate) struct FilesArgs {
    #[arg(value_name = "FILES")]
    pub(crate) files: Vec<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) max_unpacked: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) skipped: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct RecordsArgs {
    #[command(flatten)]
    pub(crate) query: RecordsQuery,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
    #[arg(long, value_name = "FILE")]
    pub(crate) survey: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct EstimateArgs {
    #[command(flatten)]
    pub(crate) query: EstimateQuery,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) merge: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) players: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) query: MatchQuery,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
}

#[derive(Debug, Args)]
pub(crate) struct FindArgs {
    #[arg(value_name = "P", display_order = 1)]
    pub(crate) p_word: Option<String>,
    #[arg(value_name = "F", display_order = 2)]
    pub(crate) f_word: Option<String>,
    #[arg(value_name = "N", display_order = 3)]
    pub(crate) limit_word: Option<String>,
    #[command(flatten)]
    pub(crate) query: FindQuery,
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    #[arg(value_name = "P", display_order = 1)]
    pub(crate) p_word: Option<String>,
    #[arg(value_name = "F", display_order = 2)]
    pub(crate) f_word: Option<String>,
    #[arg(value_name = "FIRST/SECOND/TARGET", display_order = 3)]
    pub(crate) points_word: Option<String>,
    #[command(flatten)]
    pub(crate) query: EvalQuery,
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<String>,
    #[arg(long, value_name = "CHART")]
    pub(crate) chart: Option<String>,
}

impl FindArgs {
    /// The question with its bare words under their names: p, f, limit.
    pub(crate) fn query(&self) -> Result<FindQuery, InputError> {
        let mut query = self.query.clone();
        let FindQuery { p, f, limit, .. } = &mut query;
        let words = [&self.p_word, &self.f_word, &self.limit_word].into_iter().flatten();
        name_words(words, [("p", p), ("f", f), ("limit", limit)])?;
        Ok(query)
    }
}

impl EvalArgs {
    /// The question with its bare words under their names: p, f, and last the points, unless
    /// these are given by name.
    pub(crate) fn query(&self) -> Result<EvalQuery, InputError> {
        let mut query = self.query.clone();
        let (model, rule) = (&mut query.described.model, &mut query.described.rule);
        let (p, f) = (("p", &mut model.p), ("f", &mut model.f));
        let points = ("points", &mut rule.points);
        let words = [&self.p_word, &self.f_word, &self.points_word].into_iter().flatten();
        match (words.clone().count(), points.1.is_some()) {
            (3, _) => name_words(words, [p, f, points]),
            (_, true) => name_words(words, [p, f]),
            (2, false) => name_words(words, [p, points]),
            _ => name_words(words, [points]),
        }?;
        Ok(query)
    }
}

/// Puts bare words where options would have, one after the other. An option that was given as
/// well is refused.
fn name_words<'w, const N: usize>(
    words: impl Iterator<Item = &'w String>,
    options: [(&'static str, &mut Option<String>); N],
) -> Result<(), InputError> {
    for (word, (field, option)) in words.zip(options) {
        if let Some(given) = option {
            return Err(InputError::new(field, word, Problem::NamedTwice, given));
        }
        *option = Some(word.clone());
    }
    Ok(())
}

#[derive(Debug, Args)]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    pub(crate) query: SimulateQuery,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) threads: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    #[command(flatten)]
    pub(crate) query: TableQuery,
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct WorkbookArgs {
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
    #[command(flatten)]
    pub(crate) query: WorkbookQuery,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    #[command(subcommand)]
    pub(crate) command: ReportCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ReportCommand {
    Rule(Box<RuleSheetArgs>),
    ScoreSheet(Box<ScoreSheetArgs>),
}

#[derive(Debug, Args)]
pub(crate) struct RuleSheetArgs {
    #[command(flatten)]
    pub(crate) query: RuleSheetQuery,
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ScoreSheetArgs {
    #[command(flatten)]
    pub(crate) query: ScoreSheetQuery,
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) round: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct EpsilonArgs {
    #[command(subcommand)]
    pub(crate) command: EpsilonCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EpsilonCommand {
    Points(EpsilonQuery),
    Standings(Box<StandingsArgs>),
    Study(Box<StudyArgs>),
}

#[derive(Debug, Args)]
pub(crate) struct StandingsArgs {
    #[command(flatten)]
    pub(crate) query: StandingsQuery,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct StudyArgs {
    #[command(flatten)]
    pub(crate) query: StudyQuery,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) threads: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<String>,
    #[arg(long, value_name = "CHART")]
    pub(crate) chart: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct EventArgs {
    #[command(subcommand)]
    pub(crate) command: EventCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EventCommand {
    Study(Box<EventStudyArgs>),
    Find(Box<EventFindArgs>),
    Pair(Box<EventPairArgs>),
    Bracket(Box<EventBracketArgs>),
}

#[derive(Debug, Args)]
pub(crate) struct EventStudyArgs {
    #[command(flatten)]
    pub(crate) query: EventStudyQuery,
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) threads: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct EventFindArgs {
    #[command(flatten)]
    pub(crate) query: EventFindQuery,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) threads: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct EventPairArgs {
    #[command(flatten)]
    pub(crate) query: EventPairQuery,
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) sheets: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) trf: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct EventBracketArgs {
    #[command(flatten)]
    pub(crate) query: EventBracketQuery,
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct PresetsArgs {}

#[derive(Debug, Args)]
pub(crate) struct LiveArgs {
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) file: Option<String>,
    #[command(subcommand)]
    pub(crate) command: Option<LiveCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LiveCommand {
    New(Box<LiveStart>),
    Add(LiveAddArgs),
    Undo(NoteFields),
    #[command(alias = "status")]
    Show(LiveShowArgs),
    Audit(LiveAuditArgs),
}

#[derive(Debug, Args)]
pub(crate) struct LiveAddArgs {
    #[arg(value_name = "RESULT")]
    pub(crate) result: Vec<String>,
    #[command(flatten)]
    pub(crate) note: NoteFields,
}

#[derive(Debug, Args)]
pub(crate) struct LiveShowArgs {}

#[derive(Debug, Args)]
pub(crate) struct LiveAuditArgs {}

#[derive(Debug, Args)]
pub(crate) struct MahjongArgs {
    #[command(subcommand)]
    pub(crate) command: MahjongCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum MahjongCommand {
    Shanten(ShantenArgs),
    Win(Box<WinArgs>),
    Score(Box<ScoreArgs>),
    Advise(Box<AdviseArgs>),
    Call(Box<CallArgs>),
    Points(Box<PointsArgs>),
    Rules(RulesQuery),
    Chain(ChainQuery),
    Log(LogArgs),
    Table(Box<PlayTableArgs>),
    Review(Box<ReviewArgs>),
}

#[derive(Debug, Args)]
pub(crate) struct ShantenArgs {
    #[command(flatten)]
    pub(crate) query: ShantenQuery,
    #[arg(long, value_name = "STYLE")]
    pub(crate) tiles: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct WinArgs {
    #[command(flatten)]
    pub(crate) query: WinQuery,
    #[command(flatten)]
    pub(crate) many: ManyArgs,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[arg(long, value_name = "STYLE")]
    pub(crate) tiles: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    pub(crate) query: ScoreQuery,
    #[command(flatten)]
    pub(crate) many: ManyArgs,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[arg(long, value_name = "STYLE")]
    pub(crate) tiles: Option<String>,
}

/// Many hands, and how many at once.
#[derive(Debug, Args)]
pub(crate) struct ManyArgs {
    #[arg(long, value_name = "FILE")]
    pub(crate) hands: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) threads: Option<String>,
}

/// A picture of a hand.
#[derive(Debug, Args)]
pub(crate) struct PictureArgs {
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<String>,
    #[arg(long, value_name = "FIGURE")]
    pub(crate) chart: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct AdviseArgs {
    #[command(flatten)]
    pub(crate) query: AdviseQuery,
    #[command(flatten)]
    pub(crate) many: ManyArgs,
    #[arg(long, value_name = "STYLE")]
    pub(crate) tiles: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CallArgs {
    #[command(flatten)]
    pub(crate) query: CallQuery,
    #[arg(long, value_name = "STYLE")]
    pub(crate) tiles: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct PointsArgs {
    #[command(flatten)]
    pub(crate) query: PointsQuery,
    #[arg(long, value_name = "STYLE")]
    pub(crate) tiles: Option<String>,
}

/// Which logs are read.
#[derive(Debug, Args)]
pub(crate) struct LogFilesArgs {
    #[arg(value_name = "LOGS")]
    pub(crate) files: Vec<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) max_unpacked: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct LogArgs {
    #[command(flatten)]
    pub(crate) query: LogsQuery,
    #[command(flatten)]
    pub(crate) files: LogFilesArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PlayTableArgs {
    #[command(flatten)]
    pub(crate) query: PlayTableQuery,
    #[command(flatten)]
    pub(crate) files: LogFilesArgs,
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) merge: Vec<String>,
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    pub(crate) query: ReviewQuery,
    #[command(flatten)]
    pub(crate) files: LogFilesArgs,
    #[arg(long)]
    pub(crate) summary: bool,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) threads: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) port: Option<String>,
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) bind: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    #[arg(long, value_name = "KEY", num_args = 0..=1)]
    pub(crate) key: Option<Option<String>>,
    #[arg(long)]
    pub(crate) qr: bool,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) workers: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Option<String>,
}
