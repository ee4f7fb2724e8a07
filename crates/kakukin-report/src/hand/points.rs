//! What a win is worth.

use crate::{
    HandDocument, Lang, SchemaName,
    csv::csv_table,
    hand::figures::WIDTH,
    hand::tiles::{TileStyle, name},
    layout::{columns, wrap},
};
use kakukin_mahjong::{Bag, Flag, Limit, Points, PointsResult, RuleSet, Stakes, Wind, Yaku};
use serde::Serialize;

/// Yaku, han, fu, points and payments of a win.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PointsDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The hand and its melds on one line, the winning tile included.
    pub hand: String,
    /// The hand and everything seen.
    pub situation: HandDocument,
    /// The winning tile; a red five is `0p`.
    pub win: String,
    /// Whether it was drawn; otherwise another discarded it.
    pub tsumo: bool,
    /// Ura dora indicators.
    pub ura: String,
    /// For what it was played.
    #[serde(flatten)]
    pub stakes: StakesDocument,
    /// All han, dora included; 0 for yakuman.
    pub han: u32,
    /// Fu; 0 for yakuman, and for renhou as a mangan.
    pub fu: u32,
    /// How many yakuman.
    pub yakuman: u32,
    /// The limit, from mangan up; null below.
    pub limit: Option<Limit>,
    /// Every yaku, dora last.
    pub yaku: Vec<YakuDocument>,
    /// What the winner receives for the hand itself.
    pub points: u32,
    /// Who pays what.
    pub payments: PaymentsDocument,
}

/// For what a hand is played, and by which rules.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StakesDocument {
    /// Wind of the seat.
    pub seat: Wind,
    /// Wind of the round.
    pub round: Wind,
    /// Counters on the table.
    pub honba: u32,
    /// Riichi sticks on the table.
    pub sticks: u32,
    /// The rules it is counted by.
    pub rules: RulesUsed,
    /// Whether norths may be set aside.
    #[serde(skip)]
    pub(crate) north: bool,
}

impl StakesDocument {
    pub(crate) fn new(stakes: &Stakes) -> Self {
        Self {
            seat: stakes.seat(),
            round: stakes.round(),
            honba: stakes.honba(),
            sticks: stakes.sticks(),
            rules: RulesUsed::new(stakes),
            north: stakes.rules().has(Flag::North),
        }
    }

    /// Seat, round and rules.
    pub(crate) fn line(&self, lang: Lang) -> String {
        let wind = |wind: Wind| tr!(lang, format!("points.wind.{wind}"));
        let (seat, round) = (wind(self.seat), wind(self.round));
        tr!(lang, "points.stakes", seat = seat, round = round, rules = self.rules.words(lang))
    }

    /// A yaku as people read it: of a wind, which.
    pub(crate) fn yaku(&self, yaku: Yaku, lang: Lang) -> String {
        let wind = |wind: Wind| tr!(lang, format!("points.wind.{wind}"));
        match yaku {
            Yaku::SeatWind => tr!(lang, "points.seat_wind", wind = wind(self.seat)),
            Yaku::RoundWind => tr!(lang, "points.round_wind", wind = wind(self.round)),
            _ => lang.pick([yaku.english(), yaku.japanese()]).to_string(),
        }
    }

    /// Seat, round and rules, then what lies on the table.
    pub(crate) fn table(
        &self,
        situation: &HandDocument,
        ura: &str,
        lang: Lang,
        style: TileStyle,
    ) -> Vec<String> {
        let mut table = vec![self.line(lang)];
        let styled = |tiles: &str| {
            let bag = Bag::parse("dora", tiles).map(|bag| bag.tiles());
            bag.map_or(tiles.to_string(), |tiles| style.tiles(tiles.iter()))
        };
        let HandDocument { dora, dora_tiles, .. } = situation;
        if !dora.is_empty() {
            let [tiles, dora] = [dora, dora_tiles].map(|tiles| styled(tiles));
            table.push(tr!(lang, "score.dora", tiles = tiles, dora = dora));
        }
        if !ura.is_empty() {
            table.push(tr!(lang, "points.ura", tiles = styled(ura)));
        }
        if situation.north > 0 {
            table.push(tr!(lang, "points.norths", n = situation.north));
        }
        for (key, n) in [("score.honba", self.honba), ("score.sticks", self.sticks)] {
            if n > 0 {
                table.push(tr!(lang, key, n = n));
            }
        }
        table
    }
}

/// A preset and what was changed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesUsed {
    /// The preset that the rules began with.
    pub name: RuleSet,
    /// Flags that differ from it, as `flag=value`.
    pub changes: Vec<String>,
}

impl RulesUsed {
    /// The rules of some stakes.
    pub fn new(stakes: &Stakes) -> Self {
        let changes = stakes.rules().changes();
        Self {
            name: stakes.rules().base(),
            changes: changes.map(|(name, value)| format!("{name}={value}")).collect(),
        }
    }

    /// `mleague, kuitan=no`
    fn line(&self) -> String {
        self.named(self.name.name().to_string())
    }

    /// The same with the name that people know.
    fn words(&self, lang: Lang) -> String {
        self.named(tr!(lang, format!("rules.preset.{}", self.name.name())))
    }

    fn named(&self, name: String) -> String {
        let all = std::iter::once(name).chain(self.changes.iter().cloned());
        all.collect::<Vec<_>>().join(", ")
    }
}

/// One yaku.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct YakuDocument {
    /// Its stable name.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub id: Yaku,
    /// Its Japanese name.
    pub ja: &'static str,
    /// Its English name.
    pub en: &'static str,
    /// Its han here; of a yakuman, how many it counts for.
    pub han: u32,
}

