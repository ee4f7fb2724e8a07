use kakukin_mahjong::*; use kakukin_mahjong::distance::*;
use std::time::Instant;
fn main() {
    let mut hands = vec![];
    for k in 1..=4 {
        let t = std::fs::read_to_string(format!("/work/shared/data/mahjong/majiang-core/xiangting_{k}.json")).unwrap();
        let v: serde_json::Value = serde_json::from_str(&t).unwrap();
        for e in v.as_array().unwrap() {
            let tiles: Tiles = e["q"].as_array().unwrap().iter().map(|q| { let q=q.as_str().unwrap(); let s="mpsz".find(&q[..1]).unwrap(); let mut r: usize=q[1..2].parse().unwrap(); if r==0 {r=5}; Tile::of(s, r-1).unwrap()}).collect();
            let x: Vec<i64> = e["x"].as_array().unwrap().iter().map(|x| x.as_i64().unwrap()).collect();
            hands.push((tiles, x));
        }
    }
    let mut d = Distances::new(Tiles::FULL);
    let mut bad=0;
    let t0=Instant::now();
    for (h,x) in &hands {
        let (s,p,o)=d.distance(*h,4);
        if (s as i64-1, o as i64-1, p as i64-1) != (x[0],x[1],x[2]) { bad+=1; if bad<5 {println!("{h} {s} {p} {o} {x:?}");} }
    }
    println!("{} hands bad {bad} cold {:?}", hands.len(), t0.elapsed());
    for _ in 0..3 {
    let t0=Instant::now(); let mut sum=0u64;
    for _ in 0..10 { for (h,_) in &hands { let (s,p,o)=d.distance(*h,4); sum+= (s+p+o) as u64; } }
    println!("distance {:?} ns {sum}", t0.elapsed().as_nanos() as f64/400000.0);
    let t0=Instant::now(); let mut sum=0u64;
    for _ in 0..10 { for (h,_) in &hands { let a=d.analyse(*h,4); sum+= a.distance as u64 + a.wait[0] as u64 ^ a.discard[2] as u64 ^ a.keep[3] as u64; } }
    println!("analyse {:?} ns {sum}", t0.elapsed().as_nanos() as f64/400000.0);
    }
}
