//! The command line as text: the fields of the questions (`kakukin-ask`), and where results go.
//! The words of the help are in `locales/`.

use clap::{Args, Parser, Subcommand};
use kakukin_ask::{
    EpsilonQuery, EstimateQuery, EvalQuery, FindQuery, LiveStart, NoteFields, RecordsQuery,
    RuleFields, RuleSheetQuery, ScoreSheetQuery, SearchFields, SimulateQuery, StandingsQuery,
    TreeQuery, WorkbookQuery,
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
    Records(RecordsArgs),
    Epsilon(EpsilonArgs),
    Presets(PresetsArgs),
    Mahjong(MahjongArgs),
    Completions(CompletionsArgs),
}

/// Which records are read.
#[derive(Debug, Args)]
pub(crate) struct FilesArgs {
    #[arg(value_name = "FILES")]
    pub(crate) files: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) skipped: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct RecordsArgs {
    #[command(flatten)]
    pub(crate) query: RecordsQuery,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
}

#[derive(Debug, Args)]
pub(crate) struct EstimateArgs {
    #[command(flatten)]
    pub(crate) query: EstimateQuery,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
}

#[derive(Debug, Args)]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub(crate) query: FindQuery,
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) query: EvalQuery,
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<String>,
    #[arg(long, value_name = "CHART")]
    pub(crate) chart: Option<String>,
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
    #[arg(long, value_name = "RATES", allow_hyphen_values = true)]
    pub(crate) p: Option<String>,
    #[arg(long, value_name = "RATES", allow_hyphen_values = true)]
    pub(crate) f: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) pick: Option<String>,
    #[arg(long)]
    pub(crate) best: bool,
    #[command(flatten)]
    pub(crate) rule: RuleFields,
    #[command(flatten)]
    pub(crate) search: SearchFields,
    #[arg(long, value_name = "FORM")]
    pub(crate) form: Option<String>,
    #[arg(long)]
    pub(crate) compare: bool,
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
    #[arg(value_name = "FIELD")]
    pub(crate) field: Option<String>,
    #[arg(long, value_name = "SCHEDULE")]
    pub(crate) schedule: Option<String>,
    #[arg(long, value_name = "RATES", allow_hyphen_values = true)]
    pub(crate) p: Option<String>,
    #[arg(long, value_name = "RATE", allow_hyphen_values = true)]
    pub(crate) f: Option<String>,
    #[arg(long, value_name = "MODE")]
    pub(crate) draws: Option<String>,
    #[arg(long, value_name = "FIRST/SECOND/TARGET,..", allow_hyphen_values = true)]
    pub(crate) series: Vec<String>,
    #[arg(long, value_name = "ORDER")]
    pub(crate) turns: Option<String>,
    #[arg(long, value_name = "POLICY")]
    pub(crate) series_draws: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) limit: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) runs: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seed: Option<String>,
    #[arg(long)]
    pub(crate) exact_only: bool,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) threads: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<String>,
    #[arg(long, value_name = "CHART")]
    pub(crate) chart: Option<String>,
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
    Points(Box<PointsArgs>),
    Rules(RulesArgs),
    Chain(ChainArgs),
}

/// What is seen beside the concealed tiles.
#[derive(Debug, Args)]
pub(crate) struct ContextArgs {
    #[arg(long, value_name = "MELD")]
    pub(crate) meld: Vec<String>,
    #[arg(long, value_name = "TILES")]
    pub(crate) dora: Vec<String>,
    #[arg(long, value_name = "TILES")]
    pub(crate) seen: Vec<String>,
    #[arg(long, value_name = "3|4", allow_hyphen_values = true)]
    pub(crate) players: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) north: Option<String>,
}

