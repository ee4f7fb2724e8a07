//! Tables at random, and how the oracles are told of them.

use super::{
    Counts,
    deal::Dealer,
    tiles,
    yaku::{SlowMeld, SlowMeldKind, SlowRules, SlowWin},
};
use kakukin_mahjong::{
    Bag, Flag, FlagValue, MeldKind, Players, Reds, Rules, Situation, Stakes, Tile, Wind, Yaku,
};

/// The rules as the oracle knows them.
pub(crate) fn slow_rules(rules: Rules) -> SlowRules {
    let yes = |flag| rules.get(flag) == FlagValue::Yes;
    SlowRules {
        kuitan: yes(Flag::Kuitan),
        kiriage: yes(Flag::Kiriage),
        counted_yakuman: yes(Flag::CountedYakuman),
        double_yakuman: yes(Flag::DoubleYakuman),
        multiple_yakuman: yes(Flag::MultipleYakuman),
        double_wind_fu: rules.get(Flag::DoubleWindFu).to_string().parse().unwrap(),
        renhou: match rules.get(Flag::Renhou) {
            FlagValue::No => 0,
            FlagValue::Mangan => 1,
            _ => 2,
        },
        north: yes(Flag::North),
        sanma_tsumo_loss: rules.get(Flag::SanmaTsumo) == FlagValue::Loss,
    }
}

/// Everything about a win but the concealed tiles and how it came.
pub(crate) fn slow_win(situation: &Situation, stakes: &Stakes) -> SlowWin {
    let meld = |meld: &kakukin_mahjong::Meld| SlowMeld {
        kind: match meld.kind() {
            MeldKind::Chi => SlowMeldKind::Chi,
            MeldKind::Pon => SlowMeldKind::Pon,
            MeldKind::OpenKan => SlowMeldKind::OpenKan,
            MeldKind::ClosedKan => SlowMeldKind::ClosedKan,
            MeldKind::AddedKan => SlowMeldKind::AddedKan,
        },
        tiles: meld.tiles().iter().map(Tile::index).collect(),
    };
    let hand = situation.hand();
    SlowWin {
        concealed: [0; kakukin_mahjong::KINDS],
        reds: hand.melds().iter().map(|meld| meld.bag().reds().len()).sum(),
        melds: hand.melds().iter().map(meld).collect(),
        tile: 0,
        tsumo: true,
        riichi: 0,
        ippatsu: false,
        last_tile: false,
        after_kan: false,
        robbing_kan: false,
        first_turn: false,
        seat: stakes.seat() as usize,
        round: stakes.round() as usize,
        players: situation.players().number() as usize,
        dora: situation.dora().iter().map(Tile::index).collect(),
        ura: Vec::new(),
        north: situation.north(),
    }
}

/// The yaku of an oracle's name.
pub(crate) fn yaku(id: &str) -> Yaku {
    let id = match id {
        "white" => "yakuhai_white",
        "green" => "yakuhai_green",
        "red" => "yakuhai_red",
        "sanshoku" => "sanshoku_doujun",
        "ura" => "ura_dora",
        "red_five" => "red_dora",
        "north" => "north_dora",
        "kokushi" => "thirteen_orphans",
        "kokushi13" => "thirteen_orphans_13_wait",
        id => id,
    };
    *Yaku::ALL.iter().find(|yaku| yaku.id() == id).unwrap()
}

/// Tiles of which some fives are red.
pub(crate) fn coloured(counts: &Counts, reds: [u8; 3]) -> Bag {
    Bag::new(tiles(counts), Reds::new(reds).unwrap()).unwrap()
}

impl Dealer {
    /// Every flag at random.
    pub(crate) fn rules(&mut self) -> Rules {
        let flags: Vec<_> = Rules::default().flags().collect();
        flags.into_iter().fold(Rules::default(), |rules, (flag, _)| {
            let values = flag.values();
            rules.set(&format!("{flag}={}", values[self.below(values.len())])).unwrap()
        })
    }

    /// A seat, a round, counters and sticks.
    pub(crate) fn stakes(&mut self, rules: Rules, players: Players) -> Stakes {
        let (honba, sticks) = if self.one_in(2) { (0, 0) } else { (self.below(4), self.below(4)) };
        Stakes::default()
            .with_rules(rules)
            .with_seat(Wind::ALL[self.below(players.number() as usize)])
            .with_round(Wind::ALL[self.below(4)])
            .with_honba(honba as u32)
            .and_then(|stakes| stakes.with_sticks(sticks as u32))
            .unwrap()
    }

    /// Takes some of the red fives that are left for these tiles.
    pub(crate) fn redden(&mut self, counts: &Counts, left: &mut [u8; 3]) -> Bag {
        let mut reds = [0; 3];
        for suit in 0..3 {
            let most = left[suit].min(counts[9 * suit + 4]);
            reds[suit] = self.below(usize::from(most) + 1) as u8;
            left[suit] -= reds[suit];
        }
        coloured(counts, reds)
    }
}
