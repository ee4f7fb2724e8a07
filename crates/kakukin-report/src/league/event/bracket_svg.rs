//! Brackets as drawings: on as many sheets of A4 as they need to be read and written on, or whole
//! in one picture. Four units are a millimetre on paper.

use super::{EventBracketDocument, bracket::SideDocument};
use crate::{
    Lang,
    chart::{Anchor, Canvas, FONTS, short, width},
    layout::wrap,
};
use kakukin_core::one_line;
use kakukin_league::{BracketEncounter, BracketPart, BracketSource};

/// The widths of a sheet across and upright, and the height for boxes on each.
const ACROSS: [f64; 2] = [1092.0, 530.0];
const UPRIGHT: [f64; 2] = [728.0, 860.0];
/// The slots of the largest tree on one sheet across, and on any sheet.
const MOST_ACROSS: usize = 16;
const MOST_ON_A_SHEET: usize = 32;
/// The slots of the largest double elimination that is one sheet.
const SMALL_DOUBLE: usize = 8;

/// From one round to the next.
const GAP: f64 = 18.0;
/// How much wider the first column is, where the names are.
const FIRST: f64 = 1.3;
/// The room between two boxes, for what is written below.
const BELOW: f64 = 14.0;
/// Above a tree: the names of its rounds.
const HEADS: f64 = 30.0;
/// Above the middle of the last box: the winner of all.
const WINNER: f64 = 96.0;
/// The cells of a box: its number, who is first, points.
const NUMBER: f64 = 19.0;
const MARK: f64 = 15.0;
const POINTS: f64 = 24.0;
/// Sizes of letters.
const NAME: f64 = 13.0;
const LEAST: f64 = 8.5;
const TINY: f64 = 6.5;
const SMALL: f64 = 10.0;

/// Where everything stands.
struct Plan<'d> {
    document: &'d EventBracketDocument,
    /// The height of a row of a box, and from one box of a first round to the next.
    row: f64,
    pitch: f64,
    /// The width of a box but for the first column.
    wide: f64,
    /// Encounters by number from 0, their column, the middle of their boxes.
    boxes: Vec<(usize, usize, f64)>,
    /// Byes: the seed, the middle.
    byes: Vec<(usize, f64)>,
    /// Names of rounds: column, line, words.
    heads: Vec<(usize, f64, String)>,
    bottom: f64,
}

/// A part of a tree: its rounds, and the places of its first round.
struct Cut {
    rounds: std::ops::RangeInclusive<usize>,
    from: usize,
    count: usize,
}

impl EventBracketDocument {
    /// The sheets: whether each is across, and its drawing.
    pub(super) fn sheets(&self, lang: Lang) -> Vec<(bool, String)> {
        let (slots, rounds) = (self.bracket.slots, self.upper_rounds());
        if self.is_double() {
            if slots <= SMALL_DOUBLE {
                return vec![(true, self.double_sheet(ACROSS, [true, true], lang))];
            }
            let across = slots <= MOST_ACROSS;
            let size = if across { ACROSS } else { UPRIGHT };
            return vec![
                (across, self.double_sheet(size, [true, false], lang)),
                (true, self.double_sheet(ACROSS, [false, true], lang)),
            ];
        }
        let whole = |across: bool| {
            let size = if across { ACROSS } else { UPRIGHT };
            let cut = Cut { rounds: 1..=rounds, from: 0, count: slots / 2 };
            (across, self.tree_sheet(size, &cut, lang))
        };
        if slots <= MOST_ACROSS {
            return vec![whole(true)];
        }
        if slots <= MOST_ON_A_SHEET {
            return vec![whole(false)];
        }
        // Parts, and the rounds in which their winners meet.
        let of_part = MOST_ON_A_SHEET.ilog2() as usize;
        let half = MOST_ON_A_SHEET / 2;
        let parts = (0..slots / MOST_ON_A_SHEET).map(|part| {
            let cut = Cut { rounds: 1..=of_part, from: part * half, count: half };
            (false, self.tree_sheet(UPRIGHT, &cut, lang))
        });
        let last = slots >> (of_part + 1);
        let cut = Cut { rounds: of_part + 1..=rounds, from: 0, count: last };
        parts.chain([(false, self.tree_sheet(UPRIGHT, &cut, lang))]).collect()
    }

