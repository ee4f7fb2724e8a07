use kakukin_mahjong::*; use kakukin_mahjong::distance::*;
use std::time::Instant;
fn main(){
  let runs: serde_json::Value=serde_json::from_str(&std::fs::read_to_string("/work/shared/data/mahjong/winprob/runs.json").unwrap()).unwrap();
  let mut sums=std::collections::BTreeMap::new(); let mut bad=0; let mut nrun=0;
  for r in runs["runs"].as_array().unwrap() {
    if r["algo"]!="main1" || r["shanten"]!=3 {continue}
    let sh=r["shanten"].as_i64().unwrap();
    let hand=r["hand"].as_str().unwrap(); let mut t=Tiles::EMPTY; let mut ds=vec![];
    for c in hand.chars(){ if let Some(x)=c.to_digit(10){ds.push(x as usize)} else {let s="mpsz".find(c).unwrap(); for &x in &ds {t=t.with(Tile::of(s,x-1).unwrap());} ds.clear();}}
    let groups=(t.len()-2)/3; let three=r["three_player"]!=0;
    let limits = if three { Tiles::from_suits([0o400000004, Tiles::FULL.suit(1), Tiles::FULL.suit(2), Tiles::FULL.suit(3)]) } else {Tiles::FULL};
    let s=r["sum"].as_u64().unwrap() as u32;
    let reps = if sh<=4 {600} else {1};
    let mut best=1e9f64; let mut states=0; let mut info=vec![]; let mut off:f64=0.; let mut rows=0;
    for _ in 0..reps { let t0=Instant::now();
      let mut d=Distances::new(limits); let an=d.analyse(t,groups);
      let xs: Vec<Tile>=t.kinds().filter(|k| an.discard[k.suit()]>>(3*k.rank())&1==1).collect();
      
      let (out,n,i)=kakukin_mahjong::win::proto(limits,groups,s-1,17,&xs.iter().map(|&x| t.without(x)).collect::<Vec<_>>());
      best=best.min(t0.elapsed().as_secs_f64()*1e3); states=n; info=vec![format!("{i:?}")]; rows=0;
      off=0.; let st=r["stats"].as_array().unwrap(); if st.len()!=xs.len() {off=9.}
      for e in st { let tile=e["tile"].as_str().unwrap(); let k=xs.iter().position(|x| x.to_string()==tile).unwrap(); for (j,v) in e["prob"].as_array().unwrap().iter().enumerate() { off=off.max((v.as_f64().unwrap()-out[k][17-j]).abs()); } }
    }
    if sh<=4 {best=kakukin_mahjong::win::warm(limits,groups,s-1,17,&t.kinds().filter(|k| Distances::new(limits).analyse(t,groups).discard[k.suit()]>>(3*k.rank())&1==1).map(|x| t.without(x)).collect::<Vec<_>>());}
    nrun+=1; if off>1e-12 {bad+=1;}
    let e=sums.entry((sh,)).or_insert((0.,0.)); e.0+=r["cpu_ms"].as_f64().unwrap(); e.1+=best;
    if sh>=3 { println!("{hand} sh{sh} theirs {} {:.3} ms ours {best:.3} ms x{:.1} states {states} rows {rows} off {off:.1e} {}", r["searched"], r["cpu_ms"].as_f64().unwrap(), r["cpu_ms"].as_f64().unwrap()/best, info.join("; ")); }
  }
  println!("{nrun} runs bad {bad}"); for (k,v) in sums { println!("{k:?} theirs {:.3} ours {:.3} x{:.1}", v.0, v.1, v.0/v.1); }
}
