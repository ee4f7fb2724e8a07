//! docs/article-tables.md: the author's tables as printed and as they should have
//! read.

use crate::root;
use kakukin_series::{Choice, InputError, Pick, PickTable, Probability, takahashi};
use std::fmt::Write;
use std::fs;

const FILE: &str = "docs/article-tables.md";

const HEAD: &str = "\
<!-- Written by `cargo xtask article-tables`; do not edit. -->

# The author's tables, as printed and as they should have read

# 作者の表：元の値と正しい値

Takahashi Satoshi picked these rules by hand in 2024. The percentages of the alternating table were
simulated (2,000,000 series a row); here the exact value stands beside them. The numbers of games are wrong on the rows
marked with ✗, because each table used a formula of the other: the alternating table the longest series of fixed turns,
the fixed table the shortest series of alternating turns.

高橋智史さんが 2024 年に選んだルールです。先後交互制の表の百分率は試行（各行 200 万シリーズ）によるもので、ここでは
正確な値を並べました。✗ の行は対局数が誤っています。互いに相手の式を使ったためで、交互制の最長は固定制の式、固定制の最短は交互制の式の値です。

The corrected tables in the author's own line format / 正しい値を元の書式で出力するには：

    kakukin table --turns alternating --lang ja
    kakukin table --turns fixed --lang ja
    kakukin table --pick takahashi-lcm --lang ja
";

const TAIL: &str = "
## Other slips of the articles / そのほかの誤り

| where | printed | true |
|---|---|---|
| \"How to use kakukin\": 70 %, draws 10 %, 1/2/3 alternating | no winner 1.6 %, decided 98.4 % | 1.5 %, 98.5 % (`kakukin eval --p 70% --f 10% --points 1/2/3`) |
| \"How to use kakukin\": list of 27 leaves | running points of rows 2, 14, 15, 17, 23 | `kakukin tree --p 60% --f 10% --points 1/2/2` |
| \"How to use kakukin\": shortest series | the target is divisible by the points | the quotient is rounded up |
| \"Kakukin system\", introduction: 70 %, 1/2/2 alternating | even | 55.3 % for A |
| \"Kakukin system\": rules above 88 % | 95 %: 1/7/7 alternating, 73.7 % | 1/36/36 gives 49.995 % in at most 71 games |
";

pub(crate) fn write() -> Result<(), String> {
    let path = root().join(FILE);
    let beside = path.with_extension("md.tmp");
    fs::write(&beside, content()?).map_err(|e| e.to_string())?;
    fs::rename(&beside, &path).map_err(|e| e.to_string())
}

pub(crate) fn check() -> Result<(), String> {
    let found = fs::read_to_string(root().join(FILE)).unwrap_or_default();
    if found == content()? {
        Ok(())
    } else {
        Err(format!("{FILE} is out of date: cargo xtask article-tables"))
    }
}

fn content() -> Result<String, String> {
    let mut text = HEAD.to_string();
    for table in PickTable::ALL {
        let title = match table {
            PickTable::Alternating => "Article \"Kakukin system\", alternating turns / 先後交互制",
            PickTable::Fixed => "Article \"Kakukin system\", fixed turns / 先後固定制",
            PickTable::Lcm => {
                "Article \"Takahashi Satoshi system\", fixed turns over the least common multiple / 先後固定制（最小公倍数）"
            }
        };
        text += &format!(
            "\n## {title}\n\n| p | rule | printed | exact | printed games | true games | |\n|--:|--|--:|--:|--:|--:|--|\n"
        );
        for pick in takahashi(table) {
            text += &line(pick)?;
        }
    }
    Ok(text + TAIL)
}

fn line(pick: &Pick) -> Result<String, String> {
    let no_draws = Probability::from_ratio(0, 1).map_err(|e| e.to_string())?;
    let row = Choice::Takahashi(pick.table)
        .row(&pick.p, &no_draws, Ok::<_, InputError>)
        .map_err(|e| e.to_string())?;
    let exact = row.figures.decided().unwrap_or(f64::NAN);
    let (shortest, limit) = (row.series.shortest(), row.series.limit());
    let right = (shortest, limit) == (pick.printed_shortest, pick.printed_limit);
    let mut text = String::new();
    let written = writeln!(
        text,
        "| {:.0} % | {}/{}/{} | {} % | {:.4} % | {}–{} | {}–{} | {} |",
        100.0 * pick.p.to_f64(),
        pick.first,
        pick.second,
        pick.target,
        pick.printed_percent,
        100.0 * exact,
        pick.printed_shortest,
        pick.printed_limit,
        shortest,
        limit,
        if right { "" } else { "✗" }
    );
    written.map(|()| text).map_err(|e| e.to_string())
}