impl YakuDocument {
    /// Those of a win.
    pub(crate) fn of(points: &Points) -> Vec<Self> {
        let yaku = points.yaku().iter().map(|&(yaku, han)| Self {
            id: yaku,
            ja: yaku.japanese(),
            en: yaku.english(),
            han,
        });
        yaku.collect()
    }
}

/// Who pays what; counters included in the single payments.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PaymentsDocument {
    /// What the dealer pays for another's self-draw; null where he does not.
    pub dealer: Option<u32>,
    /// What each other player pays for a self-draw; null where they do not.
    pub other: Option<u32>,
    /// What the discarder pays; null for a self-draw.
    pub discarder: Option<u32>,
    /// Points of the riichi sticks.
    pub sticks: u32,
    /// Everything that the winner receives.
    pub total: u32,
}

impl PointsDocument {
    /// The document of a win.
    pub fn new(result: &PointsResult) -> Self {
        let PointsResult { situation, stakes, win, red, points } = result;
        let paid = points.payments();
        Self {
            schema: SchemaName::default(),
            hand: situation.hand().to_string(),
            situation: HandDocument::new(situation),
            win: name((win.tile, *red)),
            tsumo: win.tsumo,
            ura: win.ura.to_string(),
            stakes: StakesDocument::new(stakes),
            han: points.han(),
            fu: points.fu(),
            yakuman: points.yakuman(),
            limit: points.limit(),
            yaku: YakuDocument::of(points),
            points: points.points(),
            payments: PaymentsDocument {
                dealer: paid.dealer,
                other: paid.other,
                discarder: paid.discarder,
                sticks: paid.sticks,
                total: paid.total,
            },
        }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang, style: TileStyle) -> String {
        let how = tr!(lang, if self.tsumo { "points.tsumo" } else { "points.ron" });
        let tile = style.named(&self.win);
        let mut text = format!("{}  {how} {tile}\n", self.situation.line_in(lang, style));
        let table = self.stakes.table(&self.situation, &self.ura, lang, style);
        text += &wrap(&table.join(&tr!(lang, "win.and")), WIDTH);
        text += "\n\n";
        let header = vec![tr!(lang, "points.yaku"), tr!(lang, self.unit())];
        let alone = self.yakuman == 0 && self.fu == 0;
        let rows = self.yaku.iter().map(|yaku| {
            let han = if alone { tr!(lang, "points.limit.mangan") } else { yaku.han.to_string() };
            vec![self.stakes.yaku(yaku.id, lang), han]
        });
        text += &columns(header, rows.collect(), &[0]);
        text += &format!("\n{}\n{}\n", self.worth(lang), self.paid(lang));
        if self.stakes.honba > 0 || self.stakes.sticks > 0 {
            if self.stakes.honba > 0 {
                text += &tr!(lang, "points.total_honba", honba = self.stakes.honba);
            }
            if self.payments.sticks > 0 {
                text += &tr!(lang, "points.total_sticks", sticks = self.payments.sticks);
            }
            text += &tr!(lang, "points.total", total = self.payments.total);
            text.push('\n');
        }
        text
    }

    const fn unit(&self) -> &'static str {
        if self.yakuman > 0 { "points.times" } else { "points.han" }
    }

    /// Han, fu, limit and points.
    fn worth(&self, lang: Lang) -> String {
        let points = self.points;
        let limit = self.limit.map(|limit| tr!(lang, format!("points.limit.{}", limit.name())));
        match (limit, self.yakuman) {
            (Some(limit), 2..) => {
                let n = self.yakuman;
                tr!(lang, "points.worth_yakuman", n = n, limit = limit, points = points)
            }
            (Some(limit), 1) => tr!(lang, "points.worth_limit", limit = limit, points = points),
            // Renhou: a mangan by itself.
            (Some(limit), _) if self.fu == 0 => {
                let names = self.yaku.iter().map(|yaku| lang.pick([yaku.en, yaku.ja]));
                let names = names.collect::<Vec<_>>().join(&tr!(lang, "score.yaku_and"));
                let limit = format!("{names} {limit}");
                tr!(lang, "points.worth_limit", limit = limit, points = points)
            }
            (limit, _) => {
                let (han, fu) = (self.han, self.fu);
                let count = tr!(lang, "points.count", han = han, fu = fu);
                let count = limit.map_or_else(
                    || count.clone(),
                    |limit| format!("{count}{}{limit}", tr!(lang, "points.and")),
                );
                tr!(lang, "points.worth_limit", limit = count, points = points)
            }
        }
    }

    fn paid(&self, lang: Lang) -> String {
        let PaymentsDocument { dealer, other, discarder, .. } = self.payments;
        match (dealer, other, discarder) {
            (Some(dealer), Some(other), _) => {
                tr!(lang, "points.paid_two", dealer = dealer, other = other)
            }
            (_, Some(other), _) => tr!(lang, "points.paid_all", other = other),
            (_, _, Some(discarder)) => tr!(lang, "points.paid_ron", discarder = discarder),
            _ => String::new(),
        }
    }

    /// One CSV row.
    pub fn csv(&self) -> String {
        let Self { stakes, payments, .. } = self;
        let yaku: Vec<String> =
            self.yaku.iter().map(|yaku| format!("{} {}", yaku.id.id(), yaku.han)).collect();
        csv_table!([self], |own| {
            hand: own.hand,
            win: own.win,
            tsumo: own.tsumo,
            seat: stakes.seat.to_string(),
            round: stakes.round.to_string(),
            rules: stakes.rules.line(),
            han: own.han,
            fu: own.fu,
            yakuman: own.yakuman,
            limit: own.limit.map(Limit::name),
            yaku: yaku.join("; "),
            points: own.points,
            dealer: payments.dealer,
            other: payments.other,
            discarder: payments.discarder,
            sticks: payments.sticks,
            total: payments.total,
        })
    }
}