    /// The whole bracket in one picture, with its heading.
    pub fn svg(&self, lang: Lang) -> String {
        let columns = match self.is_double() {
            true => 2 * self.upper_rounds(),
            false => self.upper_rounds(),
        };
        let wide = (columns as f64 * 165.0 + 60.0).max(760.0);
        let boxes =
            self.bracket.slots / 2 + if self.is_double() { self.bracket.slots / 4 } else { 0 };
        let size = [wide, 64.0 * boxes as f64];
        match self.is_double() {
            true => self.plan_of_double(size, [true, true], lang).draw(wide, true, lang),
            false => {
                let cut =
                    Cut { rounds: 1..=self.upper_rounds(), from: 0, count: self.bracket.slots / 2 };
                self.plan_of_tree(size, &cut, lang).draw(wide, true, lang)
            }
        }
    }

    fn is_double(&self) -> bool {
        self.bracket.encounters.iter().any(|encounter| encounter.part == BracketPart::Final)
    }

    fn tree_sheet(&self, size: [f64; 2], cut: &Cut, lang: Lang) -> String {
        self.plan_of_tree(size, cut, lang).draw(size[0], false, lang)
    }

    fn double_sheet(&self, size: [f64; 2], parts: [bool; 2], lang: Lang) -> String {
        self.plan_of_double(size, parts, lang).draw(size[0], false, lang)
    }

    fn plan_of_tree(&self, size: [f64; 2], cut: &Cut, lang: Lang) -> Plan<'_> {
        let columns = cut.rounds.clone().count();
        let mut plan = Plan::new(self, size, columns, cut.count);
        let bottom = plan.upper(cut, 0.0, lang);
        // The game for third place stands below the final.
        let third = self.bracket.encounters.iter().position(|e| e.part == BracketPart::Third);
        if let Some(third) = third
            && cut.rounds.contains(&self.upper_rounds())
            && let Some(&(_, column, middle)) = plan.boxes.last()
        {
            let middle = middle + 2.0 * plan.row + 2.0 * SMALL + BELOW + 8.0;
            plan.boxes.push((third, column, middle));
            let head = self.round_words(BracketPart::Third, 1, lang);
            plan.heads.push((column, middle - plan.row - 6.0, head));
            plan.bottom = plan.bottom.max(middle + plan.row + BELOW);
        }
        plan.bottom = plan.bottom.max(bottom);
        plan
    }

    /// Of a double elimination those who have not lost, and those who have lost once with the
    /// finals.
    fn plan_of_double(&self, size: [f64; 2], [upper, lower]: [bool; 2], lang: Lang) -> Plan<'_> {
        let (slots, rounds) = (self.bracket.slots, self.upper_rounds());
        let below = 2 * (rounds - 1);
        let second = self.bracket.encounters.iter().any(|e| e.part == BracketPart::SecondFinal);
        let columns = if lower { below + 1 + usize::from(second) } else { rounds };
        let count = if upper { slots / 2 } else { 0 } + if lower { slots / 4 } else { 0 };
        let mut plan = Plan::new(self, size, columns, count.max(1));
        let mut top = 0.0;
        if upper {
            let cut = Cut { rounds: 1..=rounds, from: 0, count: slots / 2 };
            top = plan.upper(&cut, top, lang);
        }
        let middle_above = plan.boxes.last().map(|(_, _, middle)| *middle);
        if lower {
            top = plan.lower(top, lang);
            let middle_below = plan.boxes.last().map_or(top, |(_, _, middle)| *middle);
            let middle = middle_above.map_or(middle_below, |above| (above + middle_below) / 2.0);
            plan.finals(below, middle.max(WINNER + plan.row), lang);
        }
        plan.bottom = plan.bottom.max(top);
        plan
    }
}

impl<'d> Plan<'d> {
    fn new(
        document: &'d EventBracketDocument,
        size: [f64; 2],
        columns: usize,
        boxes: usize,
    ) -> Self {
        let pitch = ((size[1] - HEADS) / boxes as f64).clamp(46.0, 92.0);
        let columns = columns as f64;
        let wide = ((size[0] - GAP * (columns - 1.0)) / (columns - 1.0 + FIRST)).min(300.0);
        Self {
            document,
            row: (pitch - BELOW - 2.0) / 2.0,
            pitch,
            wide,
            boxes: Vec::new(),
            byes: Vec::new(),
            heads: Vec::new(),
            bottom: 0.0,
        }
    }

