use kakukin_mahjong::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let dora = args.get(2).map_or("4z", |s| s.as_str());
    for text in args[1].split(',') {
        let hand: Hand = text.parse().unwrap();
        let table = Situation::new(hand, Players::Four)
            .unwrap()
            .with_dora(Bag::parse("dora", dora).unwrap())
            .unwrap();
        let mut q = Question::new(table).unwrap();
        if let Some(x) = args.get(3) {
            q = q
                .with_method(Method::Improve { extra: x.parse().unwrap(), divisor: Divisor::Split })
                .unwrap();
        }
        let q =
            ScoreQuestion::new(q.with_most_states(16_000_000).unwrap(), Terms::default()).unwrap();
        for _ in 0..3 {
            let t = Instant::now();
            let a = ScoreSolver::default().answer(&q).unwrap();
            println!("{text} {:?} states {} {:?}", t.elapsed(), a.states(), a.ura());
            if args.len() > 4 || std::env::var("V").is_ok() {
                for d in a.discards() {
                    let p = d.prospect();
                    let n = p.score().len() - 1;
                    println!(
                        "{}{} {:.3} win {:.5} tenpai {:.5} end {:.5} riichi {}",
                        d.tile(),
                        if d.is_red() { "r" } else { "" },
                        p.score()[n],
                        p.win()[n],
                        p.tenpai()[n],
                        p.tenpai_at_end()[n],
                        d.is_riichi()
                    );
                }
                break;
            }
        }
    }
}