/// For what is played, and by which rules.
#[derive(Debug, Args)]
pub(crate) struct StakesArgs {
    #[arg(long, value_name = "E|S|W|N")]
    pub(crate) seat: Option<String>,
    #[arg(long, value_name = "E|S|W|N")]
    pub(crate) round: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) honba: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) sticks: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<String>,
    #[arg(long, value_name = "FLAG=VALUE")]
    pub(crate) rule: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct PointsArgs {
    #[arg(value_name = "HAND")]
    pub(crate) hand: Option<String>,
    #[arg(long, value_name = "TILE")]
    pub(crate) win: Option<String>,
    #[arg(long)]
    pub(crate) tsumo: bool,
    #[arg(long)]
    pub(crate) ron: bool,
    #[arg(long)]
    pub(crate) riichi: bool,
    #[arg(long)]
    pub(crate) double_riichi: bool,
    #[arg(long)]
    pub(crate) ippatsu: bool,
    #[arg(long)]
    pub(crate) last_tile: bool,
    #[arg(long)]
    pub(crate) after_kan: bool,
    #[arg(long)]
    pub(crate) robbing_kan: bool,
    #[arg(long)]
    pub(crate) first_turn: bool,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
    #[arg(long, value_name = "TILES")]
    pub(crate) ura: Vec<String>,
    #[command(flatten)]
    pub(crate) stakes: StakesArgs,
    #[arg(long, value_name = "STYLE")]
    pub(crate) tiles: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ShantenArgs {
    #[arg(value_name = "HAND")]
    pub(crate) hand: Option<String>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
    #[arg(long, value_name = "STYLE")]
    pub(crate) tiles: Option<String>,
}

/// The draws to come, and which moves are looked at.
#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) draws_left: Option<String>,
    #[arg(long, value_name = "0..3", allow_hyphen_values = true)]
    pub(crate) improve: Option<String>,
    #[arg(long, value_name = "DIVISOR")]
    pub(crate) divisor: Option<String>,
    #[arg(long, value_name = "SHAPE")]
    pub(crate) form: Vec<String>,
    #[arg(long)]
    pub(crate) all: bool,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) max_states: Option<String>,
}

/// The way of playing, shown and put to the test.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[arg(long, value_name = "DEPTH", num_args = 0..=1, default_missing_value = "1")]
    pub(crate) explain: Option<String>,
    #[arg(long, value_name = "TILE")]
    pub(crate) discard: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) verify: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seed: Option<String>,
    #[arg(long, value_name = "RATE", allow_hyphen_values = true)]
    pub(crate) confidence: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) threads: Option<String>,
}

/// How a hand is played for points.
#[derive(Debug, Args)]
pub(crate) struct TermsArgs {
    #[arg(long, value_name = "AIM")]
    pub(crate) objective: Option<String>,
    #[arg(long)]
    pub(crate) no_riichi: bool,
    #[arg(long)]
    pub(crate) no_haitei: bool,
    #[arg(long)]
    pub(crate) refuse: bool,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) others_tenpai: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct WinArgs {
    #[arg(value_name = "HAND")]
    pub(crate) hand: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) hands: Option<String>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
    #[command(flatten)]
    pub(crate) moves: MovesArgs,
    #[arg(long, value_name = "AIM")]
    pub(crate) objective: Option<String>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[arg(long)]
    pub(crate) optimal: bool,
    #[command(flatten)]
    pub(crate) stakes: StakesArgs,
    #[arg(long, value_name = "STYLE")]
    pub(crate) tiles: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    #[arg(value_name = "HAND")]
    pub(crate) hand: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) hands: Option<String>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
    #[command(flatten)]
    pub(crate) stakes: StakesArgs,
    #[command(flatten)]
    pub(crate) terms: TermsArgs,
    #[arg(long)]
    pub(crate) each_best: bool,
    #[command(flatten)]
    pub(crate) moves: MovesArgs,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[arg(long, value_name = "STYLE")]
    pub(crate) tiles: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct AdviseArgs {
    #[arg(value_name = "HAND")]
    pub(crate) hand: Option<String>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
    #[command(flatten)]
    pub(crate) stakes: StakesArgs,
    #[command(flatten)]
    pub(crate) terms: TermsArgs,
    #[command(flatten)]
    pub(crate) moves: MovesArgs,
    #[arg(long, value_name = "STYLE")]
    pub(crate) tiles: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ChainArgs {
    #[arg(value_name = "HAND")]
    pub(crate) hand: Option<String>,
    #[arg(long, value_name = "SHAPE")]
    pub(crate) form: Option<String>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
    #[arg(long, value_name = "N,N,..", allow_hyphen_values = true)]
    pub(crate) useful: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) unseen: Option<String>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) turns: Option<String>,
    #[arg(long)]
    pub(crate) exact: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Option<String>,
}
