use kakukin_mahjong::*;
fn main() {
    let h: Hand = "33489m46p34679s66z".parse().unwrap();
    let q = Question::new(Situation::new(h, Players::Four).unwrap()).unwrap();
    let mut s = 0.0;
    for _ in 0..20 {
        s += Solver::default().answer(&q).unwrap().discards()[0].worth().win()[17];
    }
    println!("{s}");
}