    fn left(&self, column: usize) -> f64 {
        match column {
            0 => 1.0,
            column => self.wide * (FIRST - 1.0) + column as f64 * (self.wide + GAP) + 1.0,
        }
    }

    fn width(&self, column: usize) -> f64 {
        (if column == 0 { FIRST * self.wide } else { self.wide }) - 2.0
    }

    fn encounters(&self) -> impl Iterator<Item = (usize, &'d BracketEncounter)> + use<'d> {
        self.document.bracket.encounters.iter().enumerate()
    }

    /// A part of the tree of those who have not lost, below a line; where it ends.
    fn upper(&mut self, cut: &Cut, top: f64, lang: Lang) -> f64 {
        let first = *cut.rounds.start();
        // The winner needs room above the final.
        let middle = self.pitch * cut.count as f64 / 2.0;
        let is_last = *cut.rounds.end() == self.document.upper_rounds();
        let lift = if is_last { (WINNER + self.row - middle).max(0.0) } else { 0.0 };
        let top = top + HEADS + lift;
        let place = |round: usize, row: usize| {
            let deep = round - first;
            let local = row.checked_sub(cut.from >> deep)?;
            let fits = local < (cut.count >> deep).max(1);
            fits.then(|| top + self.pitch * (local as f64 + 0.5) * (1usize << deep) as f64)
        };
        let (mut boxes, mut byes) = (Vec::new(), Vec::new());
        let upper = self.encounters().filter(|(_, e)| e.part == BracketPart::Upper);
        for (number, encounter) in upper.filter(|(_, e)| cut.rounds.contains(&e.round)) {
            let Some(middle) = place(encounter.round, encounter.row) else { continue };
            boxes.push((number, encounter.round - first, middle));
            for (side, from) in encounter.sides.iter().enumerate() {
                if let (BracketSource::Seed(seed), true) = (from.from, encounter.round > 1)
                    && let Some(middle) = place(encounter.round - 1, 2 * encounter.row + side)
                {
                    byes.push((seed, middle));
                }
            }
        }
        self.boxes.extend(boxes);
        self.byes.extend(byes);
        for round in cut.rounds.clone() {
            let words = self.document.round_words(BracketPart::Upper, round, lang);
            self.heads.push((round - first, top - lift - 12.0, words));
        }
        top + self.pitch * cut.count as f64
    }

    /// The tree of those who have lost once, below a line; where it ends.
    fn lower(&mut self, top: f64, lang: Lang) -> f64 {
        let slots = self.document.bracket.slots;
        let top = top + HEADS;
        let high = self.pitch * (slots / 4).max(1) as f64;
        let lower = self.encounters().filter(|(_, e)| e.part == BracketPart::Lower);
        let rows = |round: usize| (slots >> (round.div_ceil(2) + 1)).max(1) as f64;
        let boxes: Vec<(usize, usize, f64)> = lower
            .map(|(number, e)| {
                (number, e.round - 1, top + high * (e.row as f64 + 0.5) / rows(e.round))
            })
            .collect();
        self.boxes.extend(boxes);
        for round in 1..=2 * (self.document.upper_rounds() - 1) {
            let words = self.document.round_words(BracketPart::Lower, round, lang);
            self.heads.push((round - 1, top - 12.0, words));
        }
        top + high
    }

    /// The finals of a double elimination.
    fn finals(&mut self, column: usize, middle: f64, lang: Lang) {
        let parts = [(BracketPart::Final, column), (BracketPart::SecondFinal, column + 1)];
        for (part, column) in parts {
            let found = self.encounters().find(|(_, e)| e.part == part);
            if let Some((number, _)) = found {
                self.boxes.push((number, column, middle));
                let words = self.document.round_words(part, 1, lang);
                self.heads.push((column, middle - self.row - 6.0, words));
                self.bottom = self.bottom.max(middle + self.row + 2.0 * BELOW);
            }
        }
    }

    /// Where an encounter is drawn.
    fn at(&self, number: usize) -> Option<(usize, f64)> {
        let found = self.boxes.iter().find(|(one, ..)| *one == number);
        found.map(|&(_, column, middle)| (column, middle))
    }

    fn draw(&self, wide: f64, headed: bool, lang: Lang) -> String {
        let document = self.document;
        let heading = document.heading(lang);
        let mut lines = Vec::new();
        if headed {
            let date = document.date.clone().map(|date| one_line(&date));
            lines.push([one_line(&heading)].into_iter().chain(date).collect::<Vec<_>>().join("  "));
            lines.push(document.lead(lang));
            lines.extend(document.rules(lang));
            let columns = (wide / (0.56 * NAME)) as usize;
            lines = lines
                .iter()
                .flat_map(|l| wrap(l, columns).lines().map(String::from).collect::<Vec<_>>())
                .collect();
        }
        let margin = if headed { 16.0 } else { 0.0 };
        let head = if headed { margin + 20.0 * lines.len() as f64 + 14.0 } else { 0.0 };
        let legend = if headed { 30.0 } else { 4.0 };
        let size = [wide + 2.0 * margin, (head + self.bottom + legend).ceil()];
        let mut canvas = Canvas::new(size[0], size[1]);
        for (k, line) in lines.iter().enumerate() {
            let size = if k == 0 { 18.0 } else { NAME };
            canvas.text(
                [margin, margin + 14.0 + 20.0 * k as f64],
                size,
                Anchor::Start,
                k > 0,
                line,
            );
        }
        if headed {
            let at = [margin, size[1] - 12.0];
            canvas.text(at, SMALL + 1.0, Anchor::Start, true, &tr!(lang, "event.bracket.legend"));
        }
        canvas.raw(&format!(r#"<g transform="translate({} {})">"#, short(margin), short(head)));
        for (column, y, words) in &self.heads {
            let middle = self.left(*column) + self.width(*column) / 2.0;
            let (words, size) = fitted(words, self.width(*column), [12.0, LEAST]);
            canvas.text([middle, *y], size, Anchor::Middle, true, &words);
        }
        for &(seed, middle) in &self.byes {
            self.draw_bye(&mut canvas, seed, middle, lang);
        }
        for &(number, column, middle) in &self.boxes {
            self.draw_box(&mut canvas, number, column, middle, lang);
        }
        self.draw_winner(&mut canvas, lang);
        canvas.raw("</g>");
        let says = format!("{} {}", heading, document.lead(lang));
        canvas.finish(&heading, &says, FONTS)
    }

    /// Who has no opponent in the first round.
    fn draw_bye(&self, canvas: &mut Canvas, seed: usize, middle: f64, lang: Lang) {
        let (left, wide) = (self.left(0), self.width(0));
        let [x, y, w, h] = [left, middle - self.row / 2.0, wide, self.row].map(short);
        canvas.raw(&format!(
            r##"<rect class="axis" x="{x}" y="{y}" width="{w}" height="{h}" fill="none" stroke="#333" stroke-width="0.8" stroke-dasharray="3 3"/>"##
        ));
        let bye = tr!(lang, "event.bracket.bye");
        let right = left + wide - 4.0;
        canvas.text([right, middle + 3.5], SMALL, Anchor::End, true, &bye);
        let room = wide - NUMBER - MARK - width(&bye, SMALL) - 10.0;
        self.draw_name(canvas, seed, [left + NUMBER + MARK, middle], room, false);
    }

    /// A name with its seed before it, in a room.
    fn draw_name(
        &self,
        canvas: &mut Canvas,
        seed: usize,
        [x, middle]: [f64; 2],
        room: f64,
        soft: bool,
    ) {
        let number = (seed + 1).to_string();
        let shift = width(&number, SMALL) + 4.0;
        canvas.text([x, middle + 4.0], SMALL, Anchor::Start, true, &number);
        let name = one_line(&self.document.players[seed].name);
        let (name, size) = fitted(&name, room - shift, [NAME, LEAST]);
        canvas.text([x + shift, middle + 4.5], size, Anchor::Start, soft, &name);
    }

    fn draw_box(&self, canvas: &mut Canvas, number: usize, column: usize, middle: f64, lang: Lang) {
        let told = &self.document.encounters[number];
        let encounter = &self.document.bracket.encounters[number];
        let (left, wide, row) = (self.left(column), self.width(column), self.row);
        let [x, y, w, h] = [left, middle - row, wide, 2.0 * row].map(short);
        // It is played only if it must be.
        let second = encounter.part == BracketPart::SecondFinal;
        let dashed = if second { r#" stroke-dasharray="6 3""# } else { "" };
        if second {
            let thin = r#"stroke-width="1" stroke-dasharray="3 3""#;
            canvas.line([left - GAP, middle], [left, middle], "axis", "#333", thin);
        }
        canvas.raw(&format!(
            r##"<rect class="axis" x="{x}" y="{y}" width="{w}" height="{h}" fill="none" stroke="#333" stroke-width="1.2"{dashed}/>"##
        ));
        let thin = r#"stroke-width="0.7""#;
        let right = left + wide;
        canvas.line([left + NUMBER, middle], [right, middle], "axis", "#333", thin);
        for x in [left + NUMBER, right - POINTS] {
            canvas.line([x, middle - row], [x, middle + row], "axis", "#333", thin);
        }
        let word = told.number.to_string();
        canvas.text([left + NUMBER / 2.0, middle + 3.5], SMALL, Anchor::Middle, true, &word);
        for (k, (side, place)) in told.sides.iter().zip(&encounter.sides).enumerate() {
            let line = middle + row * (k as f64 - 0.5);
            self.draw_mark(canvas, encounter.first, k, [left + NUMBER + 3.0, line]);
            let at = left + NUMBER + MARK;
            let room = wide - NUMBER - MARK - POINTS - 3.0;
            match place.player {
                Some(seed) => {
                    let lost = encounter.winner.is_some_and(|winner| winner != k);
                    self.draw_name(canvas, seed, [at, line], room, lost);
                }
                // A line comes from elsewhere on the sheet, but to a second final.
                None => match place.from {
                    BracketSource::Winner(from) if !second && self.at(from).is_some() => {}
                    _ => {
                        // At the foot of its row, below the box to tick.
                        let (at, room) = (left + NUMBER + 3.0, wide - NUMBER - POINTS - 5.0);
                        self.draw_source(canvas, side, [at, line], room, lang);
                    }
                },
            }
            if let Some(points) = side.points {
                let at = [right - POINTS / 2.0, line + 4.5];
                canvas.text(at, NAME, Anchor::Middle, false, &points.to_string());
            }
            if !second {
                self.draw_way(canvas, place.from, [left, line]);
            }
        }
        self.draw_ways_on(canvas, number, [left, middle + row + 10.5], wide, lang);
    }

    /// Who is first in game 1, or a box to tick.
    fn draw_mark(
        &self,
        canvas: &mut Canvas,
        first: Option<usize>,
        side: usize,
        [x, line]: [f64; 2],
    ) {
        match first {
            Some(first) if first == side => {
                let [x, y] = [x, line + 3.5].map(short);
                canvas
                    .raw(&format!(r##"<path class="ink" d="M{x} {y}h8l-4 -8z" fill="#1a1a1a"/>"##));
            }
            Some(_) => {}
            None => {
                // Above the words that say where somebody comes from.
                let [x, y] = [x, line - 7.5].map(short);
                canvas.raw(&format!(
                    r##"<rect class="axis" x="{x}" y="{y}" width="7" height="7" fill="none" stroke="#333" stroke-width="0.7"/>"##
                ));
            }
        }
    }

    /// Where somebody comes from who is not known yet, small, so that a name can be written.
    fn draw_source(
        &self,
        canvas: &mut Canvas,
        side: &SideDocument,
        [x, line]: [f64; 2],
        room: f64,
        lang: Lang,
    ) {
        let words = tr!(lang, format!("event.bracket.{}_in", side.from), number = side.of);
        let (words, size) = fitted(&words, room, [LEAST, TINY]);
        canvas.text([x, line + self.row / 2.0 - 2.5], size, Anchor::Start, true, &words);
    }

    /// The line on which a winner, or a player with a bye, comes here.
    fn draw_way(&self, canvas: &mut Canvas, from: BracketSource, [x, line]: [f64; 2]) {
        let start = match from {
            BracketSource::Winner(number) => self.at(number),
            BracketSource::Seed(seed) => {
                let bye = self.byes.iter().find(|(one, _)| *one == seed);
                bye.map(|&(_, middle)| (0, middle))
            }
            BracketSource::Loser(_) => None,
        };
        let Some((column, middle)) = start else { return };
        let from = self.left(column) + self.width(column);
        let turn = x - GAP / 2.0;
        let [a, b, c, d, e] = [from, middle, turn, line, x].map(short);
        canvas.raw(&format!(
            r##"<path class="axis" d="M{a} {b}H{c}V{d}H{e}" fill="none" stroke="#333" stroke-width="1"/>"##
        ));
    }

    /// Where the loser goes on, and the winner if that is on another sheet.
    fn draw_ways_on(
        &self,
        canvas: &mut Canvas,
        number: usize,
        [x, y]: [f64; 2],
        room: f64,
        lang: Lang,
    ) {
        let to = |wanted: BracketSource| {
            let mut all = self.encounters();
            all.find(|(_, e)| e.sides.iter().any(|side| side.from == wanted)).map(|(to, _)| to)
        };
        let winner = to(BracketSource::Winner(number)).filter(|to| self.at(*to).is_none());
        let ways = [("winner_to", winner), ("loser_to", to(BracketSource::Loser(number)))];
        let words: Vec<String> = ways
            .into_iter()
            .filter_map(|(key, to)| {
                Some(tr!(lang, format!("event.bracket.{key}"), number = to? + 1))
            })
            .collect();
        if !words.is_empty() {
            let (words, size) = fitted(&words.join("  "), room, [LEAST, TINY]);
            canvas.text([x, y], size, Anchor::Start, true, &words);
        }
    }

    /// A line for the winner of all, above the last box.
    fn draw_winner(&self, canvas: &mut Canvas, lang: Lang) {
        let finals = |(_, e): &(usize, &BracketEncounter)| {
            let knockout = e.part == BracketPart::Upper && e.round == self.document.upper_rounds();
            if self.document.is_double() { e.part == BracketPart::Final } else { knockout }
        };
        let Some((number, last)) = self.encounters().find(finals) else { return };
        let Some((column, middle)) = self.at(number) else { return };
        let (left, wide) = (self.left(column), self.width(column));
        let line = middle - self.row - 26.0;
        canvas.line([left, line], [left + wide, line], "axis", "#333", r#"stroke-width="2""#);
        let word = tr!(lang, "event.bracket.winner");
        canvas.text([left, line - self.row - 4.0], SMALL, Anchor::Start, true, &word);
        // After a first final somebody may still come back.
        let winner = last.winner.filter(|_| !self.document.is_double());
        if let Some(seed) = winner.and_then(|side| last.sides[side].player) {
            self.draw_name(canvas, seed, [left, line - 10.0], wide, false);
        }
    }
}

/// Words in a room: smaller if they must be, and cut if even that is not enough.
fn fitted(words: &str, room: f64, [size, least]: [f64; 2]) -> (String, f64) {
    let wanted = width(words, size);
    if wanted <= room {
        return (words.to_string(), size);
    }
    let smaller = (size * room / wanted).max(least);
    if width(words, smaller) <= room + 0.01 {
        return (words.to_string(), (10.0 * smaller).floor() / 10.0);
    }
    let mut cut = String::new();
    for c in words.chars() {
        if width(&cut, smaller) + width(&c.to_string(), smaller) + smaller > room {
            break;
        }
        cut.push(c);
    }
    (cut + "…", smaller)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_to_their_room() {
        for words in
            ["Ann", "a name that is very long and has to be cut", "長い名前の選手がここにいます"]
        {
            for room in [20.0, 60.0, 400.0] {
                let (shown, size) = fitted(words, room, [NAME, LEAST]);
                assert!(width(&shown, size) <= room + size, "{shown} {size} {room}");
                assert!(shown == words || shown.ends_with('…'));
            }
        }
        assert_eq!(fitted("Ann", 60.0, [NAME, LEAST]), ("Ann".to_string(), NAME));
    }
}
